"""What a bookkeeper tries who closed too much."""

from missions import ConsoleUser, testcode

from ..testcodes import books, enters_all, is_refused, opens, sees_lines


@testcode("Accounts", "Close accounts")
def a_closing_is_undone(user: ConsoleUser) -> None:
    """By undo, also after a restart."""
    opens(user)
    enters_all(user, "close", "Bank")
    user.sees("Closed: Bank")
    user.enters("open")
    is_refused(user, "cash", because="There is an account of this name already.")
    user.enters("bank")
    is_refused(user, "money", because="This is not a kind.")
    user.enters("")
    user.starts()
    user.enters("accounts")
    sees_lines(user, "Bank asset closed", "Cash asset")
    user.enters("undo")
    user.sees("Undone: closing of Bank")
    books(user, "today", "Deposit", "Bank 5", "Cash -5")


@testcode("Accounts", "Open closed accounts again")
def a_closed_account_is_opened_again(user: ConsoleUser) -> None:
    """With another kind, with its first name, and with what was booked on it; then its name is taken, until undo."""
    opens(user)
    books(user, "2025-03-01", "There", "Bank 5", "Cash -5")
    books(user, "2025-03-02", "And back", "Bank -5", "Cash 5")
    enters_all(user, "close", "Bank", "open", "BANK", "liability")
    user.starts()
    user.enters("accounts")
    sees_lines(user, "Bank liability", "Cash asset")
    enters_all(user, "statement", "bank")
    sees_lines(user, "2025-03-01 There 5.00 5.00", "2025-03-02 And back -5.00 0.00", "Balance: 0.00")
    user.enters("open")
    is_refused(user, "Bank", because="There is an account of this name already.")
    enters_all(user, "", "undo")
    user.sees("Undone: account Bank")
    user.enters("accounts")
    sees_lines(user, "Bank asset closed", "Cash asset")
    enters_all(user, "open", "bank", "asset")
    books(user, "today", "Deposit", "Bank 7", "Cash -7")


@testcode("Accounts", "Close several accounts")
def several_accounts_are_closed_at_once(user: ConsoleUser) -> None:
    """All or none; the first that cannot be closed is named; undo takes all back."""
    opens(user)
    books(user, "today", "Lunch", "Food 5", "Cash -5")
    user.enters("close")
    is_refused(user, "Bank, Food, Cash", "bank,food", because="Food: The balance is 5.00.")
    is_refused(user, "Bank, Casino", because="Casino: There is no such account.")
    enters_all(user, "wages, BANK, Bank")
    sees_lines(user, "Closed: Wages", "Closed: Bank")
    user.enters("accounts")
    sees_lines(user, "Bank asset closed", "Cash asset", "Food expense", "Start equity", "Wages income closed")
    user.enters("close")
    is_refused(user, "Start, Wages", because="Wages: This account is closed.")
    is_refused(user, "Cash", because="The balance is -5.00.")
    enters_all(user, "", "undo")
    user.sees("Undone: closing of Wages, Bank")
    user.enters("accounts")
    sees_lines(user, "Bank asset", "Cash asset", "Food expense", "Start equity", "Wages income")


@testcode("Accounts", "Open closed accounts again", before=["a_closing_is_undone"])
def an_account_closed_before_is_opened_again(user: ConsoleUser) -> None:
    """The account was closed, opened by undo and booked on in the version before; another one is closed now."""
    user.starts()
    enters_all(user, "statement", "Bank")
    sees_lines(user, "2025-03-14 Deposit 5.00 5.00", "Balance: 5.00")
    enters_all(user, "close", "Wages, Food", "open", "wages", "expense", "accounts")
    sees_lines(user, "Bank asset", "Cash asset", "Food expense closed", "Start equity", "Wages expense")
