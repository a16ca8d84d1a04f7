"""What a bookkeeper tries at the ledger shell. Whenever the program is started it is 2025-03-14."""

from typing import Annotated

from missions import ConsoleUser, FileName, Inputs, testcode

LedgerFile = Annotated[FileName, "file in which everything is kept"]

HEADING = "date,text,debit,credit,amount\n"
ACCOUNTS = {"Cash": "asset", "Bank": "asset", "Food": "expense", "Wages": "income", "Start": "equity"}


def enters_all(user: ConsoleUser, *answers: str) -> None:
    for answer in answers:
        user.enters(answer)


def opens(user: ConsoleUser) -> None:
    """Start the program and open five accounts."""
    user.starts()
    for name, kind in ACCOUNTS.items():
        enters_all(user, "open", name, kind)


def books(user: ConsoleUser, day: str, text: str, *lines: str) -> None:
    """Make an entry."""
    enters_all(user, "entry", day, text, *lines, "done")
    user.sees(matching=r"Entry \d+ saved\.")


def is_refused(user: ConsoleUser, *answers: str, because: str) -> None:
    """Each answer is refused with the same words, and the question is asked again."""
    user.does_not_see(because)
    for answer in answers:
        user.enters(answer)
        user.sees(because)


def sees_lines(user: ConsoleUser, *lines: str) -> None:
    """The output has these lines, one directly after the other, blanks aside."""
    seen = [" ".join(line.split()) for line in user.output().splitlines()]
    seen = [line for line in seen if line]
    wanted = [" ".join(line.split()) for line in lines]
    places = range(len(seen) - len(wanted) + 1)
    found = any(seen[place : place + len(wanted)] == wanted for place in places)
    assert found, f"these lines are not shown together: {wanted}; shown is {seen[-40:]}"


def euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def still_books(user: ConsoleUser, inputs: Inputs) -> None:
    """After a start, drawn amounts are booked between two drawn accounts, and the statement adds them up."""
    user.starts()
    first, second = inputs.names(2, letters=9)
    enters_all(user, "open", first, "asset", "open", second, "income")
    amounts = [inputs.randint(1, 999_999) for _ in range(3)]
    for amount in amounts:
        books(user, "today", inputs.name(), f"{first} {euros(amount)}", f"{second} -{euros(amount)}")
    enters_all(user, "statement", first)
    user.sees(f"{euros(amounts[2])} {euros(sum(amounts))}")
    user.sees(f"Balance: {euros(sum(amounts))}")


def sees_no_entries(user: ConsoleUser) -> None:
    user.enters("journal")
    user.sees("The journal is empty.")


@testcode("Shell", "Take commands")
def unknown_commands_are_explained(user: ConsoleUser, inputs: Inputs) -> None:
    """Nonsense and an empty line; capital letters do not matter; quit ends."""
    user.starts()
    is_refused(user, "help me", "", "entries", because="Unknown command.")
    user.enters("ACCOUNTS")
    user.sees("There are no accounts.")
    user.does_not_see("Unknown command.")
    enters_all(user, "Open", "Cash", "ASSET", "accounts")
    sees_lines(user, "Cash asset")
    user.enters("Quit")
    user.has_left(0)
    still_books(user, inputs)


@testcode("Accounts", "Open accounts")
def accounts_are_opened_and_listed(user: ConsoleUser, inputs: Inputs) -> None:
    """By name, whatever the letters, with an accent too; impossible names and kinds are refused and asked again."""
    user.starts()
    user.enters("open")
    is_refused(user, "Cash!", "x" * 31, "a-b", because="A name has 1 to 30 letters, digits and blanks.")
    enters_all(user, "petty Cash 2")
    is_refused(user, "money", "assets", because="This is not a kind.")
    user.enters("asset")
    user.enters("open")
    is_refused(user, "PETTY cash 2", because="There is an account of this name already.")
    enters_all(user, "y" * 30, "Liability")
    for name, kind in (("Zebra", "equity"), ("bread", "expense"), ("oil", "income"), ("Café", "expense")):
        enters_all(user, "open", name, kind)
    user.enters("accounts")
    rows = ["bread expense", "Café expense", "oil income", "petty Cash 2 asset", f"{'y' * 30} liability"]
    sees_lines(user, *rows, "Zebra equity")
    still_books(user, inputs)


