"""Answers and parameters that do not meet."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from missions.mission import Mission

MOST_NAMED = 5


def unmatched(mission: Mission, answers: Collection[str]) -> Iterator[str]:
    """Sentences on parameters of `mission` without an answer, and on keys of `answers` without a parameter."""
    asked = [parameter.key for parameter in mission.parameters()]
    if missing := [key for key in asked if key not in answers]:
        yield f"mission {mission.id}: {len(missing)} parameters are not answered: {_named(missing)}"
    if spare := [key for key in answers if key not in asked]:
        yield f"mission {mission.id}: {len(spare)} answers belong to no parameter: {_named(spare)}"


def _named(keys: Sequence[str]) -> str:
    return ", ".join(keys[:MOST_NAMED]) + (" …" if len(keys) > MOST_NAMED else "")
