"""What the requirements ask for beyond the usual cases: every style, mode, unit and error, through the package."""

from decimal import Decimal
from fractions import Fraction

import pytest
from durationwords import (
    DurationError,
    DurationSyntaxError,
    LineError,
    OptionError,
    Span,
    UnitError,
    approximate,
    find_unit,
    format_words,
    parse,
    round_to,
    round_to_step,
    total_lines,
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0.4 s", "less than a second"),
        ("2 hours", "2 hours"),
        ("1 hour", "1 hour"),
        ("2 h 10 min", "just over 2 hours"),
        ("2 h 15 min", "about 2 and a half hours"),
        ("2 h 44 min", "about 2 and a half hours"),
        ("2 h 45 min", "almost 3 hours"),
        ("23 h 50 min", "almost 1 day"),
        ("-3 days", "3 days"),
    ],
)
def test_a_rough_statement(text, said):
    assert approximate(parse(text)) == said


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("two and a half hours", 9_000_000),
        ("an hour and a half", 5_400_000),
        ("half an hour", 1_800_000),
        ("1/2 day", 43_200_000),
        ("twenty-five min", 1_500_000),
        ("3 hrs, 20 mins. and 5 secs", 12_005_000),
        ("minus 1:30", -5_400_000),
        ("+0:00:05.25", 5_250),
    ],
)
def test_what_people_write_is_read(text, milliseconds):
    assert parse(text) == Span(milliseconds)


@pytest.mark.parametrize(
    "text",
    ["", "  ", "-", "5", "hours", "3 parsecs", "1/0 h", "5 min 2 h", "2 h 3 h", "5 & 6", "two two h", "1:75"],
)
def test_the_rest_is_refused_with_the_place(text):
    with pytest.raises(DurationSyntaxError):
        parse(text)


@pytest.mark.parametrize(
    ("mode", "up", "down"),
    [
        ("down", 1, -1),
        ("up", 2, -2),
        ("floor", 1, -2),
        ("ceiling", 2, -1),
        ("half-up", 2, -2),
        ("half-even", 2, -2),
    ],
)
def test_a_minute_and_a_half_in_every_mode(mode, up, down):
    assert round_to(Span(90_000), "minute", mode) == Span(up * 60_000)
    assert round_to(Span(-90_000), "minute", mode) == Span(down * 60_000)


def test_halves_go_to_the_even_number_unless_up_is_asked_for():
    assert round_to(Span(2_500), "s") == Span(2_000)
    assert round_to(Span(2_500), "s", "half-up") == Span(3_000)


def test_options_that_do_not_exist():
    span = parse("1 h")
    for refused in (
        lambda: format_words(span, style="terse"),
        lambda: format_words(span, most=0),
        lambda: round_to(span, "minute", "sideways"),
        lambda: round_to_step(span, Span(0)),
        lambda: total_lines(["1 h"], errors="ignore"),
    ):
        with pytest.raises(OptionError):
            refused()
    with pytest.raises(UnitError):
        round_to(span, "fortnight")


def test_spans_are_built_from_amounts_and_taken_apart():
    span = Span.of(hours=1, minutes=Decimal("30.5"), seconds=0.5)
    assert span == Span(5_430_500)
    assert Span.of(minutes=90).total("hours") == Fraction(3, 2)
    assert -span == Span(-5_430_500)
    assert span * Fraction(1, 5) == Span(1_086_100)
    assert span / 2 == Span(2_715_250)


def test_other_kinds_are_refused():
    for refused in (
        lambda: Span(1) * "2",
        lambda: Span(1) / "2",
        lambda: Span(1) + 1,
        lambda: Span(1) < 1,
        lambda: Span(1) // 1,
    ):
        with pytest.raises(TypeError):
            refused()


def test_lines_that_are_no_durations_are_counted_or_raised():
    lines = ["1 h", "# rest", "", "soon", "30 min"]
    totals = total_lines(lines, errors="skip")
    assert (totals.count, totals.skipped, totals.total, totals.mean()) == (2, 1, parse("1:30"), parse("45 min"))
    assert (totals.shortest, totals.longest) == (parse("30 min"), parse("1 h"))
    assert total_lines([]).mean() is None
    with pytest.raises(LineError, match="4"):
        total_lines(lines)
    with pytest.raises(DurationError):
        total_lines(lines)


def test_symbols_and_aliases_name_units():
    for word, name in {"hr": "hour", "Msecs": "millisecond", "wks.": "week", "m": "minute", "min.": "minute"}.items():
        assert find_unit(word).name == name


def test_units_are_limited_and_carried():
    assert format_words(parse("59 min 50 s"), most=1) == "1 hour"
    assert format_words(parse("2 h 29 min 31 s"), most=2, style="short") == "2 h 30 min"
    assert format_words(parse("-90 s"), style="compact") == "-1m30s"
    assert format_words(parse("-90 s")) == "minus 1 minute and 30 seconds"
    assert format_words(Span(0), smallest="hour") == "0 hours"
