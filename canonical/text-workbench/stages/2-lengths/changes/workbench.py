"""Text workbench: `python workbench.py OUTPUT_FOLDER TEXT [TEXT ...] [options]`.

Counts words, shows them in their lines, finds paragraphs that stand there twice, and writes a workbook and a report in
Markdown. Exit status 0: written; 2: wrong command line or a text that cannot be read, and nothing is written.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from analysis import Analysis, analyse
from markdown import write_markdown
from texts import CannotRead, read_ignored, read_text
from workbook import write_workbook
from words import as_word

DONE, REFUSED = 0, 2
MOST_WORDS, MOST_LETTERS = 1000, 30


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for, and return the exit status."""
    asked = understand(arguments)
    try:
        texts = [read_text(path) for path in dict.fromkeys(asked.texts)]
        ignored = read_ignored(asked.ignore) if asked.ignore else frozenset()
    except CannotRead as error:
        print(f"error: {error}", file=sys.stderr)
        return REFUSED
    return produce(analyse(texts, asked.words, ignored, asked.concordance, asked.letters), asked.folder)


def produce(analysis: Analysis, folder: Path) -> int:
    """Write both reports."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_workbook(folder / "report.xlsx", analysis)
        write_markdown(folder / "report.md", analysis)
    except OSError as error:
        print(f"error: {folder}: cannot be written: {error.strerror}", file=sys.stderr)
        return REFUSED
    total = analysis.total
    print(f"{total.words} words, {total.different} different ones, {len(analysis.duplicates)} repeated paragraphs")
    return DONE


def understand(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return the command line; a wrong one ends the program with status 2."""
    parser = argparse.ArgumentParser(prog="workbench.py", description="Looks into texts.", allow_abbrev=False)
    parser.add_argument("folder", type=Path, metavar="OUTPUT_FOLDER", help="where the reports go")
    parser.add_argument("texts", type=Path, nargs="+", metavar="TEXT", help="text files (UTF-8)")
    parser.add_argument(
        "--words", type=number_to(MOST_WORDS), default=20, metavar="N", help="words to list (1 to 1000)"
    )
    parser.add_argument(
        "--letters", type=number_to(MOST_LETTERS), default=1, metavar="N", help="letters of a listed word (1 to 30)"
    )
    parser.add_argument("--ignore", type=Path, metavar="FILE", help="words that are not listed")
    parser.add_argument(
        "--concordance", type=one_word, action="append", default=[], metavar="WORD", help="show a word in its lines"
    )
    return parser.parse_args(arguments)


def number_to(most: int) -> Callable[[str], int]:
    """Return what reads a number from 1 to `most`. It raises `argparse.ArgumentTypeError`."""

    def number(text: str) -> int:
        if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {most}")
        return int(text)

    return number


def one_word(text: str) -> str:
    """Return a word as it is counted. Raises `argparse.ArgumentTypeError`."""
    if (word := as_word(text)) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is not a word")
    return word


if __name__ == "__main__":
    sys.exit(main())
