"""Samples of mutants: repeatable, from all operators, the same whatever else is generated."""

from __future__ import annotations

from evaluator.quality import mutations_of, sample_of

FILES = {"app.py": b"if a <= 5:\n    print('not possible', a + b)\nx = ['a', 'b', c == d]\n"}


def test_a_sample_is_decided_by_its_seed() -> None:
    every = mutations_of(FILES)
    assert sample_of(every, 5, 1) == sample_of(list(reversed(every)), 5, 1)
    assert len({tuple(sample_of(every, 9, seed)) for seed in range(5)}) > 1


def test_a_sample_takes_from_all_operators_in_turn() -> None:
    every = mutations_of(FILES)
    operators = {each.operator for each in every}
    assert {each.operator for each in sample_of(every, len(operators), 0)} == operators


def test_a_larger_sample_continues_a_smaller_one() -> None:
    every = mutations_of(FILES)
    assert sample_of(every, 9, 0)[:4] == sample_of(every, 4, 0)
