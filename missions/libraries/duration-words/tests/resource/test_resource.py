"""Streams are read one line at a time: memory does not grow with their length."""

import itertools
import tracemalloc

from durationwords import Span, read_spans, running_totals, total_lines


def _peak(action):
    tracemalloc.start()
    try:
        result = action()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_totals_of_a_long_stream_need_little_memory():
    lines = (f"{number} s {number % 7} ms{' ' * 500}\n" for number in range(4_000))

    totals, peak = _peak(lambda: total_lines(lines))

    assert totals.count == 4_000
    assert peak < 500_000


def test_an_endless_stream_can_be_begun():
    endless = (f"{number} s" for number in itertools.count(1))

    sums, peak = _peak(lambda: list(itertools.islice(running_totals(endless), 3)))

    assert sums == [Span(1000), Span(3000), Span(6000)]
    assert next(read_spans(endless)) == Span(4000)
    assert peak < 500_000
