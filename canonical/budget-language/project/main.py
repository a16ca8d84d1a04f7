"""Tally, a calculator for budgets: `python main.py` for a dialogue, `python main.py FILE` to run a file."""

import sys

from dialogue import hold_dialogue
from files import run_file

DEEPEST_NESTING = 100_000
"""Python calls that may be nested: a typed line may hold thousands of parentheses."""


def main(arguments: list[str]) -> int:
    """Run the program and return its exit status."""
    sys.setrecursionlimit(DEEPEST_NESTING)
    if arguments:
        return run_file(arguments[0])
    hold_dialogue()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
