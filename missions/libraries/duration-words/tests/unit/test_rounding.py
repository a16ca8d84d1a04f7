import pytest
from durationwords.errors import OptionError, UnitError
from durationwords.rounding import MODES, round_to, round_to_step
from durationwords.span import Span

CASES = {
    "down": (0, 1, 1, 1, 2, 0, -1, -1, -2),
    "up": (1, 1, 2, 2, 3, -1, -2, -2, -3),
    "floor": (0, 1, 1, 1, 2, -1, -2, -2, -3),
    "ceiling": (1, 1, 2, 2, 3, 0, -1, -1, -2),
    "half-up": (0, 1, 1, 2, 3, 0, -1, -2, -3),
    "half-even": (0, 1, 1, 2, 2, 0, -1, -2, -2),
}
VALUES = (400, 1000, 1499, 1500, 2500, -400, -1499, -1500, -2500)


@pytest.mark.parametrize("mode", CASES)
def test_every_mode(mode):
    assert [round_to(Span(value), "second", mode).milliseconds // 1000 for value in VALUES] == list(CASES[mode])


def test_there_are_six_modes():
    assert set(MODES) == set(CASES)


def test_halves_go_to_the_even_number_unless_asked_otherwise():
    assert round_to(Span(2500), "second") == Span(2000)
    assert round_to_step(Span(25), Span(10)) == Span(20)


@pytest.mark.parametrize(("unit", "milliseconds"), [("ms", 89_400), ("s", 89_000), ("minutes", 60_000), ("hr", 0)])
def test_units_by_any_of_their_words(unit, milliseconds):
    assert round_to(Span(89_400), unit) == Span(milliseconds)


def test_steps_of_any_length():
    quarter = Span.of(minutes=15)
    assert round_to_step(Span.of(minutes=22), quarter) == quarter
    assert round_to_step(Span.of(minutes=23), quarter) == quarter * 2
    assert round_to_step(Span.of(minutes=16), quarter, "up") == quarter * 2


def test_a_step_of_one_millisecond_changes_nothing():
    assert round_to_step(Span(7), Span(1)) == Span(7)


@pytest.mark.parametrize("step", [0, -5])
def test_a_step_must_be_positive(step):
    with pytest.raises(OptionError, match="^the step must be positive$"):
        round_to_step(Span(5), Span(step))


def test_an_unknown_mode_is_named():
    with pytest.raises(OptionError, match="^unknown rounding mode: 'nearest'$"):
        round_to(Span(5), "second", "nearest")


def test_an_unknown_unit_is_named():
    with pytest.raises(UnitError, match="fortnight"):
        round_to(Span(5), "fortnight")
