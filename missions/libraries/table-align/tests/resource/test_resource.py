"""Streams are rendered one row at a time: memory does not grow with their length."""

import itertools
import weakref

from tablealign import Column, stream_rows


class Row(list):
    """Row that can be observed while it is alive."""

    __hash__ = object.__hash__


def test_a_long_stream_needs_little_memory():
    alive = weakref.WeakSet()
    highest = 0

    def rows():
        for number in range(1_500):
            row = Row([number, f"{number:040}"])
            alive.add(row)
            yield row
            del row

    for _ in stream_rows(["N", Column("Text", overflow="cut")], rows(), [6, 30], "grid"):
        highest = max(highest, len(alive))

    assert 1 <= highest <= 3


def test_an_endless_stream_can_be_begun():
    read = []
    rows = ([read.append(number) or number] for number in itertools.count())
    lines = stream_rows(["N"], rows, [5])

    first = list(itertools.islice(lines, 3))

    assert first == ["N", "0", "1"]
    assert read == [0, 1]