@testcode("Entries", "Make an entry")
def an_entry_must_be_balanced(user: ConsoleUser, inputs: Inputs) -> None:
    """No line and one line are refused, and a difference on either side with the sum; more lines balance it. The name
    of an account may end with a number."""
    opens(user)
    enters_all(user, "open", "Petty cash 2", "asset")
    enters_all(user, "entry", "2025-03-10", "Groceries and bus")
    is_refused(user, "done", because="An entry has at least two lines.")
    user.enters("Food 20")
    is_refused(user, "done", because="An entry has at least two lines.")
    user.enters("cash -22.50")
    is_refused(user, "done", because="The entry is not balanced: -2.50")
    user.enters("FOOD 2.55")
    is_refused(user, "done", because="The entry is not balanced: 0.05")
    enters_all(user, "petty CASH 2 -0.05", "done")
    user.sees("Entry 1 saved.")
    user.enters("journal")
    sees_lines(user, "1 2025-03-10 Groceries and bus", "Food 20.00", "Cash -22.50", "Food 2.55", "Petty cash 2 -0.05")
    still_books(user, inputs)


@testcode("Entries", "Make an entry")
def the_journal_is_in_order(user: ConsoleUser, inputs: Inputs) -> None:
    """By day, then number; today can be said in a word."""
    opens(user)
    sees_no_entries(user)
    books(user, "today", "Lunch", "Food 9.90", "Cash -9.90")
    books(user, "2025-01-31", "Wages of January", "Bank 1500", "Wages -1500")
    books(user, "TODAY", "Dinner", "Food +19.9", "Cash -19.9")
    books(user, "2024-02-29", "Beginning", "Cash 100.00", "Start -100.00")
    user.enters("journal")
    sees_lines(
        user,
        *("4 2024-02-29 Beginning", "Cash 100.00", "Start -100.00"),
        *("2 2025-01-31 Wages of January", "Bank 1500.00", "Wages -1500.00"),
        *("1 2025-03-14 Lunch", "Food 9.90", "Cash -9.90"),
        *("3 2025-03-14 Dinner", "Food 19.90", "Cash -19.90"),
    )
    still_books(user, inputs)


@testcode("Entries", "Refuse wrong answers")
def wrong_answers_are_asked_again(user: ConsoleUser, inputs: Inputs) -> None:
    """Days, accounts and amounts; afterwards the entry has only what was right."""
    opens(user)
    user.enters("entry")
    is_refused(user, "2025-02-29", "14.3.2025", "2025-3-1", "tomorrow", because="This is not a date.")
    is_refused(user, "2025-03-15", because="This day is in the future.")
    enters_all(user, "2025-03-14", "Repairs")
    is_refused(user, "Casino 5", "Cash Cash 5", because="There is no such account.")
    is_refused(
        user, "Cash 0", "Cash 0.00", "Cash -0", "Cash 1.234", "Cash 1,50", "Cash --5", because="This is not an amount."
    )
    enters_all(user, "Food 5.5", "Cash -5.50", "done")
    user.sees("Entry 1 saved.")
    enters_all(user, "statement", "Cash")
    sees_lines(user, "2025-03-14 Repairs -5.50 -5.50", "Balance: -5.50")
    still_books(user, inputs)


