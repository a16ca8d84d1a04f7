"""What a bookkeeper tries who has too many accounts."""

from missions import ConsoleUser, Inputs, testcode

from ..testcodes import HEADING, books, enters_all, euros, is_refused, opens, sees_lines


def closes(user: ConsoleUser, name: str) -> None:
    enters_all(user, "close", name)
    user.sees(f"Closed: {name}")


@testcode("Accounts", "Close accounts")
def accounts_are_closed_when_nothing_is_on_them(user: ConsoleUser, inputs: Inputs) -> None:
    """A balance of either sign is refused, and asked again; the list says what is closed, also after a restart."""
    opens(user)
    cents = inputs.randint(100, 99_999)
    books(user, "today", "Lunch", f"Food {euros(cents)}", f"Cash -{euros(cents)}")
    user.enters("close")
    is_refused(user, "Foot", because="There is no such account.")
    is_refused(user, "food", because=f"The balance is {euros(cents)}.")
    is_refused(user, "Cash", because=f"The balance is -{euros(cents)}.")
    user.enters("BANK")
    user.sees("Closed: Bank")
    books(user, "today", "Back", f"Food -{euros(cents)}", f"Cash {euros(cents)}")
    closes(user, "Food")
    user.enters("close")
    is_refused(user, "bank", "Food", because="This account is closed.")
    user.enters("")
    user.starts()
    user.enters("accounts")
    sees_lines(user, "Bank asset closed", "Cash asset", "Food expense closed", "Start equity", "Wages income")
    enters_all(user, "statement", "Food")
    sees_lines(user, f"2025-03-14 Lunch {euros(cents)} {euros(cents)}", f"2025-03-14 Back -{euros(cents)} 0.00")


@testcode("Accounts", "Close accounts")
def nothing_is_booked_on_closed_accounts(user: ConsoleUser, inputs: Inputs) -> None:
    """Not by entries, not by dividing on either side, not by imports; other accounts go on."""
    closed = "This account is closed."
    opens(user)
    closes(user, "Bank")
    enters_all(user, "entry", "today", "Lunch")
    is_refused(user, "bank 5", because=closed)
    enters_all(user, "Food 5", "Cash -5", "done")
    user.sees("Entry 1 saved.")
    enters_all(user, "divide", "today", "Shared")
    is_refused(user, "BANK", because=closed)
    cents = inputs.randint(10, 9999)
    enters_all(user, "Cash", euros(2 * cents))
    is_refused(user, "Food, Bank", because="This account is closed.")
    enters_all(user, "Food, Start")
    user.sees(f"Start {euros(cents)}")
    user.writes("rows.csv", f"{HEADING}2025-03-01,Rent,Bank,Cash,5\n2025-03-01,Rent,Food,Bank,5\n")
    enters_all(user, "import", "rows.csv")
    sees_lines(user, f"line 2: {closed}", f"line 3: {closed}", "Nothing was imported.")


@testcode("Accounts", "Close accounts")
def a_closing_is_undone(user: ConsoleUser) -> None:
    """By undo, also after a restart; the name of a closed account remains taken."""
    opens(user)
    closes(user, "Bank")
    user.enters("open")
    is_refused(user, "bank", because="There is an account of this name already.")
    user.enters("")
    user.starts()
    user.enters("undo")
    user.sees("Undone: closing of Bank")
    books(user, "today", "Deposit", "Bank 5", "Cash -5")
    user.enters("accounts")
    sees_lines(user, "Bank asset", "Cash asset", "Food expense")


@testcode("Accounts", "Keep the accounts of before", before=["an_entry_must_be_balanced"])
def accounts_of_before_are_closed(user: ConsoleUser) -> None:
    """The books have five accounts and a sixth one, an entry of four lines, and what was drawn."""
    user.starts()
    enters_all(user, "close")
    is_refused(user, "Food", because="The balance is 22.55.")
    user.enters("bank")
    user.sees("Closed: Bank")
    user.enters("journal")
    sees_lines(user, "1 2025-03-10 Groceries and bus", "Food 20.00", "Cash -22.50", "Food 2.55", "Petty cash 2 -0.05")
    user.enters("undo")
    user.sees("Undone: closing of Bank")
    user.enters("undo")
    user.sees("Undone: entry 4")
