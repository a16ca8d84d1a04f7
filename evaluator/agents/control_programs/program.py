"""Program that does nothing of its task: a control that satisfies no testcode.

``empty`` reads its input and prints nothing, ``echo`` prints its arguments, its input and the files named,
``refusal`` prints an error about its arguments and ends with status 2.
"""

import sys
from pathlib import Path


def echo(arguments: list[str]) -> None:
    print(*arguments)
    for name in arguments:
        if Path(name).is_file():
            print(Path(name).read_text(encoding="utf-8", errors="replace"))
    if sys.stdin.isatty():
        print("> ", end="", flush=True)
        for line in sys.stdin:
            print(line, end="> ", flush=True)


def main(kind: str, arguments: list[str]) -> int:
    if kind == "refusal":
        print("error:", *arguments, file=sys.stderr)
        return 2
    if kind == "echo":
        echo(arguments)
    elif sys.stdin.isatty():
        for _ in sys.stdin:
            pass
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
