"""What somebody tries who reads meters on a laptop that goes off at any moment."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from math import floor

from missions import FilesUser, Inputs, testcode

MAX_KILLS = 25
"""Kills of one command, each after one more change of a file; most programs end before."""

START = date(2024, 1, 1)


def does(user: FilesUser, *arguments: str, status: int = 0) -> str:
    """Carry out a command; return what it printed. A refusal is one line on standard error."""
    outcome = user.runs(arguments=list(arguments), status=status)
    user.does_not_see_output("Traceback")
    if status:
        assert len(outcome.stderr.splitlines()) == 1, f"a refusal is one line; seen {outcome.stderr!r}"
        assert not outcome.stdout.strip(), f"a refusal prints nothing else; seen {outcome.stdout!r}"
    return outcome.stdout


def changes(user: FilesUser, *arguments: str) -> None:
    """Carry out a command that changes the book: it prints nothing."""
    printed = does(user, *arguments)
    assert not printed.strip(), f"{arguments[0]} prints {printed!r}"


def refuses(user: FilesUser, *arguments: str, status: int = 1) -> str:
    """The command is refused; return the line on standard error."""
    outcome = user.runs(arguments=list(arguments), status=status)
    user.does_not_see_output("Traceback")
    assert len(outcome.stderr.splitlines()) == 1, f"a refusal is one line; seen {outcome.stderr!r}"
    return outcome.stderr


def listed(user: FilesUser, *meter: str) -> list[str]:
    return does(user, "list", *meter).splitlines()


def sees_list(user: FilesUser, expected: Sequence[str], *meter: str) -> None:
    seen = listed(user, *meter)
    assert seen == list(expected), f"the list is {seen} instead of {list(expected)}"


def day(number: int) -> str:
    return (START + timedelta(days=number)).isoformat()


def shown(thousandths: int) -> str:
    """Return a number as the program shows it."""
    return f"{thousandths // 1000}.{thousandths % 1000:03}"


def drawn_numbers(inputs: Inputs, count: int) -> list[int]:
    """Return so many numbers in thousandths, each higher than the one before."""
    return sorted(inputs.sample(range(1_000, 90_000_000), count))


def begins(user: FilesUser, inputs: Inputs, count: int = 3) -> list[str]:
    """Enter readings of the meter `gas`, a command each; return the list."""
    lines = [f"gas {day(at)} {shown(number)}" for at, number in enumerate(drawn_numbers(inputs, count))]
    for line in lines:
        changes(user, "add", *line.split())
    return lines


def csv_of(rows: Sequence[str]) -> str:
    return "".join(f"{row}\n" for row in ("meter,day,number,note", *rows))


@testcode("Readings", "List readings")
def readings_are_sorted_by_meter_and_day(user: FilesUser, inputs: Inputs) -> None:
    """Entered in another order, with and without notes; capital letters make no difference."""
    first, second, third, fourth = drawn_numbers(inputs, 4)
    note = " ".join(inputs.words(3))
    changes(user, "add", "gas", day(40), shown(second))
    changes(user, "add", "Water-2", day(3), shown(fourth), "--note", note)
    changes(user, "add", "gas", day(9), shown(first))
    changes(user, "add", "Electricity", day(5), shown(third))
    gas = [f"gas {day(9)} {shown(first)}", f"gas {day(40)} {shown(second)}"]
    water = f"Water-2 {day(3)} {shown(fourth)} {note}"
    sees_list(user, [f"Electricity {day(5)} {shown(third)}", *gas, water])
    sees_list(user, gas, "gas")
    sees_list(user, [water], "WATER-2")
    sees_list(user, [], inputs.word())


@testcode("Readings", "Add a reading")
def numbers_have_three_decimals(user: FilesUser, inputs: Inputs) -> None:
    """As they are listed; up to the largest one, and nothing but digits with at most three decimals."""
    number = inputs.randint(100, 900)
    for at, text in enumerate(("0", "0.5", "007.25", str(number), "99999999.999")):
        changes(user, "add", "gas", day(at), text)
    expected = ["0.000", "0.500", "7.250", f"{number}.000", "99999999.999"]
    sees_list(user, [f"gas {day(at)} {text}" for at, text in enumerate(expected)])
    for wrong in ("1.2345", "1,5", "+1", ".5", "1.", "1e3", "100000000", "99999999.9991", "", "1 000", "1_0", "nan"):
        refuses(user, "add", "water", day(0), wrong)
    sees_list(user, [], "water")
    changes(user, "add", "water", day(0), "1.234")
    sees_list(user, [f"water {day(0)} 1.234"], "water")


@testcode("Readings", "Add a reading")
def names_and_notes_have_limits(user: FilesUser, inputs: Inputs) -> None:
    """20 and 80 characters are allowed, one more is not; a note is one line."""
    name, note = inputs.word(20), inputs.word(80)
    for wrong in (name + "x", "", "wa ter", "wa_ter", "wa.ter", "wa/ter"):
        refuses(user, "add", wrong, day(0), "1")
    for wrong in (note + "x", "one\ntwo"):
        refuses(user, "add", "gas", day(0), "1", "--note", wrong)
    sees_list(user, [])
    changes(user, "add", name, day(0), "1", "--note", note)
    changes(user, "add", "7", day(0), "1", "--note", 'Größe "5", it\'s')
    sees_list(user, [f'7 {day(0)} 1.000 Größe "5", it\'s', f"{name} {day(0)} 1.000 {note}"])


@testcode("Readings", "Add a reading")
def days_are_real_and_not_in_the_future(user: FilesUser) -> None:
    """Today is allowed, by its name too, tomorrow is not; a leap day only in a leap year."""
    today = user.today()
    tomorrow = (today + timedelta(days=1)).isoformat()
    for wrong in (tomorrow, "2025-02-29", "2025-3-01", "20250301", "1.3.2025", "2025-03-01T10:00", "yesterday"):
        refuses(user, "add", "gas", wrong, "5")
    changes(user, "add", "gas", "2024-02-29", "5")
    changes(user, "add", "gas", "today", "6")
    refuses(user, "add", "gas", today.isoformat(), "6")
    changes(user, "add", "water", today.isoformat(), "7")
    sees_list(user, ["gas 2024-02-29 5.000", f"gas {today} 6.000", f"water {today} 7.000"])
    user.moves_clock(days=1)
    changes(user, "add", "gas", "today", "8")
    sees_list(user, ["gas 2024-02-29 5.000", f"gas {today} 6.000", f"gas {tomorrow} 8.000"], "GAS")


@testcode("Readings", "Add a reading")
def a_meter_keeps_its_first_name(user: FilesUser, inputs: Inputs) -> None:
    """Small and capital letters name the same meter: one reading a day, one list, one use."""
    name = inputs.name()
    low, high = drawn_numbers(inputs, 2)
    changes(user, "add", name, day(0), shown(low))
    refuses(user, "add", name.upper(), day(0), shown(low))
    changes(user, "add", name.lower(), day(7), shown(high))
    refuses(user, "add", name.upper(), day(8), shown(low))
    sees_list(user, [f"{name} {day(0)} {shown(low)}", f"{name} {day(7)} {shown(high)}"], name.upper())
    used = does(user, "use", name.swapcase(), day(0), day(7)).strip()
    assert used == shown(high - low), f"used: {used}"
    changes(user, "remove", name.upper(), day(7))
    sees_list(user, [f"{name} {day(0)} {shown(low)}"])


@testcode("Readings", "Add a reading")
def meters_count_upwards(user: FilesUser, inputs: Inputs) -> None:
    """A reading fits between the one before and the one after, by day; equal is fine; other meters do not matter."""
    low, high = sorted(inputs.sample(range(10_000, 90_000), 2))
    changes(user, "add", "gas", day(30), shown(high))
    changes(user, "add", "gas", day(10), shown(low))
    changes(user, "add", "water", day(20), "0.001")
    for number, when in ((low - 1, 20), (high + 1, 20), (high - 1, 31), (low + 1, 9)):
        refuses(user, "add", "gas", day(when), shown(number))
    changes(user, "add", "gas", day(20), shown(low))
    changes(user, "add", "gas", day(25), shown(high))
    days = {10: low, 20: low, 25: high, 30: high}
    sees_list(user, [f"gas {day(at)} {shown(number)}" for at, number in days.items()], "gas")


@testcode("Readings", "Remove a reading")
def a_removed_reading_counts_no_more(user: FilesUser, inputs: Inputs) -> None:
    """Its neighbours decide then, and the day may be entered again with another number and note."""
    lines = begins(user, inputs)
    changes(user, "remove", "gas", day(1))
    sees_list(user, [lines[0], lines[2]])
    refuses(user, "remove", "gas", day(1))
    refuses(user, "remove", "water", day(0))
    number = lines[2].split()[2]
    changes(user, "add", "gas", day(1), number, "--note", "read again")
    sees_list(user, [lines[0], f"gas {day(1)} {number} read again", lines[2]])


@testcode("Use", "Use between two days")
def use_is_the_difference_of_the_numbers(user: FilesUser, inputs: Inputs) -> None:
    """Over several readings, and nothing when the meter stands still."""
    numbers = drawn_numbers(inputs, 4)
    for at, number in enumerate(numbers):
        changes(user, "add", "gas", day(at * 10), shown(number))
    changes(user, "add", "gas", day(35), shown(numbers[3]))
    for start, end in ((0, 3), (1, 2), (0, 1)):
        used = does(user, "use", "gas", day(start * 10), day(end * 10)).strip()
        assert used == shown(numbers[end] - numbers[start]), f"used from {start} to {end}: {used}"
    still = does(user, "use", "gas", day(30), day(35)).strip()
    assert still == "0.000", f"used while the meter stood still: {still}"


@testcode("Use", "Use between two days")
def days_without_a_reading_are_in_proportion(user: FilesUser, inputs: Inputs) -> None:
    """Both days between readings, in the same gap and in different ones, over a leap day."""
    days = sorted(inputs.sample(range(300), 4))
    numbers = drawn_numbers(inputs, 4)
    for at, number in zip(days, numbers, strict=True):
        changes(user, "add", "gas", day(at), shown(number))
    points = list(zip(days, numbers, strict=True))

    def stands(at: int) -> Fraction:
        (d0, n0), (d1, n1) = next(pair for pair in pairwise(points) if pair[1][0] >= at)
        return Fraction(n0) + Fraction((n1 - n0) * (at - d0), d1 - d0)

    for _ in range(5):
        start, end = sorted(inputs.sample(range(days[0], days[3] + 1), 2))
        used = does(user, "use", "gas", day(start), day(end)).strip()
        expected = shown(floor(stands(end) - stands(start) + Fraction(1, 2)))
        assert used == expected, f"used from {day(start)} to {day(end)}: {used} instead of {expected}"


@testcode("Use", "Use between two days")
def use_is_rounded_once_at_the_end(user: FilesUser) -> None:
    """Half a thousandth upwards; numbers that are rounded before the difference would show another result."""
    changes(user, "add", "gas", day(0), "10")
    changes(user, "add", "gas", day(2), "10.001")
    changes(user, "add", "gas", day(5), "10.002")
    for start, end, expected in ((0, 1, "0.001"), (1, 2, "0.001"), (1, 3, "0.001"), (3, 4, "0.000"), (1, 4, "0.001")):
        used = does(user, "use", "gas", day(start), day(end)).strip()
        assert used == expected, f"used from day {start} to day {end}: {used} instead of {expected}"
    changes(user, "add", "water", day(0), "0.001")
    changes(user, "add", "water", day(4), "0.011")
    used = does(user, "use", "water", day(0), day(1)).strip()
    assert used == "0.003", f"2.5 thousandths are shown as {used}"


@testcode("Use", "Use between two days")
def use_needs_readings_around_both_days(user: FilesUser, inputs: Inputs) -> None:
    """Days outside, days in the wrong order, and meters without readings are refused."""
    begins(user, inputs, 2)
    changes(user, "add", "water", day(0), "1")
    for meter, start, end in (
        ("gas", -1, 1),
        ("gas", 0, 2),
        ("gas", 1, 0),
        ("gas", 1, 1),
        ("water", 0, 1),
        ("oil", 0, 1),
    ):
        refuses(user, "use", meter, day(start), day(end))
    used = does(user, "use", "gas", day(0), day(1)).strip()
    assert used != "0.000", "nothing was used"


@testcode("Files", "Import")
def readings_are_imported_in_any_order(user: FilesUser, inputs: Inputs) -> None:
    """Later days first, several meters, a name in another spelling, quoted notes, a byte order mark or none."""
    a, b, c = drawn_numbers(inputs, 3)
    name = inputs.name()
    changes(user, "add", name, day(5), shown(b))
    rows = [
        f"{name.upper()},{day(9)},{shown(c)},",
        f'oil,{day(2)},7.5,"full, ""really"" full"',
        f"{name.lower()},{day(1)},{shown(a)},early",
    ]
    user.writes("more.csv", csv_of(rows))
    changes(user, "import", "more.csv")
    mine = [f"{name} {day(1)} {shown(a)} early", f"{name} {day(5)} {shown(b)}", f"{name} {day(9)} {shown(c)}"]
    oil = f'oil {day(2)} 7.500 full, "really" full'
    sees_list(user, mine, name)
    sees_list(user, [oil], "oil")
    user.writes("again.csv", "\ufeff" + csv_of([f"Oil,{day(3)},8,"]).replace("\n", "\r\n"))
    changes(user, "import", "again.csv")
    sees_list(user, [oil, f"oil {day(3)} 8.000"], "oil")


@testcode("Files", "Import")
def an_import_is_done_as_a_whole_or_not_at_all(user: FilesUser, inputs: Inputs) -> None:
    """Refused for what one row breaks: by itself, with another row, with the book."""
    lines = begins(user, inputs)
    good = f"water,{day(1)},5,"
    tomorrow = (user.today() + timedelta(days=1)).isoformat()
    middle = lines[1].split()[2]
    for wrong in (
        f"water,{day(2)},4.999,",
        f"WATER,{day(1)},5,",
        f"gas,{day(1)},{middle},",
        f"gas,{day(3)},0.5,",
        f"oil,{tomorrow},1,",
        f"oil,{day(0)},1.2345,",
        f"o_l,{day(0)},1,",
        f"oil,{day(0)},1,{'x' * 81}",
        f"oil,{day(0)},1",
        f"oil,{day(0)},1,a,b",
    ):
        for rows in ([good, wrong], [wrong, good]):
            user.writes("more.csv", csv_of(rows))
            refuses(user, "import", "more.csv")
    sees_list(user, lines)
    user.writes("more.csv", csv_of([good]))
    changes(user, "import", "more.csv")
    sees_list(user, [*lines, f"water {day(1)} 5.000"])


@testcode("Files", "Import")
def files_that_are_no_readings_are_refused(user: FilesUser, inputs: Inputs) -> None:
    """Without the heading, with another one, empty, missing, or a folder."""
    lines = begins(user, inputs, 1)
    row = f"gas,{day(9)},90000,\n"
    user.writes("folder/more.csv", csv_of([row.strip()]))
    for text in ("", row, f"meter,day,number\n{row}", f"day,meter,number,note\n{row}"):
        user.writes("more.csv", text)
        refuses(user, "import", "more.csv")
    refuses(user, "import", "absent.csv")
    refuses(user, "import", "folder")
    sees_list(user, lines)
    changes(user, "import", "folder/more.csv")
    sees_list(user, [*lines, f"gas {day(9)} 90000.000"])


@testcode("Files", "Export")
def an_exported_file_brings_everything_back(user: FilesUser, inputs: Inputs) -> None:
    """Sorted, with three decimals; notes with commas and quotes; into a book that is empty again."""
    note = f'{inputs.word()}, "{inputs.word()}" # 5;'
    changes(user, "add", "water", day(3), "7.5", "--note", note)
    changes(user, "add", "Gas", day(2), "8")
    changes(user, "add", "water", day(1), "7")
    before = listed(user)
    user.writes("all.csv", "old\n")
    does(user, "export", "all.csv")
    rows = user.reads_csv(user.text("all.csv"), columns=4)
    expected = [
        ["meter", "day", "number", "note"],
        ["Gas", day(2), "8.000", ""],
        ["water", day(1), "7.000", ""],
        ["water", day(3), "7.500", note],
    ]
    assert rows == expected, f"the file holds {rows}"
    for _ in range(3):
        changes(user, "undo")
    sees_list(user, [])
    changes(user, "import", "all.csv")
    sees_list(user, before)


@testcode("Files", "Export")
def an_export_that_cannot_be_written_is_refused(user: FilesUser, inputs: Inputs) -> None:
    """To a folder and into one that is not there; an empty book is only the heading."""
    does(user, "export", "none.csv")
    assert user.text("none.csv").splitlines() == ["meter,day,number,note"], "an empty book is the heading alone"
    lines = begins(user, inputs, 1)
    user.writes("folder/file.txt", "x")
    refuses(user, "export", "folder")
    refuses(user, "export", "absent/all.csv")
    user.has_not("absent")
    does(user, "export", "folder/all.csv")
    user.sees_in("folder/all.csv", lines[0].replace(" ", ","))


@testcode("History", "Undo and redo")
def changes_are_taken_back_to_the_beginning(user: FilesUser, inputs: Inputs) -> None:
    """Entered, removed and imported readings, an import as a whole; then all of it is done again."""
    lists: list[list[str]] = [[]]
    number = inputs.randint(10, 99)
    user.writes(
        "more.csv", csv_of([f"gas,{day(5)},{number},", f"gas,{day(6)},{number + 1},imported", f"oil,{day(0)},1,"])
    )
    for command in (
        ("add", "gas", day(1), "5", "--note", "first"),
        ("import", "more.csv"),
        ("remove", "gas", day(1)),
        ("add", "gas", day(1), "6.5"),
        ("remove", "oil", day(0)),
    ):
        changes(user, *command)
        lists.append(listed(user))
    for expected in reversed(lists[:-1]):
        changes(user, "undo")
        sees_list(user, expected)
    refuses(user, "undo")
    for expected in lists[1:]:
        changes(user, "redo")
        sees_list(user, expected)
    refuses(user, "redo")
    sees_list(user, lists[-1])


@testcode("History", "Undo and redo")
def a_new_change_ends_what_can_be_done_again(user: FilesUser, inputs: Inputs) -> None:
    """Looking and refused commands do not."""
    lines = begins(user, inputs)
    changes(user, "undo")
    changes(user, "undo")
    does(user, "use", "gas", day(0), day(1), status=1)
    does(user, "export", "all.csv")
    refuses(user, "add", "gas", day(0), "1")
    refuses(user, "remove", "gas", day(1))
    user.writes("wrong.csv", "wrong\n")
    refuses(user, "import", "wrong.csv")
    changes(user, "redo")
    sees_list(user, lines[:2])
    changes(user, "add", "water", day(0), "1")
    refuses(user, "redo")
    water = f"water {day(0)} 1.000"
    sees_list(user, [*lines[:2], water])
    changes(user, "undo")
    changes(user, "undo")
    sees_list(user, lines[:1])
    changes(user, "redo")
    changes(user, "redo")
    sees_list(user, [*lines[:2], water])


@testcode("History", "Undo and redo")
def refused_commands_are_not_taken_back(user: FilesUser, inputs: Inputs) -> None:
    """Undo takes back the last command that changed something."""
    lines = begins(user, inputs, 2)
    refuses(user, "add", "gas", day(1), "99999")
    refuses(user, "add", "gas", day(7), "0.001")
    refuses(user, "remove", "oil", day(1))
    listed(user)
    user.writes("none.csv", csv_of([]).replace("number", "value"))
    refuses(user, "import", "none.csv")
    changes(user, "undo")
    sees_list(user, lines[:1])
    changes(user, "undo")
    sees_list(user, [])


@testcode("History", "Undo and redo")
def the_history_lasts_for_days(user: FilesUser, inputs: Inputs) -> None:
    """Thirty readings of one day are taken back on later days, and done again."""
    number = inputs.randint(1, 50)
    for at in range(30):
        changes(user, "add", "gas", day(at), str(number + at))
    user.moves_clock(days=2)
    for _ in range(15):
        changes(user, "undo")
    lines = [f"gas {day(at)} {number + at}.000" for at in range(30)]
    sees_list(user, lines[:15])
    user.moves_clock(days=40)
    for _ in range(15):
        changes(user, "undo")
    sees_list(user, [])
    refuses(user, "undo")
    for _ in range(20):
        changes(user, "redo")
    sees_list(user, lines[:20])


def survives(
    user: FilesUser,
    command: Callable[[int], Sequence[str]],
    after: Callable[[list[str], int], list[str]],
    first: int = 0,
) -> int:
    """Kill a command after one change of its files, the next after two, and so on, until one is not killed any more.

    `command(n)` is the n-th from `first` on, `after(lines, n)` what the list is when it was done. Return the next n.
    """
    lines = listed(user)
    for kill in range(1, MAX_KILLS + 1):
        number = first + kill - 1
        done = after(lines, number)
        killed = user.kills(arguments=list(command(number)), after=kill)
        assert killed or kill > 1, "the command stored nothing in the folder"
        seen = listed(user)
        assert seen == done or (killed and seen == lines), f"after kill {kill} the list is {seen}"
        lines = seen
        if not killed:
            break
    return number + 1


@testcode("Safety", "Survive the end of the machine")
def adding_survives(user: FilesUser, inputs: Inputs) -> None:
    """From the first reading on, with a program that is killed after each of its changes of files; then once more."""
    start = inputs.randint(1, 900)
    lines = [f"gas {day(at)} {start + at}.000 {inputs.word()}" for at in range(2 * MAX_KILLS)]

    def command(number: int) -> list[str]:
        meter, when, amount, note = lines[number].split()
        return ["add", meter, when, amount, "--note", note]

    def after(before: list[str], number: int) -> list[str]:
        return [*before, lines[number]]

    survives(user, command, after, survives(user, command, after))
    changes(user, "add", "water", day(0), "1")
    sees_list(user, [f"water {day(0)} 1.000"], "water")


@testcode("Safety", "Survive the end of the machine")
def removing_survives(user: FilesUser, inputs: Inputs) -> None:
    """Each kill at another reading of an imported book."""
    start = inputs.randint(1, 900)
    user.writes("all.csv", csv_of([f"gas,{day(at)},{start + at},{'n' * 80}" for at in range(200)]))
    changes(user, "import", "all.csv")
    survives(
        user,
        lambda number: ["remove", "gas", day(number)],
        lambda before, number: [line for line in before if not line.startswith(f"gas {day(number)} ")],
    )
    changes(user, "remove", "gas", day(0))
    assert not [line for line in listed(user) if day(0) in line], "the reading is still there"


@testcode("Safety", "Survive the end of the machine")
def importing_survives(user: FilesUser, inputs: Inputs) -> None:
    """A hundred readings at once: all of them or none, and one step back takes back all."""
    lines = begins(user, inputs, 2)
    start = inputs.randint(100, 900)
    imported = [f"water {day(at)} {start + at}.000 {'n' * 60}" for at in range(100)]
    user.writes("all.csv", csv_of([line.replace(" ", ",") for line in imported]))
    for number in range(1, MAX_KILLS + 1):
        killed = user.kills(arguments=["import", "all.csv"], after=number)
        assert killed or number > 1, "the import stored nothing in the folder"
        seen = listed(user)
        assert seen in (lines, [*lines, *imported]), f"after kill {number}: {len(seen)} readings"
        assert killed or seen != lines, "the import was not killed, and the readings are not there"
        if seen != lines:
            changes(user, "undo")
            sees_list(user, lines)
        if not killed:
            break
    changes(user, "import", "all.csv")
    sees_list(user, [*lines, *imported])


@testcode("Safety", "Survive the end of the machine")
def undo_and_redo_survive(user: FilesUser, inputs: Inputs) -> None:
    """Killed at every change, they were done or not, and the history is that of what was done."""
    lines = begins(user, inputs, 5)
    there, command = 5, "undo"
    for number in range(1, MAX_KILLS + 1):
        killed = user.kills(arguments=[command], after=number)
        assert killed or number > 1, f"{command} stored nothing in the folder"
        seen = listed(user)
        done = there - 1 if command == "undo" else there + 1
        assert seen in (lines[:there], lines[:done]), f"after kill {number} of {command} the list is {seen}"
        there = len(seen)
        command = "redo" if command == "undo" else "undo"
        command = "undo" if there == 5 else "redo" if there == 0 else command
        if not killed:
            break
    while there < 5:
        changes(user, "redo")
        there += 1
        sees_list(user, lines[:there])
    refuses(user, "redo")
    for at in range(4, -1, -1):
        changes(user, "undo")
        sees_list(user, lines[:at])
    refuses(user, "undo")


@testcode("Safety", "Survive the end of the machine")
def the_history_survives_too(user: FilesUser, inputs: Inputs) -> None:
    """After each kill of a command, undo takes back the last one that was done, and nothing else."""
    lines = begins(user, inputs, 2)
    for number in range(1, MAX_KILLS + 1):
        killed = user.kills(arguments=["add", "water", day(number), "5"], after=number)
        assert killed or number > 1, "the command stored nothing in the folder"
        was_done = len(listed(user, "water")) == 1
        changes(user, "undo")
        sees_list(user, lines if was_done else lines[:1])
        changes(user, "redo")
        sees_list(user, [*lines, f"water {day(number)} 5.000"] if was_done else lines)
        if was_done:
            changes(user, "undo")
        if not killed:
            break
    sees_list(user, lines)


@testcode("Safety", "Survive the end of the machine")
def exporting_survives(user: FilesUser, inputs: Inputs) -> None:
    """The old file or the new one, and the book as it was."""
    begins(user, inputs, 1)
    user.writes("more.csv", csv_of([f"water,{day(at)},{at},{inputs.word(70)}" for at in range(300)]))
    changes(user, "import", "more.csv")
    lines = listed(user)
    does(user, "export", "whole.csv")
    whole, old = user.text("whole.csv"), f"{inputs.word()}\n"
    for number in range(1, MAX_KILLS + 1):
        user.writes("all.csv", old)
        killed = user.kills(arguments=["export", "all.csv"], after=number)
        assert killed or number > 1, "the export wrote nothing"
        seen = user.text("all.csv")
        assert seen == whole or (killed and seen == old), f"after kill {number} the file has {len(seen)} characters"
        if not killed:
            break
    sees_list(user, lines)


OLD_BOOK = """\
# readings of our house

