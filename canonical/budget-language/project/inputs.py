"""Inputs: one or more typed lines that belong together."""

from dataclasses import dataclass

CONTINUED = "\\"
COMMENT = "#"


@dataclass(frozen=True)
class Input:
    """The lines of one input, without backslashes at their ends; `first` is the number of the first one."""

    lines: tuple[str, ...]
    first: int

    @property
    def text(self) -> str:
        """The input in one line, without comments and superfluous blanks between its lines."""
        parts = (line.partition(COMMENT)[0].strip() for line in self.lines)
        return " ".join(part for part in parts if part)

    def moved(self, line: int) -> "Input":
        """Return the same input as if it had been typed in one line, the given one."""
        return Input((self.text,), line)


def is_continued(line: str) -> bool:
    """Return True if another line belongs to the input."""
    return line.rstrip().endswith(CONTINUED)


def without_backslash(line: str) -> str:
    """Return a continued line without its backslash."""
    return line.rstrip().removesuffix(CONTINUED)


def split_into_inputs(text: str) -> list[Input]:
    """Return the inputs of a file."""
    inputs: list[Input] = []
    lines: list[str] = []
    first = 1
    for number, line in enumerate(text.splitlines(), start=1):
        if is_continued(line):
            lines.append(without_backslash(line))
            continue
        inputs.append(Input((*lines, line), first))
        lines, first = [], number + 1
    if lines:
        inputs.append(Input(tuple(lines), first))
    return inputs