@testcode("Accounts", "Statement")
def the_balance_runs_by_day(user: ConsoleUser, inputs: Inputs) -> None:
    """An entry of an earlier day, made later, stands before, one of the same day behind; an account twice in one entry
    has two lines."""
    opens(user)
    enters_all(user, "statement", "food")
    user.sees("Balance: 0.00")
    books(user, "2025-03-10", "Shopping", "Food 30", "Cash -30")
    books(user, "2025-03-01", "Pay", "Cash 1000", "Wages -1000")
    books(user, "2025-03-12", "Returned", "Cash 5.25", "Food -7", "Food 1.75")
    books(user, "2025-03-10", "Another shop", "Food 0.25", "Bank -0.25")
    user.enters("statement")
    is_refused(user, "Foot", because="There is no such account.")
    user.enters("FOOD")
    sees_lines(
        user,
        *("2025-03-10 Shopping 30.00 30.00", "2025-03-10 Another shop 0.25 30.25"),
        *("2025-03-12 Returned -7.00 23.25", "2025-03-12 Returned 1.75 25.00", "Balance: 25.00"),
    )
    enters_all(user, "statement", "Cash")
    sees_lines(
        user,
        *("2025-03-01 Pay 1000.00 1000.00", "2025-03-10 Shopping -30.00 970.00", "2025-03-12 Returned 5.25 975.25"),
        "Balance: 975.25",
    )
    still_books(user, inputs)


@testcode("Trial balance", "Balance of a day")
def the_trial_balance_adds_up(user: ConsoleUser, inputs: Inputs) -> None:
    """With and without the entries of the last day; accounts without entries are there, too. A loss is negative."""
    opens(user)
    enters_all(user, "open", "Loan", "liability")
    books(user, "2025-01-15", "Shoes", "Food 5.05", "Loan -5.05")
    books(user, "2025-02-28", "Pay", "Bank 1000.10", "Wages -1000.10")
    books(user, "2025-03-01", "Withdrawal", "Cash 200.20", "Bank -200.20")
    books(user, "2025-03-02", "Shopping", "Food 33.33", "Cash -33.33")
    enters_all(user, "balance", "2025-02-27")
    sees_lines(
        user,
        "Bank asset 0.00 0.00 0.00",
        "Cash asset 0.00 0.00 0.00",
        "Food expense 5.05 0.00 5.05",
        "Loan liability 0.00 5.05 -5.05",
        "Start equity 0.00 0.00 0.00",
        "Wages income 0.00 0.00 0.00",
        "Total 5.05 5.05 0.00",
        "Profit: -5.05",
    )
    enters_all(user, "balance", "2025-03-01")
    sees_lines(
        user,
        "Bank asset 1000.10 200.20 799.90",
        "Cash asset 200.20 0.00 200.20",
        "Food expense 5.05 0.00 5.05",
        "Loan liability 0.00 5.05 -5.05",
        "Start equity 0.00 0.00 0.00",
        "Wages income 0.00 1000.10 -1000.10",
        "Total 1205.35 1205.35 0.00",
        "Profit: 995.05",
    )
    user.enters("balance")
    is_refused(user, "2025-03-32", because="This is not a date.")
    user.enters("today")
    sees_lines(user, "Food expense 38.38 0.00 38.38", "Loan liability 0.00 5.05 -5.05")
    sees_lines(user, "Total 1238.68 1238.68 0.00", "Profit: 961.72")
    still_books(user, inputs)


@testcode("Trial balance", "Balance of a day")
def cents_do_not_get_lost(user: ConsoleUser) -> None:
    """A thousand times ten cents and large amounts, which binary fractions cannot hold."""
    opens(user)
    rows = "".join("2025-03-01,Ten cents,Cash,Wages,0.10\n" for _ in range(1000))
    user.writes("cents.csv", f"{HEADING}{rows}2025-03-01,Fortune,Bank,Start,90071992.55\n")
    enters_all(user, "import", "cents.csv")
    user.sees("1001 entries imported")
    enters_all(user, "balance", "today")
    sees_lines(user, "Bank asset 90071992.55 0.00 90071992.55", "Cash asset 100.00 0.00 100.00")
    sees_lines(user, "Total 90072092.55 90072092.55 0.00", "Profit: 100.00")


