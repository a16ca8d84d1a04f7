"""The library as its users meet it: everything through the package itself."""

from fractions import Fraction

import durationwords
import pytest
from durationwords import (
    UNITS,
    DurationError,
    Span,
    approximate,
    find_unit,
    format_clock,
    format_words,
    is_duration,
    parse,
    read_spans,
    round_to,
    round_to_step,
    running_totals,
    total_lines,
)


def test_the_package_offers_its_names():
    assert set(durationwords.__all__) == {
        "UNITS", "DurationError", "DurationSyntaxError", "LineError", "OptionError", "Span", "Totals", "Unit",
        "UnitError", "approximate", "find_unit", "format_clock", "format_words", "is_duration", "parse", "read_spans",
        "round_to", "round_to_step", "running_totals", "total_lines",
    }  # fmt: skip
    assert all(hasattr(durationwords, name) for name in durationwords.__all__)


def test_three_meetings_of_an_hour_and_a_half():
    assert format_words(parse("an hour and a half") * 3) == "4 hours and 30 minutes"


def test_what_is_left_of_a_working_day():
    left = parse("8 hours") - parse("2 h 45 min") - parse("1:05")

    assert format_words(left) == "4 hours and 10 minutes"
    assert format_clock(left) == "4:10:00"
    assert left > parse("4 h")


@pytest.mark.parametrize("style", ["long", "short", "compact"])
@pytest.mark.parametrize("milliseconds", [1, 999, 1_000, 61_001, 3_600_000, 694_861_001, -5_250, 0])
def test_every_style_can_be_read_back(style, milliseconds):
    assert parse(format_words(Span(milliseconds), style=style)) == Span(milliseconds)


@pytest.mark.parametrize("milliseconds", [1, 59_999, 3_600_000, -3_661_001, 864_000_000])
def test_clocks_can_be_read_back(milliseconds):
    assert parse(format_clock(Span(milliseconds))) == Span(milliseconds)


def test_billing_in_quarters_of_an_hour():
    worked = parse("2 h 8 min")
    billed = round_to_step(worked, parse("15 min"), "up")

    assert format_words(billed) == "2 hours and 15 minutes"
    assert billed / parse("1 h") == Fraction(9, 4)


def test_how_many_episodes_fit_into_an_evening():
    evening, episode = parse("three hours"), parse("42 min")

    assert evening // episode == 4
    assert format_words(evening % episode) == "12 minutes"


def test_a_short_statement_for_a_busy_reader():
    span = parse("2 days, 3 hours, 59 minutes and 31 seconds")

    assert format_words(span, most=2) == "2 days and 4 hours"
    assert format_words(span, most=1, style="compact") == "2d"
    assert approximate(span) == "just over 2 days"
    assert format_words(round_to(span, "hour", "down")) == "2 days and 3 hours"


def test_a_log_is_totalled():
    log = ["# monday", "1:30", "45 min", "", "half an hour"]
    totals = total_lines(log)

    assert format_words(totals.total) == "2 hours and 45 minutes"
    assert (totals.count, format_words(totals.mean())) == (3, "55 minutes")
    assert [format_clock(span) for span in running_totals(log)] == ["1:30:00", "2:15:00", "2:45:00"]
    assert max(read_spans(log)) == totals.longest == parse("1.5 h")


def test_input_of_a_form_is_checked():
    answers = ["two weeks", "soon", "1 h 1 h", "3 d"]

    assert [answer for answer in answers if is_duration(answer)] == ["two weeks", "3 d"]


def test_one_exception_is_enough_to_catch_everything():
    for wrong in (
        lambda: parse("soon"),
        lambda: find_unit("year"),
        lambda: format_words(Span(1), style="x"),
        lambda: total_lines(["x"]),
    ):
        with pytest.raises(DurationError):
            wrong()
    assert issubclass(DurationError, ValueError)


def test_a_table_of_units():
    assert [(unit.name, format_clock(Span(unit.milliseconds))) for unit in UNITS[2:4]] == [
        ("hour", "1:00:00"),
        ("minute", "0:01:00"),
    ]
