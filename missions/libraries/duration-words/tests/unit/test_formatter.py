import pytest
from durationwords.errors import OptionError, UnitError
from durationwords.formatter import STYLES, approximate, format_clock, format_words
from durationwords.span import Span

LONG = Span.of(weeks=1, days=2, hours=1, minutes=30, seconds=5, ms=250)


@pytest.mark.parametrize(
    ("style", "text"),
    [
        ("long", "1 week, 2 days, 1 hour, 30 minutes, 5 seconds and 250 milliseconds"),
        ("short", "1 wk 2 d 1 h 30 min 5 s 250 ms"),
        ("compact", "1w2d1h30m5s250ms"),
    ],
)
def test_styles(style, text):
    assert format_words(LONG, style=style) == text
    assert style in STYLES


@pytest.mark.parametrize(
    ("span", "long", "short", "compact"),
    [
        (Span.of(hours=1, seconds=1), "1 hour and 1 second", "1 h 1 s", "1h1s"),
        (Span.of(days=3), "3 days", "3 d", "3d"),
        (Span(0), "0 seconds", "0 s", "0s"),
        (Span.of(minutes=-5, seconds=-1), "minus 5 minutes and 1 second", "-5 min 1 s", "-5m1s"),
    ],
)
def test_zeros_are_left_out_and_signs_come_first(span, long, short, compact):
    assert [format_words(span, style=style) for style in STYLES] == [long, short, compact]


@pytest.mark.parametrize(
    ("smallest", "text"),
    [
        ("second", "1 week, 2 days, 1 hour, 30 minutes and 5 seconds"),
        ("min", "1 week, 2 days, 1 hour and 30 minutes"),
        ("hours", "1 week, 2 days and 2 hours"),
        ("week", "1 week"),
    ],
)
def test_the_smallest_unit(smallest, text):
    assert format_words(LONG, smallest=smallest) == text


@pytest.mark.parametrize(
    ("most", "text"),
    [
        (1, "1 week"),
        (2, "1 week and 2 days"),
        (3, "1 week, 2 days and 2 hours"),
        (4, "1 week, 2 days, 1 hour and 30 minutes"),
        (9, "1 week, 2 days, 1 hour, 30 minutes, 5 seconds and 250 milliseconds"),
    ],
)
def test_at_most_so_many_units(most, text):
    assert format_words(LONG, most=most) == text


@pytest.mark.parametrize(
    ("span", "options", "text"),
    [
        (Span.of(minutes=59, seconds=50), {"most": 1}, "1 hour"),
        (Span.of(minutes=-59, seconds=-50), {"most": 1}, "minus 1 hour"),
        (Span.of(hours=23, minutes=59, seconds=40), {"most": 2}, "1 day"),
        (Span.of(hours=1, seconds=50), {"most": 2}, "1 hour and 1 minute"),
        (Span.of(minutes=59, seconds=50), {"most": 1, "mode": "down"}, "59 minutes"),
        (Span.of(seconds=1, ms=1), {"smallest": "second", "mode": "up"}, "2 seconds"),
        (Span.of(minutes=90), {"most": 3, "smallest": "hour"}, "2 hours"),
        (Span.of(minutes=29), {"smallest": "hour", "most": 1}, "0 hours"),
        (Span.of(minutes=29), {"smallest": "hour", "mode": "up"}, "1 hour"),
    ],
)
def test_rounding_carries_into_larger_units(span, options, text):
    assert format_words(span, **options) == text


@pytest.mark.parametrize(
    ("smallest", "text"), [("ms", "0 seconds"), ("second", "0 seconds"), ("minute", "0 minutes"), ("week", "0 weeks")]
)
def test_zero_names_the_smallest_unit_from_the_second_on(smallest, text):
    assert format_words(Span(0), smallest=smallest) == text


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (Span.of(hours=1, minutes=30), "1:30:00"),
        (Span.of(seconds=-5), "-0:00:05"),
        (Span(5250), "0:00:05.250"),
        (Span(-7), "-0:00:00.007"),
        (Span.of(days=2), "48:00:00"),
        (Span.of(minutes=61, seconds=59), "1:01:59"),
        (Span(0), "0:00:00"),
    ],
)
def test_clocks(span, text):
    assert format_clock(span) == text


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (Span(0), "less than a second"),
        (Span(999), "less than a second"),
        (Span(1000), "1 second"),
        (Span.of(hours=2), "2 hours"),
        (Span.of(hours=-2), "2 hours"),
        (Span.of(hours=2, minutes=1), "just over 2 hours"),
        (Span.of(minutes=74, seconds=59), "just over 1 hour"),
        (Span.of(minutes=75), "about 1 and a half hours"),
        (Span.of(minutes=104, seconds=59), "about 1 and a half hours"),
        (Span.of(minutes=105), "almost 2 hours"),
        (Span.of(hours=23, minutes=50), "almost 1 day"),
        (Span.of(days=6, hours=20), "almost 1 week"),
        (Span.of(seconds=59, ms=900), "almost 1 minute"),
        (Span.of(days=20), "almost 3 weeks"),
    ],
)
def test_rough_statements(span, text):
    assert approximate(span) == text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"style": "wide"}, "^unknown style: 'wide'$"),
        ({"most": 0}, "^most must be at least 1$"),
        ({"mode": "odd"}, "^unknown rounding mode: 'odd'$"),
    ],
)
def test_options_are_checked(options, message):
    with pytest.raises(OptionError, match=message):
        format_words(Span(0), **options)


def test_an_unknown_smallest_unit_is_refused():
    with pytest.raises(UnitError):
        format_words(LONG, smallest="year")
