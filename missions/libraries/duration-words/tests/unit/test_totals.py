import pytest
from durationwords.errors import DurationSyntaxError, LineError, OptionError
from durationwords.span import Span
from durationwords.totals import Totals, read_spans, running_totals, total_lines

LINES = ["1 min\n", "\n", "  # lunch\n", "30 s\n", "2 min"]


def test_nothing_added_yet():
    totals = Totals()

    assert (totals.count, totals.total, totals.shortest, totals.longest, totals.skipped) == (0, Span(0), None, None, 0)
    assert totals.mean() is None


def test_added_spans_are_counted_and_compared():
    totals = Totals()
    for milliseconds in (20, -5, 30):
        totals.add(Span(milliseconds))

    assert totals == Totals(3, Span(45), Span(-5), Span(30))
    assert totals.mean() == Span(15)


def test_a_single_span_is_shortest_and_longest():
    totals = Totals()
    totals.add(Span(7))

    assert totals.shortest == totals.longest == totals.mean() == Span(7)


def test_lines_are_read_without_blank_ones_and_comments():
    assert list(read_spans(LINES)) == [Span(60_000), Span(30_000), Span(120_000)]


def test_running_totals():
    assert list(running_totals(LINES)) == [Span(60_000), Span(90_000), Span(210_000)]


def test_the_totals_of_lines():
    assert total_lines(LINES) == Totals(3, Span(210_000), Span(30_000), Span(120_000))


def test_a_bad_line_is_named_by_its_number():
    with pytest.raises(LineError, match="^line 4: a unit is missing at position 1: '5'$") as caught:
        total_lines([*LINES[:3], "5"])

    assert caught.value.line_number == 4
    assert isinstance(caught.value.__cause__, DurationSyntaxError)


def test_spans_before_a_bad_line_are_returned_first():
    spans = read_spans(["1 s", "", "?"])

    assert next(spans) == Span(1000)
    with pytest.raises(LineError) as caught:
        next(spans)
    assert caught.value.line_number == 3


def test_bad_lines_can_be_skipped_and_counted():
    totals = total_lines(["1 s", "?", "", "x", "2 s"], errors="skip")

    assert totals == Totals(2, Span(3000), Span(1000), Span(2000), skipped=2)


def test_the_way_to_treat_errors_is_checked_before_a_line_is_read():
    lines = iter(["1 s"])

    with pytest.raises(OptionError, match="^errors must be 'raise' or 'skip', not 'ignore'$"):
        total_lines(lines, errors="ignore")
    assert next(lines) == "1 s"