@testcode("Entries", "Divide an amount")
def cents_left_over_go_to_the_first(user: ConsoleUser, inputs: Inputs) -> None:
    """100 among three; 0.05 among three; 90 among three; the payer is credited."""
    opens(user)
    enters_all(user, "divide", "2025-03-03", "Feast", "cash", "100", "wages, FOOD ,Start")
    sees_lines(user, "Wages 33.34", "Food 33.33", "Start 33.33", "Entry 1 saved.")
    enters_all(user, "divide", "2025-03-04", "Crumbs", "Cash", "0.05", "Food,Wages,Start")
    sees_lines(user, "Food 0.02", "Wages 0.02", "Start 0.01")
    enters_all(user, "divide", "today", "Even", "Cash", "90.00", "Bank")
    sees_lines(user, "Bank 90.00", "Entry 3 saved.")
    enters_all(user, "statement", "Cash")
    sees_lines(
        user,
        *("2025-03-03 Feast -100.00 -100.00", "2025-03-04 Crumbs -0.05 -100.05", "2025-03-14 Even -90.00 -190.05"),
        "Balance: -190.05",
    )
    enters_all(user, "statement", "Food")
    user.sees("Balance: 33.35")
    still_books(user, inputs)


@testcode("Entries", "Divide an amount")
def what_cannot_be_divided_is_refused(user: ConsoleUser, inputs: Inputs) -> None:
    """Negative amounts, an account twice, the payer among the others, fewer cents than accounts."""
    opens(user)
    enters_all(user, "divide", "today", "Leftovers")
    is_refused(user, "Nobody", because="There is no such account.")
    user.enters("Cash")
    is_refused(user, "-1", "-0.01", "0", "0.005", because="This is not an amount.")
    user.enters("0.02")
    is_refused(user, "Food,food", "Food, Cash", because="An account is named twice.")
    is_refused(user, "Food,Wages,Start", because="The amount is too small to be divided.")
    is_refused(user, "Food, Nobody", because="There is no such account.")
    user.enters("Food, Wages")
    sees_lines(user, "Food 0.01", "Wages 0.01", "Entry 1 saved.")
    enters_all(user, "statement", "Cash")
    user.sees("Balance: -0.02")
    still_books(user, inputs)


@testcode("Shell", "Take commands")
def an_empty_line_leaves_every_command(user: ConsoleUser, inputs: Inputs) -> None:
    """At each question; the next command works at once, and nothing has changed."""
    opens(user)
    for questions in (
        ("open",),
        ("open", "Coffee"),
        ("entry",),
        ("entry", "today"),
        ("entry", "today", "Coffee"),
        ("entry", "today", "Coffee", "Food 2", "Cash -2"),
        ("divide",),
        ("divide", "today", "Coffee", "Cash", "2"),
        ("statement",),
        ("balance",),
        ("import",),
        ("lock",),
    ):
        enters_all(user, *questions, "")
        sees_no_entries(user)
    user.enters("accounts")
    user.does_not_see("Coffee")
    books(user, "2024-12-31", "Not locked", "Food 2", "Cash -2")
    user.enters("undo")
    user.sees("Undone: entry 1")
    user.enters("undo")
    user.sees("Undone: account Start")
    still_books(user, inputs)


@testcode("Shell", "End at any time")
def ending_in_the_middle_changes_nothing(user: ConsoleUser, inputs: Inputs) -> None:
    """Ctrl+D before an entry is done and Ctrl+C at other questions end orderly."""
    opens(user)
    for questions, key in (
        (("entry", "today", "Half", "Food 2", "Cash -2"), "Ctrl+D"),
        (("divide", "today", "Half", "Cash", "2"), "Ctrl+C"),
        (("open", "Half"), "Ctrl+C"),
        ((), "Ctrl+D"),
    ):
        enters_all(user, *questions)
        user.presses(key)
        user.does_not_see("Traceback")
        user.has_left(0)
        user.starts()
    sees_no_entries(user)
    user.enters("accounts")
    user.does_not_see("Half")
    user.sees("Wages income")
    still_books(user, inputs)


