"""Number mines, a game for the terminal: `python main.py`."""

import sys

from menu import Menu


def main() -> int:
    """Run the game until the player leaves, and return the exit status."""
    try:
        Menu().run()
    except (EOFError, KeyboardInterrupt):
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
