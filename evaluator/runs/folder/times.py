"""Times of a run: when commands worked on it, and when the steps of its attempts began and ended."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from evaluator.io.files import read_json, write_json


@dataclass(frozen=True)
class Span:
    """Begin and end in seconds since 1970, with what was done."""

    what: str
    began: float
    ended: float

    @property
    def seconds(self) -> float:
        return self.ended - self.began


def read_spans(path: Path) -> tuple[Span, ...]:
    return read_json(path, tuple[Span, ...]) if path.exists() else ()


def write_spans(path: Path, spans: Sequence[Span]) -> None:
    write_json(path, [asdict(span) for span in spans])


def seconds_of(path: Path) -> float:
    """Return the seconds of all spans together."""
    return sum(span.seconds for span in read_spans(path))


@contextmanager
def recorded_span(path: Path, what: str) -> Iterator[None]:
    """Append the time span of the block to `path`, also after an exception.

    When the block fails and the file cannot be written either, the block's own error is the one that is raised.
    """
    began, clock = time.time(), time.monotonic()

    def write() -> None:
        span = Span(what, round(began, 3), round(began + time.monotonic() - clock, 3))
        write_spans(path, [*read_spans(path), span])

    try:
        yield
    except BaseException:
        with suppress(OSError):
            write()
        raise
    write()
