"""Questions and answers: asked again while an answer is not accepted, left by an empty line."""

from collections.abc import Callable, Collection
from typing import TypeVar

T = TypeVar("T")


class NotAccepted(ValueError):
    """The answer cannot be used; the message says why."""


class TaskLeft(Exception):
    """The user answered with an empty line."""


def ask(question: str, understand: Callable[[str], T]) -> T:
    """Return the answer as `understand` reads it. Raises `TaskLeft` for an empty line."""
    while True:
        answer = input(f"{question}: ").strip()
        if not answer:
            raise TaskLeft
        try:
            return understand(answer)
        except NotAccepted as reason:
            print(reason)


def ask_command(commands: Collection[str]) -> str:
    """Return one of the commands, or `quit`."""
    while True:
        print(f"Commands: {', '.join(commands)}, quit")
        answer = input("> ").strip().lower()
        if answer in commands or answer == "quit":
            return answer
        print("Unknown command.")