@testcode("Shell", "Keep the books")
def everything_is_there_after_a_restart(user: ConsoleUser, inputs: Inputs) -> None:
    """Written at once, so that an end without quit loses nothing; numbers go on."""
    opens(user)
    books(user, "2025-03-10", "Größe & <Maß>", "Food 3.10", "Cash -3.10")
    enters_all(user, "lock", "2025-03-10")
    user.starts()
    user.enters("accounts")
    sees_lines(user, "Bank asset", "Cash asset", "Food expense", "Start equity", "Wages income")
    user.enters("journal")
    sees_lines(user, "1 2025-03-10 Größe & <Maß>", "Food 3.10", "Cash -3.10")
    user.enters("entry")
    is_refused(user, "2025-03-10", because="The books are locked up to 2025-03-10.")
    enters_all(user, "2025-03-11", "Next", "Food 1", "Cash -1", "done")
    user.sees("Entry 2 saved.")
    still_books(user, inputs)


@testcode("Shell", "Keep the books")
def a_damaged_file_is_left_alone(user: ConsoleUser, ledger_file: LedgerFile) -> None:
    """Cut off, or something else; with the whole file again everything is there."""
    opens(user)
    books(user, "today", "Lunch", "Food 3", "Cash -3")
    user.enters("quit")
    whole = user.reads(ledger_file)
    for damaged in (whole[: len(whole) // 2], "7", '["seven"]'):
        user.writes(ledger_file, damaged)
        user.starts()
        user.does_not_see("Traceback")
        user.has_left(2)
        assert user.output().strip(), "nothing is said about the damaged file"
        assert user.reads(ledger_file) == damaged, f"{ledger_file} was changed although it is damaged"
    user.writes(ledger_file, whole)
    user.starts()
    enters_all(user, "statement", "Food")
    sees_lines(user, "2025-03-14 Lunch 3.00 3.00", "Balance: 3.00")


@testcode("Entries", "Undo")
def changes_are_undone_one_by_one(user: ConsoleUser) -> None:
    """Lock, import, entry and account, across a restart; the number is used again, before the restart and after it."""
    user.starts()
    user.enters("undo")
    user.sees("There is nothing to undo.")
    opens(user)
    books(user, "2025-03-01", "First", "Food 1", "Cash -1")
    user.writes("two.csv", f"{HEADING}2025-03-02,Second,Food,Cash,2\n2025-03-03,Third,Food,Cash,3\n")
    enters_all(user, "import", "two.csv")
    books(user, "2025-03-04", "Fourth", "Food 4", "Cash -4")
    user.sees("Entry 4 saved.")
    enters_all(user, "lock", "2025-03-05")
    user.enters("undo")
    user.sees("Undone: lock")
    user.enters("undo")
    user.sees("Undone: entry 4")
    books(user, "2025-03-04", "Fourth again", "Food 4", "Cash -4")
    user.sees("Entry 4 saved.")
    user.starts()
    user.enters("undo")
    user.sees("Undone: entry 4")
    books(user, "2025-03-04", "Another fourth", "Food 40", "Cash -40")
    user.sees("Entry 4 saved.")
    for undone, balance in (("entry 4", "6.00"), ("import of 2 entries", "1.00"), ("entry 1", "0.00")):
        user.enters("undo")
        user.sees(f"Undone: {undone}")
        enters_all(user, "statement", "Food")
        user.sees(f"Balance: {balance}")
    user.enters("undo")
    user.sees("Undone: account Start")
    user.enters("accounts")
    user.does_not_see("Start equity")
    user.starts()
    user.enters("accounts")
    user.does_not_see("Start equity")
    sees_lines(user, "Bank asset", "Cash asset", "Food expense", "Wages income")
    for name in ("Wages", "Food", "Bank", "Cash"):
        user.enters("undo")
        user.sees(f"Undone: account {name}")
    user.enters("undo")
    user.sees("There is nothing to undo.")


@testcode("Entries", "Import entries")
def a_long_import_shows_its_progress(user: ConsoleUser) -> None:
    """Two and a half thousand rows, an empty line and one of blanks, with commas and quotation marks in a text."""
    opens(user)
    user.enters("import")
    is_refused(user, "absent.csv", because="There is no such file.")
    user.writes("other.csv", "text,date,debit,credit,amount\n2025-03-01,x,Food,Cash,1\n")
    is_refused(user, "other.csv", because="The first line must be date,text,debit,credit,amount.")
    rows = "".join(f"2025-01-{number % 31 + 1:02},Row {number},food,CASH,{number}.5\n" for number in range(2499))
    user.writes("long.csv", f'{HEADING}{rows}\n   \n2025-03-14,"Tea, ""green""",Bank,Wages,12.34\n')
    user.enters("long.csv")
    for progress in ("1000 of 2500", "2000 of 2500", "2500 of 2500", "2500 entries imported"):
        user.sees(progress)
    for progress in ("1500 of", "3000 of"):
        user.does_not_see(progress)
    enters_all(user, "statement", "Food")
    user.sees(f"Balance: {sum(range(2499)) + 2499 // 2}.50")
    enters_all(user, "statement", "Bank")
    sees_lines(user, '2025-03-14 Tea, "green" 12.34 12.34', "Balance: 12.34")
    books(user, "today", "After it", "Food 1", "Cash -1")
    user.sees("Entry 2501 saved.")


@testcode("Entries", "Import entries")
def wrong_rows_stop_the_whole_import(user: ConsoleUser) -> None:
    """The first five are named by their lines; five are not followed by "more"; without them everything is imported."""
    opens(user)
    enters_all(user, "lock", "2025-01-31")
    good = ["2025-02-01,First day,Food,Cash,1", "2025-03-14,Last day,Food,Cash,2.05"]
    wrong = {
        "2025-02-30,Leap,Food,Cash,1": "This is not a date.",
        "2025-03-15,Soon,Food,Cash,1": "This day is in the future.",
        "2025-01-31,Late,Food,Cash,1": "The books are locked up to 2025-01-31.",
        "2025-03-01,Who,Nobody,Cash,1": "There is no such account.",
        "2025-03-01,How much,Food,Cash,-1": "This is not an amount.",
        "2025-03-01,Circle,Cash,cash,1": "",
        "2025-03-01,,Food,Cash,1": "",
        "2025-03-01,Short,Food,Cash": "",
    }
    user.writes("wrong.csv", HEADING + "\n\n".join([good[0], *wrong, good[1]]) + "\n")
    enters_all(user, "import", "wrong.csv")
    for line, reason in zip(range(4, 14, 2), wrong.values(), strict=False):
        user.sees(f"line {line}: {reason}")
    user.does_not_see("line 14:")
    user.sees("and 3 more")
    user.sees("Nothing was imported.")
    sees_no_entries(user)
    user.writes("five.csv", HEADING + "\n".join([*list(wrong)[:5], good[0]]) + "\n")
    enters_all(user, "import", "five.csv")
    user.sees("line 6: This is not an amount.")
    user.does_not_see("more")
    user.sees("Nothing was imported.")
    for amount in ("-0.01", "0", "0.00", "1.234", "much"):
        user.writes("one.csv", f"{HEADING}2025-03-01,How much,Food,Cash,{amount}\n")
        enters_all(user, "import", "one.csv")
        user.sees("line 2: This is not an amount.")
        user.sees("Nothing was imported.")
    for row in list(wrong)[5:]:
        user.writes("one.csv", HEADING + row + "\n")
        enters_all(user, "import", "one.csv")
        user.sees(matching=r"^line 2: \S")
        user.sees("Nothing was imported.")
        user.does_not_see("more")
    user.writes("right.csv", HEADING + "\n".join(good) + "\n")
    enters_all(user, "import", "right.csv")
    user.sees("2 entries imported")
    enters_all(user, "statement", "Food")
    user.sees("Balance: 3.05")


@testcode("Entries", "Lock the books")
def a_lock_moves_forward_only(user: ConsoleUser) -> None:
    """Its day is locked, the next is not, for entries and for dividing; what is there stays. When it is undone, the
    lock before it holds again."""
    opens(user)
    books(user, "2025-02-10", "Early", "Food 7", "Cash -7")
    user.enters("lock")
    is_refused(user, "2025-03-15", because="This day is in the future.")
    user.enters("2025-02-28")
    user.sees("Locked up to 2025-02-28.")
    user.enters("lock")
    is_refused(user, "2025-02-28", "2025-01-31", because="The books are locked up to 2025-02-28 already.")
    user.enters("")
    for command in ("entry", "divide"):
        user.enters(command)
        is_refused(user, "2025-02-28", "2025-02-01", because="The books are locked up to 2025-02-28.")
        user.enters("")
    books(user, "2025-03-01", "First day after", "Food 1", "Cash -1")
    enters_all(user, "lock", "today")
    user.sees("Locked up to 2025-03-14.")
    user.enters("entry")
    is_refused(user, "today", because="The books are locked up to 2025-03-14.")
    enters_all(user, "", "statement", "Food")
    sees_lines(user, "2025-02-10 Early 7.00 7.00", "2025-03-01 First day after 1.00 8.00", "Balance: 8.00")
    user.enters("undo")
    user.sees("Undone: lock")
    user.enters("entry")
    is_refused(user, "2025-02-28", because="The books are locked up to 2025-02-28.")
    enters_all(user, "2025-03-14", "Open again", "Food 2", "Cash -2", "done")
    user.sees("Entry 3 saved.")


@testcode("Entries", "Divide an amount")
def drawn_amounts_are_divided(user: ConsoleUser, inputs: Inputs) -> None:
    """The cents left over go to the accounts named first."""
    user.starts()
    payer, *others = inputs.names(1 + inputs.randint(3, 6), letters=9)
    for name in (payer, *others):
        enters_all(user, "open", name, "asset")
    for _ in range(3):
        amount = inputs.randint(100, 999_999)
        part, left = divmod(amount, len(others))
        enters_all(user, "divide", "today", inputs.name(), payer, euros(amount), ", ".join(others))
        sees_lines(user, *(f"{name} {euros(part + (place < left))}" for place, name in enumerate(others)))


@testcode("Entries", "Import entries")
def drawn_rows_are_imported(user: ConsoleUser, inputs: Inputs) -> None:
    """Their sums stand in the trial balance."""
    user.starts()
    first, second = sorted(inputs.names(2, letters=9))
    enters_all(user, "open", first, "asset", "open", second, "income")
    amounts = [inputs.randint(1, 99_999) for _ in range(inputs.randint(20, 40))]
    file = f"{inputs.word()}.csv"
    user.writes(file, HEADING + "".join(f"2025-03-01,{inputs.word()},{first},{second},{euros(a)}\n" for a in amounts))
    enters_all(user, "import", file)
    user.sees(f"{len(amounts)} entries imported")
    total = euros(sum(amounts))
    enters_all(user, "balance", "today")
    sees_lines(user, f"{first} asset {total} 0.00 {total}", f"{second} income 0.00 {total} -{total}")
    user.sees(f"Profit: {total}")
