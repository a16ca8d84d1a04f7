"""Start of the meter book: understands the command line and carries out one command."""

import argparse
import sys
from pathlib import Path

import exchange
import oldbook
import usage
from book import Book, Damaged
from readings import Refused, read_day, read_meter, reading_of
from storage import load, save

COMMANDS = ("add", "remove", "list", "use", "import", "export", "undo", "redo")
CHANGING = ("add", "remove", "import", "undo", "redo")


class Parser(argparse.ArgumentParser):
    """Parser whose complaint is one line."""

    def error(self, message: str) -> None:
        """End the program with status 2."""
        self.exit(2, f"error: {' '.join(message.split())}\n")


def understand(arguments: list[str]) -> argparse.Namespace:
    """Return the command with its arguments."""
    parser = Parser(prog="meters.py", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True, parser_class=Parser)
    words = {
        "add": ("meter", "day", "number"),
        "remove": ("meter", "day"),
        "list": (),
        "use": ("meter", "start", "end"),
        "import": ("file",),
        "export": ("file",),
        "undo": (),
        "redo": (),
    }
    for name in COMMANDS:
        command = commands.add_parser(name, allow_abbrev=False)
        for word in words[name]:
            command.add_argument(word)
        if name == "add":
            command.add_argument("--note", default="")
        if name == "list":
            command.add_argument("meter", nargs="?")
    return parser.parse_args(arguments)


def open_book() -> Book:
    """Return the book; without one that of the old script, which is taken over at once, or an empty one."""
    book = load()
    if book is None:
        book = Book(oldbook.read())
        if book.readings:
            save(book)
    return book


def change(book: Book, asked: argparse.Namespace) -> None:
    """Carry out a command that changes the book."""
    if asked.command == "add":
        book.add([reading_of(asked.meter, asked.day, asked.number, asked.note)])
    elif asked.command == "remove":
        book.remove(read_meter(asked.meter), read_day(asked.day))
    elif asked.command == "import":
        book.add(exchange.read(Path(asked.file)))
    elif asked.command == "undo":
        book.undo()
    else:
        book.redo()


def show(book: Book, asked: argparse.Namespace) -> None:
    """Carry out a command that changes nothing in the book."""
    if asked.command == "list":
        for reading in book.sorted(asked.meter and read_meter(asked.meter)):
            print(reading.line())
    elif asked.command == "use":
        meter = read_meter(asked.meter)
        print(usage.used(book.sorted(meter), read_day(asked.start), read_day(asked.end)))
    else:
        exchange.write(Path(asked.file), book.sorted())


def main() -> int:
    """Carry out one command and return the exit status."""
    asked = understand(sys.argv[1:])
    try:
        book = open_book()
        if asked.command in CHANGING:
            change(book, asked)
            save(book)
        else:
            show(book, asked)
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except Damaged as error:
        print(f"error: the book is damaged: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
