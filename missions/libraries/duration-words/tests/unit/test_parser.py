import pytest
from durationwords.errors import DurationSyntaxError
from durationwords.parser import NUMBER_WORDS, is_duration, parse
from durationwords.span import Span

S, M, H, D, W = 1_000, 60_000, 3_600_000, 86_400_000, 604_800_000


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("2 hours, 30 minutes and 5 seconds", 2 * H + 30 * M + 5 * S),
        ("2 hours 30 minutes 5 seconds", 2 * H + 30 * M + 5 * S),
        ("2 hours, 30 minutes, and 5 seconds", 2 * H + 30 * M + 5 * S),
        ("2h30m5s", 2 * H + 30 * M + 5 * S),
        ("1w2d", W + 2 * D),
        ("1.5h", H + 30 * M),
        (".5 s", 500),
        ("1/2 day", 12 * H),
        ("3/4h", 45 * M),
        ("10 ms", 10),
        ("5 min. 3 sec.", 5 * M + 3 * S),
        ("  5   MIN\t3 S\n", 5 * M + 3 * S),
        ("0 s", 0),
        ("1/3 ms", 0),
        ("2.5 ms", 2),
        ("3.5 ms", 4),
    ],
)
def test_numbers_with_units(text, milliseconds):
    assert parse(text) == Span(milliseconds)


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("a day", D),
        ("an hour", H),
        ("zero seconds", 0),
        ("nineteen s", 19 * S),
        ("twenty s", 20 * S),
        ("Twenty-One s", 21 * S),
        ("ninety-nine s", 99 * S),
        ("half an hour", 30 * M),
        ("half a minute", 30 * S),
        ("an hour and a half", H + 30 * M),
        ("two hours and a half", 2 * H + 30 * M),
        ("two and a half hours", 2 * H + 30 * M),
        ("2 and a half hours and 5 min", 2 * H + 35 * M),
        ("1 day and half an hour", D + 30 * M),
        ("1 day, 1 hour and a half", D + H + 30 * M),
    ],
)
def test_numbers_in_words_and_halves(text, milliseconds):
    assert parse(text) == Span(milliseconds)


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("1:30", H + 30 * M),
        ("0:00:05", 5 * S),
        ("100:59:59", 100 * H + 59 * M + 59 * S),
        ("0:00:05.25", 5 * S + 250),
        ("0:00:00.007", 7),
        (" 1:02:03 ", H + 2 * M + 3 * S),
    ],
)
def test_clocks(text, milliseconds):
    assert parse(text) == Span(milliseconds)


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("-5 s", -5 * S),
        ("- 0:05", -5 * M),
        ("minus 5 s", -5 * S),
        ("MINUS 1:00", -H),
        ("+5 s", 5 * S),
        ("plus 5 s", 5 * S),
    ],
)
def test_signs(text, milliseconds):
    assert parse(text) == Span(milliseconds)


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("", "no duration", 0),
        ("   ", "no duration", 3),
        ("minus", "no duration", 5),
        ("5", "a unit is missing", 1),
        ("h", "a number is missing", 0),
        ("5 h,", "a number is missing", 4),
        ("5 h and", "a number is missing", 7),
        ("5 h,, 3 s", "a number is missing", 4),
        ("5 parsecs", "unknown unit", 2),
        ("3 min 2 h", "units must go from larger to smaller", 8),
        ("3 s 3 s", "units must go from larger to smaller", 6),
        ("1/0 h", "division by zero", 0),
        ("$5 h", "unexpected character", 0),
        ("5 h; 3 s", "unexpected character", 3),
        ("--5 s", "unexpected character", 1),
        ("1:60", "unexpected character", 1),
        ("1:00:60", "unexpected character", 1),
        ("twenty-zero s", "a number is missing", 0),
        ("an hour, a half", "unknown unit", 11),
        ("an hour and a half 3 s", "unknown unit", 14),
        ("half hour", "a number is missing", 0),
    ],
)
def test_what_is_not_a_duration_is_refused_with_its_place(text, message, position):
    with pytest.raises(DurationSyntaxError) as caught:
        parse(text)

    assert str(caught.value) == f"{message} at position {position}: {text!r}"
    assert caught.value.position == position
    assert caught.value.text == text


def test_number_words_from_zero_to_ninety_nine():
    assert sorted(set(NUMBER_WORDS.values())) == list(range(100))
    assert NUMBER_WORDS["forty-two"] == 42
    assert NUMBER_WORDS["a"] == NUMBER_WORDS["an"] == 1


@pytest.mark.parametrize(("text", "accepted"), [("5 s", True), ("1:00", True), ("5", False), ("", False)])
def test_asking_first(text, accepted):
    assert is_duration(text) is accepted
