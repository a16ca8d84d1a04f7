"""Parameters without a value, and values without a parameter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from missions.mission import Mission

LISTED = 5
"""Maximum number of keys in a message."""


def unmatched_parameters(mission: Mission, answers: Collection[str]) -> Iterator[str]:
    """Yield messages about parameters of `mission` without a value, and keys of `answers` without a parameter."""
    asked = [parameter.key for parameter in mission.parameters()]
    if missing := [key for key in asked if key not in answers]:
        yield f"mission {mission.id}: {len(missing)} parameters have no value: {_named(missing)}"
    if spare := [key for key in answers if key not in asked]:
        yield f"mission {mission.id}: {len(spare)} values belong to no parameter: {_named(spare)}"


def _named(keys: Sequence[str]) -> str:
    return ", ".join(keys[:LISTED]) + (" …" if len(keys) > LISTED else "")
