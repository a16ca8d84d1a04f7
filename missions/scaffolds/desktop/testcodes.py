"""Testcodes of the greeter, by a user at a screen."""

from typing import Annotated

from missions import DesktopUser, Message, testcode


@testcode("Main window", "Greet by name")
def greets_by_name(user: DesktopUser) -> None:
    """Two names, one after the other; the second with blanks around it."""
    user.starts()
    user.types("Ada", into="Name")
    user.clicks("Greet")
    user.sees("Hello, Ada!")
    user.types("  Grace ", into="Name")
    user.clicks("Greet")
    user.sees("Hello, Grace!")
    user.sees("Hello, Ada!")


@testcode("Main window", "Refuse an empty name")
def refuses_an_empty_name(
    user: DesktopUser, empty_name: Annotated[Message, "what is said when the name is empty"]
) -> None:
    user.starts()
    user.does_not_see(empty_name)
    user.types("  ", into="Name")
    user.clicks("Greet")
    user.sees(empty_name)
    user.does_not_see("Hello")
    user.types("Ada", into="Name")
    user.clicks("Greet")
    user.sees("Hello, Ada!")


@testcode("Main window", "Leave")
def leaves_when_the_window_is_closed(user: DesktopUser) -> None:
    user.starts()
    user.sees("Greet")
    user.closes_window()
    user.has_left(0)
