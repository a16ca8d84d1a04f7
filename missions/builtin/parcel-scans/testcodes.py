"""What somebody tries who wants to know how depots for parcels are doing.

The scans are written by the testcodes, but for `material/latin.csv`, which has bytes that are no UTF-8: two scans of
2025-01-01 and a line that is none.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction

from missions import FilesUser, Inputs, testcode

HEADING = "time;depot;parcel;event;grams;remark"
DEPOTS = [
    "depot",
    "in",
    "out",
    "missed",
    "stray",
    "repeated",
    "grams",
    "mean",
    "median",
    "p95",
    "longest",
    "most",
    "left",
]
DAYS = ["day", "in", "out", "grams"]
WAITING = ["parcel", "depot", "since", "minutes"]
PROBLEMS = ["line", "text"]
START = datetime(2025, 2, 26, 6, 0)

YEAR_BYTES = 200_000_000
MEMORY, CPU = 128, 60


def at(minute: int) -> str:
    return (START + timedelta(minutes=minute)).strftime("%Y-%m-%dT%H:%M")


def scan(
    minute: int, parcel: str, event: str = "in", depot: str = "HAM", grams: int | str = 100, remark: str = ""
) -> str:
    return f"{at(minute)};{depot};{parcel};{event};{grams if event == 'in' else ''};{remark}"


def tenths(number: Fraction) -> str:
    found = int(number * 10 + Fraction(1, 2))
    return f"{found // 10}.{found % 10}"


@dataclass
class Expected:
    """What the scans mean that were taken."""

    counts: dict[str, list[int]] = field(default_factory=dict)
    stays: dict[str, list[int]] = field(default_factory=dict)
    now: dict[str, int] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    days: dict[int, list[int]] = field(default_factory=dict)
    where: dict[str, tuple[str, int]] = field(default_factory=dict)
    scans: int = 0
    last: int = 0
    together: int = 0

    def take(self, minute: int, parcel: str, event: str, depot: str, grams: int) -> None:
        """Follow a scan: counts are in, out, missed, stray, repeated, grams."""
        self.scans, self.last = self.scans + 1, minute
        count = self.counts.setdefault(depot, [0] * 6)
        day = self.days.setdefault((minute + START.hour * 60) // 1440, [0] * 3)
        place = self.where.get(parcel)
        if event == "out":
            if place is None or place[0] != depot:
                count[3] += 1
                return
            del self.where[parcel]
            self.stays.setdefault(depot, []).append(minute - place[1])
            self.now[depot] -= 1
            count[1] += 1
            day[1] += 1
            return
        if place is not None and place[0] == depot:
            count[4] += 1
            return
        if place is not None:
            self.counts[place[0]][2] += 1
            self.now[place[0]] -= 1
        self.where[parcel] = (depot, minute)
        self.now[depot] = self.now.get(depot, 0) + 1
        self.most[depot] = max(self.most.get(depot, 0), self.now[depot])
        self.together = max(self.together, len(self.where))
        count[0] += 1
        count[5] += grams
        day[0] += 1
        day[2] += grams

    def rows_of_depots(self) -> list[list[str]]:
        """Return the lines of depots.csv."""
        rows = []
        for depot, counts in sorted(self.counts.items()):
            stays = sorted(self.stays.get(depot, []))
            figures = [""] * 4
            if stays:
                middle = Fraction(stays[(len(stays) - 1) // 2] + stays[len(stays) // 2], 2)
                rank = (95 * len(stays) + 99) // 100
                figures = [
                    tenths(Fraction(sum(stays), len(stays))),
                    tenths(middle),
                    str(stays[rank - 1]),
                    str(stays[-1]),
                ]
            ends = [str(self.most.get(depot, 0)), str(self.now.get(depot, 0))]
            rows.append([depot, *map(str, counts), *figures, *ends])
        return rows

    def rows_of_days(self) -> list[list[str]]:
        """Return the lines of days.csv."""
        first, last = min(self.days), max(self.days)
        begin = START.date()
        return [
            [(begin + timedelta(days=day)).isoformat(), *map(str, self.days.get(day, [0] * 3))]
            for day in range(first, last + 1)
        ]

    def rows_of_waiting(self) -> list[list[str]]:
        """Return the lines of waiting.csv."""
        found = sorted((since, parcel, depot) for parcel, (depot, since) in self.where.items())
        return [[parcel, depot, at(since), str(self.last - since)] for since, parcel, depot in found[:100]]


@dataclass(frozen=True)
class Summary:
    scans: int
    problems: int
    first: str | None
    last: str | None
    most: int


def evaluates(user: FilesUser, *lines: str) -> None:
    """Evaluate a file of these lines into `out`."""
    user.writes("scans.csv", "".join(f"{line}\n" for line in (HEADING, *lines)))
    user.runs(arguments=["scans.csv", "out"])
    user.does_not_see_output("Traceback")


def sees(
    user: FilesUser, name: str, heading: Sequence[str], rows: Iterable[Sequence[str]], folder: str = "out"
) -> None:
    """The file has exactly these rows."""
    seen = user.reads_csv(user.text(f"{folder}/{name}"))
    expected = [list(heading), *map(list, rows)]
    for number, (one, other) in enumerate(zip(seen, expected, strict=False), 1):
        assert one == other, f"{name} row {number} is {one} instead of {other}"
    assert len(seen) == len(expected), f"{name} has {len(seen)} rows instead of {len(expected)}"


def depot(user: FilesUser, name: str = "HAM") -> dict[str, str]:
    """Return the figures of a depot."""
    rows = user.reads_csv(user.text("out/depots.csv"), columns=len(DEPOTS))
    found = [dict(zip(DEPOTS, row, strict=False)) for row in rows if row[0] == name]
    return user.rows(found, count=1)[0]


def sees_figures(user: FilesUser, name: str = "HAM", **expected: str) -> None:
    figures = depot(user, name)
    for key, value in expected.items():
        assert figures[key.rstrip("_")] == value, (
            f"{key.rstrip('_')} of {name} is {figures[key.rstrip('_')]!r}, not {value!r}"
        )


def summary(user: FilesUser, folder: str = "out") -> Summary:
    return user.reads_json(user.text(f"{folder}/summary.json"), Summary)


def sees_summary(user: FilesUser, **expected: object) -> None:
    found = summary(user)
    for key, value in expected.items():
        seen = {
            "scans": found.scans,
            "problems": found.problems,
            "first": found.first,
            "last": found.last,
            "most": found.most,
        }
        assert seen[key] == value, f"{key} in the summary is {seen[key]!r} instead of {value!r}"


def stays_of(minutes: Sequence[int]) -> list[str]:
    """Return scans of parcels with these stays."""
    events = [(0, 0, f"P{at}", "in") for at in range(len(minutes))]
    events += [(stay, 1, f"P{at}", "out") for at, stay in enumerate(minutes)]
    return [scan(minute, parcel, event) for minute, _, parcel, event in sorted(events)]


def refuses(user: FilesUser, arguments: Sequence[str], status: int = 1) -> None:
    """The program says so on standard error and leaves all files as they are."""
    before = user.files()
    outcome = user.runs(arguments=list(arguments), status=status)
    user.does_not_see_output("Traceback")
    assert outcome.stderr.strip(), f"nothing is said about {arguments}"
    assert user.files() == before, f"files were written or removed: {set(user.files()) ^ set(before)}"


def drawn_scans(inputs: Inputs, count: int, expected: Expected) -> Iterator[str]:
    """Yield scans of few parcels in few depots, so that all that may happen happens."""
    depots = [word.upper() for word in inputs.words(3, 3)]
    parcels = [inputs.token(5).upper() for _ in range(count // 12 + 2)]
    minute = inputs.randrange(2000)
    for _ in range(count):
        minute += inputs.choice((0, 0, 1, 7, 45, 300))
        name, parcel, event, grams = (
            inputs.choice(depots),
            inputs.choice(parcels),
            inputs.choice(("in", "in", "out")),
            inputs.randint(1, 31_500),
        )
        place = expected.where.get(parcel)
        if event == "out" and place is not None and inputs.random() < 0.7:
            name = place[0]
        expected.take(minute, parcel, event, name, grams)
        yield scan(minute, parcel, event, name, grams, inputs.word())


@testcode("Results", "Depots")
def stays_are_measured(user: FilesUser, inputs: Inputs) -> None:
    """Three parcels of one depot, another depot beside it."""
    a, b, c = inputs.sample(range(31, 500), 3)
    evaluates(
        user,
        scan(0, "A", grams=a),
        scan(10, "B", grams=b),
        scan(10, "C", depot="ULM", grams=c),
        scan(30, "A", "out"),
        scan(90, "B", "out"),
    )
    ham = ["HAM", "2", "2", "0", "0", "0", str(a + b), "55.0", "55.0", "80", "80", "2", "0"]
    sees(user, "depots.csv", DEPOTS, [ham, ["ULM", "1", "0", "0", "0", "0", str(c), "", "", "", "", "1", "1"]])
    sees_summary(user, scans=5, problems=0, first=at(0), last=at(90), most=3)


@testcode("Results", "Depots")
def drawn_depots_are_as_expected(user: FilesUser, inputs: Inputs) -> None:
    """A few hundred scans with everything that may happen."""
    expected = Expected()
    evaluates(user, *drawn_scans(inputs, 400, expected))
    sees(user, "depots.csv", DEPOTS, expected.rows_of_depots())
    sees_summary(user, scans=400, problems=0, most=expected.together)


@testcode("Results", "Depots")
def means_are_rounded_half_upwards(user: FilesUser) -> None:
    """0.25 is 0.3 and 2.5 stays; the median of two is in the middle."""
    for stays, mean, median in (
        ([0, 0, 0, 1], "0.3", "0.0"),
        ([0, 0, 1, 2], "0.8", "0.5"),
        ([10, 3], "6.5", "6.5"),
        ([1, 2, 100], "34.3", "2.0"),
        ([7] * 19 + [8], "7.1", "7.0"),
    ):
        evaluates(user, *stays_of(stays))
        sees_figures(user, mean=mean, median=median)


@testcode("Results", "Depots")
def the_95_percent_stay_is_one_of_the_stays(user: FilesUser, inputs: Inputs) -> None:
    """Of twenty the nineteenth, of twenty-one the twentieth, of one the only one."""
    for count, rank in ((1, 1), (19, 19), (20, 19), (21, 20), (40, 38), (41, 39)):
        stays = sorted(inputs.sample(range(1, 5000), count))
        mixed = inputs.sample(stays, count)
        evaluates(user, *stays_of(mixed))
        sees_figures(user, p95=str(stays[rank - 1]), longest=str(stays[-1]), in_=str(count), out=str(count))


@testcode("Results", "Depots")
def the_most_at_once_is_counted_scan_by_scan(user: FilesUser) -> None:
    """In one minute one goes before the next comes, or after it."""
    evaluates(
        user,
        scan(0, "A"),
        scan(1, "A", "out"),
        scan(1, "B"),
        scan(1, "C", depot="ULM"),
        scan(2, "D", depot="ULM"),
        scan(2, "C", "out", "ULM"),
        scan(3, "E", depot="KIL"),
    )
    sees_figures(user, "HAM", most="1", left="1")
    sees_figures(user, "ULM", most="2", left="1")
    sees_figures(user, "KIL", most="1", left="1")
    sees_summary(user, most=3)


@testcode("Scans", "Follow parcels")
def repeated_scans_change_nothing(user: FilesUser, inputs: Inputs) -> None:
    """Neither the beginning of the stay nor the weight, nor how many are there."""
    first, later = inputs.sample(range(100, 900), 2)
    evaluates(
        user,
        scan(0, "A", grams=first),
        scan(50, "A", grams=later),
        scan(60, "A", grams=later),
        scan(100, "A", "out"),
        scan(110, "A", grams=later),
    )
    sees_figures(user, in_="2", out="1", repeated="2", grams=str(first + later), mean="100.0", most="1", left="1")
    sees(user, "days.csv", DAYS, [[START.date().isoformat(), "2", "1", str(first + later)]])
    sees(user, "waiting.csv", WAITING, [["A", "HAM", at(110), "0"]])


@testcode("Scans", "Follow parcels")
def stray_scans_change_nothing(user: FilesUser, inputs: Inputs) -> None:
    """Of a parcel never seen, of one that is elsewhere, of one that has gone already."""
    grams = inputs.randint(1, 500)
    evaluates(
        user,
        scan(0, "GHOST", "out", "KIL"),
        scan(0, "A", grams=grams),
        scan(5, "A", "out", "ULM"),
        scan(20, "A", "out"),
        scan(30, "A", "out"),
    )
    sees_figures(user, "KIL", in_="0", out="0", stray="1", most="0", left="0", mean="", p95="")
    sees_figures(user, "ULM", in_="0", out="0", stray="1", most="0")
    sees_figures(user, "HAM", in_="1", out="1", stray="1", missed="0", longest="20", left="0")
    sees_summary(user, scans=5, most=1, first=at(0), last=at(30))
    sees(user, "days.csv", DAYS, [[START.date().isoformat(), "1", "1", str(grams)]])


@testcode("Scans", "Follow parcels")
def a_parcel_that_turns_up_elsewhere_was_missed(user: FilesUser, inputs: Inputs) -> None:
    """Where it was it has no stay and is no longer; where it is its stay begins."""
    grams = inputs.randint(1, 500)
    evaluates(
        user,
        scan(0, "A"),
        scan(0, "B"),
        scan(10, "A", depot="ULM", grams=grams),
        scan(12, "A", "out"),
        scan(40, "A", "out", "ULM"),
        scan(60, "B", "out"),
        scan(61, "C"),
    )
    sees_figures(user, "HAM", in_="3", out="1", missed="1", stray="1", mean="60.0", longest="60", most="2", left="1")
    sees_figures(user, "ULM", in_="1", out="1", missed="0", grams=str(grams), mean="30.0", left="0")
    sees_summary(user, most=2)


@testcode("Scans", "Follow parcels")
def parcels_come_again(user: FilesUser, inputs: Inputs) -> None:
    """Each time with a stay of its own, also in the minute in which it went."""
    stays = inputs.sample(range(1, 900), 3)
    lines, minute = [], 0
    for stay in stays:
        lines += [scan(minute, "A"), scan(minute + stay, "A", "out")]
        minute += stay
    evaluates(user, *lines, scan(minute, "A"), scan(minute, "A", "out"))
    rows = sorted([0, *stays])
    sees_figures(
        user, in_="4", out="4", longest=str(rows[-1]), median=tenths(Fraction(rows[1] + rows[2], 2)), most="1", left="0"
    )
    sees(user, "waiting.csv", WAITING, [])


@testcode("Results", "Days")
def every_day_has_a_line(user: FilesUser, inputs: Inputs) -> None:
    """Over the end of February, with days on which nothing happened, or only a stray scan."""
    grams = inputs.randint(1, 900)
    evaluates(
        user,
        scan(0, "X", "out"),
        scan(1440, "A", grams=grams),
        scan(1440 + 1079, "B", grams=1),
        scan(1440 + 1080, "B", "out"),
        scan(1440 * 5, "A", "out"),
    )
    rows = [
        ["2025-02-26", "0", "0", "0"],
        ["2025-02-27", "2", "0", str(grams + 1)],
        ["2025-02-28", "0", "1", "0"],
        ["2025-03-01", "0", "0", "0"],
        ["2025-03-02", "0", "0", "0"],
        ["2025-03-03", "0", "1", "0"],
    ]
    sees(user, "days.csv", DAYS, rows)


@testcode("Results", "Days")
def drawn_days_are_as_expected(user: FilesUser, inputs: Inputs) -> None:
    """Some weeks of drawn scans."""
    expected = Expected()
    evaluates(user, *drawn_scans(inputs, 300, expected))
    sees(user, "days.csv", DAYS, expected.rows_of_days())
    sees_summary(user, last=at(expected.last))


@testcode("Results", "Waiting parcels")
def those_who_wait_longest_are_first(user: FilesUser, inputs: Inputs) -> None:
    """By time, then by parcel; up to the last scan, even a stray one; a hundred at most."""
    names = [f"{letter}{inputs.randint(10, 99)}" for letter in "ZYXWVUTSRQ"]
    lines = [scan(at_ // 2, name) for at_, name in enumerate(names)]
    evaluates(user, *lines, scan(500, "NONE", "out"))
    rows = [(at_ // 2, name) for at_, name in enumerate(names)]
    sees(user, "waiting.csv", WAITING, [[name, "HAM", at(m), str(500 - m)] for m, name in sorted(rows)])
    many = [f"P{number:03}" for number in range(150)]
    evaluates(user, *(scan(0, name) for name in reversed(many)), scan(1, "P000", "out"))
    sees(user, "waiting.csv", WAITING, [[name, "HAM", at(0), "1"] for name in many[1:101]])


@testcode("Results", "Waiting parcels")
def drawn_parcels_wait(user: FilesUser, inputs: Inputs) -> None:
    """Those that are there at the end of drawn scans."""
    expected = Expected()
    evaluates(user, *drawn_scans(inputs, 600, expected))
    sees(user, "waiting.csv", WAITING, expected.rows_of_waiting())


@testcode("Scans", "Name problems")
def lines_that_are_no_scans_are_problems(user: FilesUser, inputs: Inputs) -> None:
    """Each beside a good scan, whose results do not change; blank lines are not problems, but count as lines."""
    good = scan(0, "A")
    wrong = [
        good.replace("2025-02-26", "2025-02-29"),
        good.replace("T06:00", "T24:00"),
        good.replace("T06:00", "T06:60"),
        good.replace("T06:00", "T06:00:00"),
        good.replace("T", " "),
        good.replace("HAM", "HA"),
        good.replace("HAM", "Ham"),
        good.replace("HAM", "HAMB"),
        good.replace(";A;", ";;"),
        good.replace(";A;", ";a;"),
        good.replace(";A;", ";A-1;"),
        good.replace(";A;", ";A234567890123;"),
        good.replace(";in;", ";IN;"),
        good.replace(";in;", ";back;"),
        good.replace(";100;", ";;"),
        good.replace(";100;", ";0;"),
        good.replace(";100;", ";31501;"),
        good.replace(";100;", ";1.5;"),
        good.replace(";100;", ";-5;"),
        good[:-1],
        f" {good}",
        f'"{inputs.word()}", {inputs.word()}',
        f"{inputs.word(80)}",
    ]
    evaluates(user, good, *[line for each in wrong for line in (each, "")], scan(9, "A", "out"))
    sees(user, "problems.csv", PROBLEMS, [[str(3 + 2 * number), line[:60]] for number, line in enumerate(wrong)])
    sees_summary(user, scans=2, problems=len(wrong), first=at(0), last=at(9))
    sees_figures(user, in_="1", out="1", longest="9", repeated="0", stray="0", grams="100")
    rows = user.reads_csv(user.text("out/depots.csv"))
    assert len(rows) == 2, f"there are {len(rows) - 1} depots instead of one"


@testcode("Scans", "Name problems")
def limits_belong_to_scans(user: FilesUser) -> None:
    """The lightest and the heaviest parcel, the longest name, a leap day, the last minute of a day."""
    name = "A2345678901Z"
    lines = ["2024-02-29T00:00;AAA;0;in;1;", f"2024-02-29T23:59;ZZZ;{name};in;31500;x", "2024-02-29T23:59;AAA;0;out;5;"]
    evaluates(user, *lines)
    sees_summary(user, scans=3, problems=0, first="2024-02-29T00:00", last="2024-02-29T23:59", most=2)
    sees(user, "waiting.csv", WAITING, [[name, "ZZZ", "2024-02-29T23:59", "0"]])
    sees(user, "days.csv", DAYS, [["2024-02-29", "2", "1", "31501"]])


@testcode("Scans", "Name problems")
def time_does_not_go_back(user: FilesUser, inputs: Inputs) -> None:
    """A scan from before the one before it is a problem; what is no scan does not count for that; equal is fine."""
    word = inputs.word()
    early, broken = scan(19, "B", remark=word), f"2030-01-01T00:00;HAM;{word};in;1;"
    evaluates(user, scan(20, "A"), early, broken, scan(20, "C"), scan(21, "A", "out"), scan(20, "C", "out"))
    problems = [["3", early], ["4", broken], ["7", scan(20, "C", "out")]]
    sees(user, "problems.csv", PROBLEMS, [[line, text[:60]] for line, text in problems])
    sees_figures(user, in_="2", out="1", left="1", longest="1")
    sees_summary(user, scans=3, problems=3, first=at(20), last=at(21))


@testcode("Scans", "Name problems")
def a_thousand_problems_are_named(user: FilesUser, inputs: Inputs) -> None:
    """All are counted."""
    words = [f"{inputs.word()}, {number}" for number in range(1003)]
    evaluates(user, *words, scan(0, "A"))
    sees(user, "problems.csv", PROBLEMS, [[str(number), word] for number, word in enumerate(words[:1000], 2)])
    sees_summary(user, scans=1, problems=1003)
    sees_figures(user, in_="1", left="1")


@testcode("Scans", "Understand lines")
def remarks_may_be_anything(user: FilesUser, inputs: Inputs) -> None:
    """Semicolons, quotation marks that are never closed, commas, other alphabets, and very long ones."""
    word = inputs.word()
    remarks = ['"', f'"{word}', f'{word};"x";;', "a,b", "Größe ✓ 大", ";;;;;", "'" * 3, "x" * 100_000, '"";"', "\t"]
    lines = [scan(number, f"P{number}", remark=remark) for number, remark in enumerate(remarks)]
    evaluates(user, *lines, *(scan(20, f"P{number}", "out", remark=remark) for number, remark in enumerate(remarks)))
    count = str(len(remarks))
    sees_figures(user, in_=count, out=count, grams=str(100 * len(remarks)), longest="20", left="0")
    sees_summary(user, scans=2 * len(remarks), problems=0)


@testcode("Scans", "Understand lines")
def ends_of_lines_do_not_matter(user: FilesUser, inputs: Inputs) -> None:
    """Windows and Linux, a byte order mark, no end behind the last line; problems are named without their ends."""
    word = inputs.word()
    lines = [HEADING, scan(0, "A", remark=word), f"{word};", "", scan(30, "A", "out")]
    for text in ("\ufeff" + "\r\n".join(lines), "\n".join(lines), "\ufeff" + "\n".join(lines) + "\n"):
        user.writes("scans.csv", text)
        user.runs(arguments=["scans.csv", "out"])
        sees(user, "problems.csv", PROBLEMS, [["3", f"{word};"]])
        sees_figures(user, in_="1", out="1", mean="30.0")
        sees_summary(user, scans=2, problems=1)


@testcode("Scans", "Understand lines")
def bytes_that_are_no_text_do_not_matter(user: FilesUser) -> None:
    """In remarks; a line of them is a problem."""
    user.puts("latin.csv")
    user.runs(arguments=["latin.csv", "out"])
    sees_figures(user, in_="1", out="1", mean="7.0", grams="10")
    sees_summary(user, scans=2, problems=1, first="2025-01-01T08:00", last="2025-01-01T08:07")
    rows = user.rows(user.reads_csv(user.text("out/problems.csv"), columns=2), count=2)
    assert rows[1][0] == "4", f"the problem is in line {rows[1][0]}"


@testcode("Results", "Summary")
def a_file_without_scans_has_empty_results(user: FilesUser) -> None:
    """The heading alone, and problems alone."""
    evaluates(user)
    for name, heading in (
        ("depots.csv", DEPOTS),
        ("days.csv", DAYS),
        ("waiting.csv", WAITING),
        ("problems.csv", PROBLEMS),
    ):
        sees(user, name, heading, [])
    sees_summary(user, scans=0, problems=0, first=None, last=None, most=0)
    evaluates(user, "?", scan(0, "a"))
    sees_summary(user, scans=0, problems=2, first=None, last=None, most=0)
    sees(user, "days.csv", DAYS, [])
    evaluates(user, scan(0, "A"))
    sees_summary(user, scans=1, problems=0, first=at(0), last=at(0), most=1)


@testcode("Command line", "Evaluate a file")
def later_results_replace_earlier_ones(user: FilesUser, inputs: Inputs) -> None:
    """In a deep folder that is not there at first; other files in it stay."""
    expected = Expected()
    for count in (200, 20):
        expected = Expected()
        lines = list(drawn_scans(inputs, count, expected))
        user.writes("in/scans.csv", "".join(f"{line}\n" for line in (HEADING, *lines)))
        user.runs(arguments=["in/scans.csv", "deep/er"])
        user.writes("deep/er/notes.txt", "mine")
    sees(user, "depots.csv", DEPOTS, expected.rows_of_depots(), "deep/er")
    sees(user, "days.csv", DAYS, expected.rows_of_days(), "deep/er")
    sees(user, "waiting.csv", WAITING, expected.rows_of_waiting(), "deep/er")
    user.sees_in("deep/er/notes.txt", "mine")


@testcode("Command line", "Refuse")
def a_wrong_command_line_is_refused(user: FilesUser) -> None:
    """Too little, too much; the right one is not refused."""
    user.writes("scans.csv", f"{HEADING}\n{scan(0, 'A')}\n")
    for arguments in ([], ["scans.csv"], ["scans.csv", "out", "more"], ["--fast", "scans.csv", "out"]):
        refuses(user, arguments, 2)
    evaluates(user, scan(0, "A"), scan(5, "A", "out"))
    sees_figures(user, in_="1", out="1", longest="5")


@testcode("Command line", "Refuse")
def files_that_are_no_scans_are_refused(user: FilesUser, inputs: Inputs) -> None:
    """Not there, a folder, empty, without or with another heading; earlier results stay as they are."""
    expected = Expected()
    evaluates(user, *drawn_scans(inputs, 50, expected))
    user.writes("folder/x.csv", HEADING)
    for text in (
        "",
        scan(0, "A"),
        "time;depot;parcel;event;grams\n",
        f"x\n{HEADING}\n",
        HEADING.upper(),
        HEADING + ";more",
    ):
        user.writes("other.csv", text)
        refuses(user, ["other.csv", "out"])
        refuses(user, ["other.csv", "new"])
    for name in ("absent.csv", "folder"):
        refuses(user, [name, "out"])
    refuses(user, ["scans.csv", "other.csv"])
    sees(user, "depots.csv", DEPOTS, expected.rows_of_depots())


def a_year(inputs: Inputs, expected: Expected) -> Iterator[str]:
    """Yield the heading and about a million scans of half a million parcels, 200 MB in all."""
    depots = [f"{letter}{word.upper()}" for letter, word in zip("ABCDEFGHIJ", inputs.words(10, 2), strict=True)]
    remarks = [" ".join(inputs.words(inputs.randint(15, 28))) for _ in range(40)]
    there: deque[tuple[str, str]] = deque()
    written, number, minute = 0, 0, 0
    yield HEADING
    while written < YEAR_BYTES:
        draw = inputs.getrandbits(24)
        minute += draw & 1
        number += 1
        parcel, name, grams = f"P{number * 7919 % 99_999_989}", depots[draw % 10], 1 + draw % 31_500
        line = scan_of_year(minute, name, parcel, "in", grams, remarks[draw % 40])
        expected.take(minute, parcel, "in", name, grams)
        there.append((parcel, name))
        written += len(line) + 1
        yield line
        if len(there) > 15_000 or draw & 6 == 6:
            parcel, name = there.popleft()
            event, where = ("in", depots[draw % 7]) if draw % 97 == 0 else ("out", name)
            expected.take(minute, parcel, event, where, 5)
            line = scan_of_year(minute, where, parcel, event, 5, remarks[draw % 39])
            written += len(line) + 1
            yield line


def scan_of_year(minute: int, depot: str, parcel: str, event: str, grams: int, remark: str) -> str:
    day, of_day = divmod(minute + START.hour * 60, 1440)
    when = date.fromordinal(START.toordinal() + day)
    return f"{when}T{of_day // 60:02}:{of_day % 60:02};{depot};{parcel};{event};{grams};{remark}"


@testcode("Command line", "Keep to the small machine")
def a_year_fits_into_the_small_machine(user: FilesUser, inputs: Inputs) -> None:
    """200 MB with 128 MiB of data and 60 seconds of processor time, and every figure is right."""
    expected = Expected()
    user.writes_lines("year.csv", a_year(inputs, expected))
    user.runs(arguments=["year.csv", "out"], memory=MEMORY, cpu=CPU)
    sees(user, "depots.csv", DEPOTS, expected.rows_of_depots())
    sees(user, "days.csv", DAYS, expected.rows_of_days())
    sees(user, "waiting.csv", WAITING, expected.rows_of_waiting())
    sees_summary(user, scans=expected.scans, problems=0, most=expected.together)
