"""Testcodes draw other inputs in each run, and the same ones for the same seed."""

from __future__ import annotations

from missions import ConsoleUser, Inputs, testcode

DRAWN: list[int] = []


@testcode("Page", "Function")
def draws(user: ConsoleUser, inputs: Inputs) -> None:
    DRAWN.append(inputs.randrange(1_000_000_000))


@testcode("Page", "Function")
def draws_nothing(user: ConsoleUser) -> None:
    DRAWN.append(0)


def drawn_by(seed: int, mission: str = "one") -> int:
    draws.with_inputs(seed, mission).run(None)
    return DRAWN.pop()


def test_a_seed_repeats_the_inputs_of_every_try() -> None:
    bound = draws.with_inputs(7, "one")
    for _ in range(2):
        bound.run(None)
    assert DRAWN.pop() == DRAWN.pop() == drawn_by(7)
    assert bound.inputs_seed == 7


def test_seeds_and_missions_have_inputs_of_their_own() -> None:
    assert len({drawn_by(seed, mission) for seed in (1, 2, 3) for mission in ("one", "two")}) == 6


def test_inputs_are_no_parameter_of_the_project() -> None:
    assert draws.parameters == ()
    assert (draws.inputs, draws_nothing.inputs) == ("inputs", "")
    assert draws_nothing.with_inputs(7, "one") is draws_nothing


def test_words_are_different_and_of_the_length_wanted() -> None:
    inputs = Inputs.of(1, "mission", "testcode")
    words = inputs.words(50, letters=5)
    assert len(set(words)) == 50
    assert {len(word) for word in words} == {5}
    assert all(name.istitle() for name in inputs.names(5))
    assert len(inputs.token(12)) == 12
