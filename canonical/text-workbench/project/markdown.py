"""The report in Markdown."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from analysis import Analysis

Row = Sequence[object]


def write_markdown(path: Path, analysis: Analysis) -> None:
    """Write the report; one that is there is replaced."""
    path.write_text("\n".join(lines_of(analysis)) + "\n", encoding="utf-8")


def lines_of(analysis: Analysis) -> Iterator[str]:
    """Yield the lines of the report."""
    yield from ("# Text report", "", "## Texts", "")
    sums = [(text.name, text.lines, text.words, text.different) for text in (*analysis.texts, analysis.total)]
    yield from table(("Text", "Lines", "Words", "Different words"), sums)
    yield from ("", "## Words", "")
    yield from table(("Word", "Count"), [(found.word, found.count) for found in analysis.frequencies])
    yield from ("", "## Duplicates", "")
    if not analysis.duplicates:
        yield "None."
    for found in analysis.duplicates:
        yield (
            f"- {escaped(found.text)} line {found.line} repeats "
            f"{escaped(found.first_text)} line {found.first_line} ({found.words} words)"
        )


def table(heading: Row, rows: Iterable[Row]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield line_of(heading)
    yield line_of(["---"] * len(heading))
    yield from map(line_of, rows)


def line_of(cells: Row) -> str:
    """Return a line of a table."""
    return f"| {' | '.join(escaped(str(cell)) for cell in cells)} |"


def escaped(text: str) -> str:
    """Return a text with the character quoted that divides cells."""
    return text.replace("|", "\\|")
