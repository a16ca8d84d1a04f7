"""Testcodes of the greeter, by a user at the console."""

from typing import Annotated

from missions import ConsoleUser, Message, testcode


@testcode("Conversation", "Greet by name")
def greets_by_name(user: ConsoleUser) -> None:
    """Two names, one after the other; the second with blanks around it."""
    user.starts()
    user.enters("Ada")
    user.sees("Hello, Ada!")
    user.enters("  Grace ")
    user.sees("Hello, Grace!")
    user.is_asked()


@testcode("Conversation", "Refuse an empty name")
def refuses_an_empty_name(
    user: ConsoleUser, empty_name: Annotated[Message, "what is said when the name is empty"]
) -> None:
    user.starts()
    user.does_not_see(empty_name)
    user.enters("  ")
    user.sees(empty_name)
    user.enters("Ada")
    user.sees("Hello, Ada!")


@testcode("Conversation", "Leave")
def leaves_with_bye(user: ConsoleUser) -> None:
    user.starts()
    user.enters("bye")
    user.has_left(0)