3.11.2021 Electricity 8002,25
2024-11-03 electricity 10423.5 # new tariff
01.02.2022 water 17
  2022-02-01 water 18.125 # corrected
2023-02-01 WATER 18,5 # a # b
"""
OLD_LINES = [
    "Electricity 2021-11-03 8002.250",
    "Electricity 2024-11-03 10423.500 new tariff",
    "water 2022-02-01 18.125 corrected",
    "water 2023-02-01 18.500 a # b",
]


@testcode("The old book", "Take over meters.txt")
def the_old_book_is_taken_over(user: FilesUser, inputs: Inputs) -> None:
    """Both forms, notes, a day entered twice; by the first command, whichever it is; undo ends there."""
    number = inputs.randint(10, 99)
    user.writes("meters.txt", OLD_BOOK + f"5.6.2020 oil {number},5")
    changes(user, "add", "oil", day(0), str(number + 1))
    lines = [*OLD_LINES[:2], f"oil 2020-06-05 {number}.500", f"oil {day(0)} {number + 1}.000", *OLD_LINES[2:]]
    sees_list(user, lines)
    assert user.text("meters.txt") == OLD_BOOK + f"5.6.2020 oil {number},5", "meters.txt was changed"
    refuses(user, "add", "ELECTRICITY", "2024-11-03", "10423.5")
    changes(user, "undo")
    sees_list(user, [line for line in lines if day(0) not in line])
    refuses(user, "undo")
    used = does(user, "use", "electricity", "2021-11-03", "2024-11-03").strip()
    assert used == "2421.250", f"used: {used}"


@testcode("The old book", "Take over meters.txt")
def the_old_book_does_not_matter_later(user: FilesUser, inputs: Inputs) -> None:
    """Changed or made wrong later, nothing comes of it; what was removed does not come back."""
    user.writes("meters.txt", OLD_BOOK)
    sees_list(user, OLD_LINES)
    user.writes("meters.txt", OLD_BOOK + "2024-12-03 electricity 10500\nnonsense\n")
    sees_list(user, OLD_LINES)
    for line in OLD_LINES:
        changes(user, "remove", *line.split()[:2])
    sees_list(user, [])
    user.removes("meters.txt")
    for _ in range(2):
        changes(user, "undo")
    sees_list(user, OLD_LINES[2:])
    user.writes("meters.txt", f"2024-01-01 {inputs.word()} 5\n")
    sees_list(user, OLD_LINES[2:])


@testcode("The old book", "Take over meters.txt")
def an_old_book_beside_a_book_does_not_matter(user: FilesUser, inputs: Inputs) -> None:
    """It comes too late, also when it is wrong."""
    lines = begins(user, inputs, 1)
    user.writes("meters.txt", OLD_BOOK)
    sees_list(user, lines)
    changes(user, "undo")
    sees_list(user, [])
    user.writes("meters.txt", "nonsense\n")
    changes(user, "redo")
    sees_list(user, lines)


@testcode("The old book", "Refuse an old book with a mistake")
def mistakes_in_the_old_book_are_named(user: FilesUser, inputs: Inputs) -> None:
    """Every command is refused with the line until it is put right; then all is taken over."""
    tomorrow = (user.today() + timedelta(days=1)).isoformat()
    for wrong in (
        "2023-02-30 water 5",
        "31.11.2021 water 5",
        f"{tomorrow} water 50",
        "2024-01-01 water 5.1234",
        "2024-01-01 wa_ter 5",
        "2024-01-01 water",
        "water 2024-01-01 5",
        f"2024-01-01 water 50 # {'x' * 81}",
    ):
        user.writes("meters.txt", OLD_BOOK + wrong + "\n")
        for command in (["list"], ["add", "gas", day(0), "1"]):
            said = refuses(user, *command)
            assert "8" in said, f"line 8 is not named: {said}"
    word = inputs.word()
    user.writes("meters.txt", OLD_BOOK + f"2024-01-01 water 50 # {word}\n")
    sees_list(user, [*OLD_LINES, f"water 2024-01-01 50.000 {word}"])


@testcode("The old book", "Refuse an old book with a mistake")
def old_meters_count_upwards_too(user: FilesUser, inputs: Inputs) -> None:
    """By day, whatever the order of the lines; a line that another one replaced does not count."""
    low, high = sorted(inputs.sample(range(20, 500), 2))
    user.writes("meters.txt", f"2024-03-01 gas {low}\n2024-01-01 GAS {high}\n")
    refuses(user, "list")
    refuses(user, "undo")
    user.writes(
        "meters.txt",
        f"2024-03-01 gas {low}\n2024-01-01 GAS {high}\n# put right:\n1.1.2024 gas {low},5\n1.3.2024 gas {high}\n",
    )
    sees_list(user, [f"gas 2024-01-01 {low}.500", f"gas 2024-03-01 {high}.000"])


@testcode("The old book", "Take over meters.txt")
def taking_over_survives(user: FilesUser, inputs: Inputs) -> None:
    """The first command is killed after each change: what is listed next is the old book, once, with or without it."""
    word = inputs.word()
    user.writes("meters.txt", OLD_BOOK)
    for number in range(1, 4):
        user.kills(arguments=["add", "zinc", day(number), str(number), "--note", word], after=number)
    lines = listed(user)
    assert lines[:4] == OLD_LINES, f"the old book was not taken over: {lines}"
    possible = [f"zinc {day(number)} {number}.000 {word}" for number in range(1, 4)]
    assert set(lines[4:]) <= set(possible), f"the list is {lines}"
    for _ in lines[4:]:
        changes(user, "undo")
    sees_list(user, OLD_LINES)
    refuses(user, "undo")


@testcode("Safety", "Say that the book is damaged")
def a_damaged_book_is_not_touched(user: FilesUser, inputs: Inputs) -> None:
    """Every command says so, and leaves the files as they are; an old book does not come in its place."""
    lines = begins(user, inputs, 2)
    sees_list(user, lines)
    stored = [name for name in user.files() if name.startswith("book/")]
    assert stored, "nothing is in the folder book"
    damage = f"{inputs.word()}\n"
    for name in stored:
        user.writes(name, damage)
    user.writes("meters.txt", OLD_BOOK)
    user.writes("more.csv", csv_of([f"water,{day(0)},5,"]))
    for command in (
        ["list"],
        ["add", "water", day(0), "1"],
        ["remove", "gas", day(0)],
        ["use", "gas", day(0), day(1)],
        ["import", "more.csv"],
        ["export", "all.csv"],
        ["undo"],
        ["redo"],
    ):
        refuses(user, *command, status=3)
        for name in stored:
            assert user.text(name) == damage, f"{name} was changed by {command[0]}"
    user.has_not("all.csv")


@testcode("Command line", "Refuse a wrong command line")
def a_wrong_command_line_is_refused(user: FilesUser, inputs: Inputs) -> None:
    """Missing and further words, unknown commands and options; nothing is changed."""
    lines = begins(user, inputs, 1)
    for arguments in (
        [],
        ["show"],
        ["add"],
        ["add", "gas", day(5)],
        ["add", "gas", day(5), "90000", "more"],
        ["add", "gas", day(5), "90000", "--note"],
        ["add", "gas", day(5), "90000", "--notes", "x"],
        ["remove", "gas"],
        ["list", "gas", "water"],
        ["use", "gas", day(0)],
        ["import"],
        ["export", "a.csv", "b.csv"],
        ["undo", "2"],
        ["redo", "--all"],
    ):
        refuses(user, *arguments, status=2)
    sees_list(user, lines)
    user.has_not("a.csv")
    changes(user, "add", "gas", day(5), "90000", "--note", "x")
    sees_list(user, [*lines, f"gas {day(5)} 90000.000 x"])
