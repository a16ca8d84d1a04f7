"""Start of the evaluation of parcel scans."""

import sys
from pathlib import Path

from depots import Depots
from lines import Refused, read
from results import write


def main(arguments: list[str]) -> int:
    """Evaluate a file and return the exit status."""
    if len(arguments) != 2 or any(argument.startswith("-") for argument in arguments):
        print("usage: python scans.py FILE OUTPUT_FOLDER", file=sys.stderr)
        return 2
    depots = Depots()
    try:
        problems = read(Path(arguments[0]), depots.take)
        write(Path(arguments[1]), depots, problems)
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
