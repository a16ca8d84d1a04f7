import dataclasses

import pytest
from durationwords.errors import DurationError, UnitError
from durationwords.units import DAY, HOUR, MILLISECOND, MINUTE, SECOND, UNITS, WEEK, find_unit, smaller_than


def test_units_go_from_the_week_to_the_millisecond():
    assert UNITS == (WEEK, DAY, HOUR, MINUTE, SECOND, MILLISECOND)


@pytest.mark.parametrize(
    ("unit", "milliseconds"),
    [(WEEK, 604_800_000), (DAY, 86_400_000), (HOUR, 3_600_000), (MINUTE, 60_000), (SECOND, 1_000), (MILLISECOND, 1)],
)
def test_the_length_of_a_unit(unit, milliseconds):
    assert unit.milliseconds == milliseconds


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        (WEEK, "week weeks wk w wks"),
        (DAY, "day days d"),
        (HOUR, "hour hours h hr hrs"),
        (MINUTE, "minute minutes min m mins"),
        (SECOND, "second seconds s sec secs"),
        (MILLISECOND, "millisecond milliseconds ms msec msecs"),
    ],
)
def test_the_words_of_a_unit(unit, words):
    assert [find_unit(word) for word in words.split()] == [unit] * len(words.split())


@pytest.mark.parametrize("word", ["HOURS", "Hrs", "h.", "hrs."])
def test_case_and_one_full_stop_do_not_matter(word):
    assert find_unit(word) is HOUR


@pytest.mark.parametrize("word", ["", "houre", "month", "h..", "h h", "."])
def test_an_unknown_word_is_refused_as_given(word):
    with pytest.raises(UnitError) as caught:
        find_unit(word)

    assert caught.value.name == word
    assert str(caught.value) == f"unknown unit: {word!r}"
    assert isinstance(caught.value, DurationError)


@pytest.mark.parametrize(("count", "word"), [(0, "days"), (1, "day"), (2, "days"), (-1, "days")])
def test_the_word_for_a_count(count, word):
    assert DAY.word(count) == word


def test_short_and_compact_symbols():
    assert [unit.short for unit in UNITS] == ["wk", "d", "h", "min", "s", "ms"]
    assert [unit.compact for unit in UNITS] == ["w", "d", "h", "m", "s", "ms"]


def test_the_units_below_a_unit():
    assert smaller_than(HOUR) == (MINUTE, SECOND, MILLISECOND)
    assert smaller_than(MILLISECOND) == ()


def test_units_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        HOUR.milliseconds = 1
