"""Ledger shell: double-entry bookkeeping at a terminal. Start with `python main.py`."""

import sys
from pathlib import Path

from books import Books, BooksDamaged
from dialogue import TaskLeft, ask_command
from tasks import TASKS

FOLDER = Path(__file__).resolve().parent
CANNOT_START = 2


def main() -> int:
    """Work until the user quits, and return the exit status."""
    try:
        books = Books(FOLDER / "ledger.json")
    except BooksDamaged as error:
        print(f"The ledger cannot be opened: {error}", file=sys.stderr)
        return CANNOT_START
    print("Ledger shell")
    try:
        work(books)
    except (EOFError, KeyboardInterrupt):
        print()
    print("Good bye.")
    return 0


def work(books: Books) -> None:
    """Do one task after the other, until the user quits."""
    while (command := ask_command(TASKS)) != "quit":
        try:
            TASKS[command](books)
        except TaskLeft:
            print("Nothing was changed.")


if __name__ == "__main__":
    sys.exit(main())
