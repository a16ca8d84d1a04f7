"""Questions that are asked until the answer can be used."""

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def ask(question: str, understand: Callable[[str], T | None], otherwise: str) -> T:
    """Ask until `understand` makes something of the answer; `otherwise` says what is wrong."""
    while True:
        understood = understand(input(question).strip())
        if understood is not None:
            return understood
        print(otherwise)
