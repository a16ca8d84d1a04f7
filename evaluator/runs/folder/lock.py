"""Lock: what a request resolved to, with digests; a run is resumed only with unchanged inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.metadata import version

from evaluator.model.result import Recording
from missions.catalog import Catalog
from simulators.runtime import wheels
from simulators.runtime.environments import host as environments

FORMAT = 3
"""Version of the run folder's layout. Folders of other versions are refused when they are read."""


@dataclass(frozen=True)
class Lock:
    """Content of ``lock.json``: every value that decides results. `format` is the version of the run folder.

    `combinations` are the pairs of input set and strategy that are built; `inputs_seed` is that of the inputs that
    testcodes draw.
    """

    projecteval: str
    benchmark: str
    agent: str
    sandbox: str
    judge: str = ""
    format: int = FORMAT
    combinations: tuple[tuple[str, str], ...] = ()
    missions: Mapping[str, str] = field(default_factory=dict)
    environments: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    wheels: Mapping[str, str] = field(default_factory=dict)
    recorded: Mapping[str, Recording] = field(default_factory=dict)
    inputs_seed: int = 0


def lock_of(
    catalog: Catalog,
    mission_ids: tuple[str, ...],
    benchmark: str,
    agent: str,
    sandbox: str,
    combinations: tuple[tuple[str, str], ...] = (),
    prompts: Mapping[str, str] | None = None,
    recorded: Mapping[str, Recording] | None = None,
    inputs_seed: int = 0,
) -> Lock:
    """Resolve missions, environments and allowed wheels to digests, the sandbox to the provider chosen."""
    missions = [catalog.mission(mission_id) for mission_id in mission_ids]
    return Lock(
        projecteval=version("projecteval"),
        benchmark=benchmark,
        agent=agent,
        sandbox=sandbox,
        combinations=combinations,
        missions={mission.id: mission.fingerprint for mission in missions},
        environments={
            name: environments.digest(name) for name in sorted({e for m in missions for e in m.environments})
        },
        prompts=dict(prompts or {}),
        wheels=allowed_wheels(catalog, mission_ids),
        recorded=dict(recorded or {}),
        inputs_seed=inputs_seed,
    )


def allowed_wheels(catalog: Catalog, mission_ids: Sequence[str]) -> Mapping[str, str]:
    """Return the wheels that solutions may use, with digests; none when no mission allows extra packages."""
    if any(catalog.mission(mission_id).extra_packages for mission_id in mission_ids):
        return wheels.allowed()
    return {}


def differences(before: Lock, now: Lock) -> Iterator[str]:
    """Yield what differs between two locks, a line each."""
    then, today = asdict(before), asdict(now)
    for name in then:
        if isinstance(then[name], dict):
            for key in sorted(then[name].keys() | today[name].keys()):
                if then[name].get(key) != today[name].get(key):
                    yield f"{name}.{key}: {_short(then[name].get(key))} → {_short(today[name].get(key))}"
        elif then[name] != today[name]:
            yield f"{name}: {then[name]} → {today[name]}"


def _short(value: str | Mapping[str, object] | None) -> str:
    """Shorten a digest to its first characters; a recording to its fields."""
    if isinstance(value, Mapping):
        return " ".join(f"{key} {str(each)[:12]}" for key, each in value.items())
    return "nothing" if value is None else value[:12]
