"""How the program talks with its user: menus, questions, answers that are not accepted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from getpass import getpass
from typing import TypeVar

T = TypeVar("T")
WIDTH = 60


class NotAccepted(ValueError):
    """The answer cannot be used; the message tells the user why."""


class TaskLeft(Exception):
    """The user answered a question with an empty line: back to the menu, nothing changed."""


def nothing() -> None:
    """What the entry that leaves a menu does."""


@dataclass(frozen=True)
class Choice:
    """One entry of a menu."""

    key: str
    title: str
    action: Callable[[], None] = nothing


def choose(title: str, choices: Sequence[Choice], leave: Choice) -> None:
    """Show a menu again and again and do what is chosen, until `leave` is."""
    entries = {choice.key: choice for choice in [*choices, leave]}
    while True:
        heading(title)
        for choice in entries.values():
            print(f"  {choice.key}  {choice.title}")
        key = input("Your choice: ").strip()
        if key == leave.key:
            return
        if key not in entries:
            refuse(f"This is not one of the choices: type one of {', '.join(entries)}.")
            continue
        try:
            entries[key].action()
        except TaskLeft:
            print("Nothing was changed.")


def heading(title: str) -> None:
    """Print a heading line."""
    print(f"\n-- {title} {'-' * (WIDTH - len(title) - 4)}")


def refuse(reason: str) -> None:
    """Tell the user why an answer is not accepted."""
    print(f"  ! {reason}")


def ask(question: str, understand: Callable[[str], T]) -> T:
    """The answer to `question` as `understand` reads it; asked again while it is not accepted.

    Raises `TaskLeft` for an empty line.
    """
    while True:
        answer = input(f"{question}: ").strip()
        if not answer:
            raise TaskLeft
        try:
            return understand(answer)
        except NotAccepted as error:
            refuse(str(error))


def ask_secret(question: str) -> str:
    """A password, typed without echo. Raises `TaskLeft` for an empty line."""
    answer = getpass(f"{question}: ")
    if not answer:
        raise TaskLeft
    return answer


def confirm(question: str) -> bool:
    """A yes or no of the user."""
    return ask(f"{question} (yes/no)", understand_yes_or_no)


def understand_yes_or_no(answer: str) -> bool:
    """Return True for yes and False for no. Raises NotAccepted for other answers."""
    if answer.lower() in ("y", "yes"):
        return True
    if answer.lower() in ("n", "no"):
        return False
    raise NotAccepted("Please answer yes or no.")
