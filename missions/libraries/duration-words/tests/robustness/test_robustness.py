"""Malformed and extreme input: the stated exception, and nothing changed."""

import dataclasses

import pytest
from durationwords import (
    DurationSyntaxError,
    LineError,
    OptionError,
    Span,
    Totals,
    UnitError,
    format_clock,
    format_words,
    parse,
    read_spans,
    round_to,
    total_lines,
)


@pytest.mark.parametrize(
    "text",
    [
        "\x00",
        "5 \u200bs",
        "５ s",
        "1e3 s",
        "1..5 s",
        "5 s.s",
        "1/2/3 s",
        "0x10 s",
        "5 s -3 ms",
        "1:5",
        "1:05:5",
        "1:05:05.1234",
        "25:61",
        "5 'hours'",
        "nan s",
        "inf s",
        "and 5 s",
        ", 5 s",
        "5 s ,",
        "-",
        "half",
        "a half",
        "hours",
    ],
)
def test_malformed_text_is_a_syntax_error(text):
    with pytest.raises(DurationSyntaxError):
        parse(text)


@pytest.mark.parametrize("value", [None, 5, b"5 s", ["5 s"]])
def test_what_is_not_text_is_a_type_error(value):
    with pytest.raises(TypeError):
        parse(value)


def test_a_very_long_number_is_exact():
    assert parse("1" + "0" * 60 + " ms") == Span(10**60)
    assert parse("0." + "0" * 200 + "1 s") == Span(0)


def test_a_very_large_span_is_formatted():
    assert format_words(Span(604_800_000 * 10**30), style="compact") == f"{10**30}w"
    assert format_clock(Span.of(hours=10**20)) == f"{10**20}:00:00"


def test_the_position_of_an_error_far_into_the_text():
    text = " " * 5000 + "5 hours ?"

    with pytest.raises(DurationSyntaxError) as caught:
        parse(text)
    assert caught.value.position == 5008


def test_many_commas_do_not_take_long():
    with pytest.raises(DurationSyntaxError):
        parse("1 h" + "," * 20_000)


@pytest.mark.parametrize("amount", [float("inf"), float("nan"), float("-inf")])
def test_numbers_that_are_none_are_value_errors(amount):
    with pytest.raises(ValueError):  # noqa: PT011
        Span.of(seconds=amount)
    with pytest.raises(ValueError):  # noqa: PT011
        Span(1) * amount


def test_a_span_cannot_be_changed():
    span = Span(5)

    with pytest.raises(dataclasses.FrozenInstanceError):
        span.milliseconds = 6
    assert span == Span(5)


def test_arithmetic_leaves_its_operands_alone():
    first, second = Span(5), Span(3)
    first + second, first - second, -first, first * 2, first / 2

    assert (first, second) == (Span(5), Span(3))


def test_totals_are_unchanged_by_an_operand_of_another_type():
    totals = Totals()
    totals.add(Span(5))

    with pytest.raises((TypeError, AttributeError)):
        total_lines([5])
    assert totals == Totals(1, Span(5), Span(5), Span(5))


def test_a_stream_can_go_on_after_what_was_read_before_the_error():
    lines = iter(["1 s", "bad", "2 s"])
    spans = read_spans(lines)
    assert next(spans) == Span(1000)

    with pytest.raises(LineError, match="line 2"):
        next(spans)
    assert list(read_spans(lines)) == [Span(2000)]


def test_an_empty_stream_has_no_mean():
    assert total_lines([]).mean() is None
    assert total_lines(["#", " "]).count == 0


def test_unknown_units_and_options_leave_no_result():
    with pytest.raises(UnitError):
        Span.of(hours=1, moons=2)
    with pytest.raises(OptionError):
        format_words(Span(1), most=-1)
    with pytest.raises(OptionError):
        round_to(Span(1), "s", "")
