"""What a request resolved to, with digests: a run goes on only with what it began with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import version

from evaluator.model.attempt import Recording
from missions.catalog import Catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.requirements import wheels


@dataclass(frozen=True)
class Lock:
    """The content of ``lock.json``; every value decides verdicts."""

    projecteval: str
    agent: str
    sandbox: str
    missions: Mapping[str, str] = field(default_factory=dict)
    environments: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    wheels: Mapping[str, str] = field(default_factory=dict)
    recorded: Mapping[str, Recording] = field(default_factory=dict)


def lock_of(
    catalog: Catalog,
    mission_ids: tuple[str, ...],
    agent: str,
    sandbox: str,
    prompts: Mapping[str, str] | None = None,
    recorded: Mapping[str, Recording] | None = None,
) -> Lock:
    """Resolve: missions, environments and allowed wheels by their digests, the sandbox by the provider chosen."""
    missions = [catalog.mission(mission_id) for mission_id in mission_ids]
    return Lock(
        projecteval=version("projecteval"),
        agent=agent,
        sandbox=sandbox,
        missions={mission.id: mission.fingerprint for mission in missions},
        environments={name: environments.digest(name) for name in sorted({m.environment for m in missions})},
        prompts=dict(prompts or {}),
        wheels=wheels.allowed() if any(mission.extra_packages for mission in missions) else {},
        recorded=dict(recorded or {}),
    )


def differences(before: Lock, now: Lock) -> Iterator[str]:
    """What changed between two locks, a line each."""
    then, today = asdict(before), asdict(now)
    for name in then:
        if isinstance(then[name], dict):
            for key in sorted(then[name].keys() | today[name].keys()):
                if then[name].get(key) != today[name].get(key):
                    yield f"{name}.{key}: {_short(then[name].get(key))} → {_short(today[name].get(key))}"
        elif then[name] != today[name]:
            yield f"{name}: {then[name]} → {today[name]}"


def _short(value: str | Mapping[str, object] | None) -> str:
    """A digest's first characters; a recording by all that it says."""
    if isinstance(value, Mapping):
        return " ".join(f"{key} {str(each)[:12]}" for key, each in value.items())
    return "nothing" if value is None else value[:12]
