"""Request of a run, and its lock: what the request resolved to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, replace
from difflib import get_close_matches
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import tomli_w
from pydantic import ConfigDict, ValidationError, create_model
from pydantic_core import ErrorDetails

from evaluator.io.files import write_whole
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.options import options, problem_of
from evaluator.model.result import Attempt, Recording
from evaluator.runs.folder.options import RAISABLE, RunOptions, shard_of
from missions.catalog import Catalog
from simulators.data_files import read_toml, reading
from simulators.runtime import wheels
from simulators.runtime.environments import host as environments

FORMAT = 3
"""Version of the run folder's layout. Folders of other versions are refused when they are read."""


@dataclass(frozen=True)
class Lock:
    """Content of ``lock.json``: every value that decides results. `format` is the version of the run folder.

    `combinations` are the pairs of input set and strategy that are built; `data` has commit and digest of the public
    data sets that the missions come from; `programs` are those of the machine that evaluations use, with versions;
    `inputs_seed` is that of the inputs that testcodes draw; `running` is the address of a project that was running
    already, outside of the sandbox.
    """

    projecteval: str
    benchmark: str
    agent: str
    sandbox: str
    judge: str = ""
    format: int = FORMAT
    combinations: tuple[tuple[str, str], ...] = ()
    data: Mapping[str, str] = field(default_factory=dict)
    missions: Mapping[str, str] = field(default_factory=dict)
    environments: Mapping[str, str] = field(default_factory=dict)
    programs: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    wheels: Mapping[str, str] = field(default_factory=dict)
    recorded: Mapping[str, Recording] = field(default_factory=dict)
    inputs_seed: int = 0
    running: str = ""


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
        data=dict(catalog.data()),
        missions={mission.id: mission.fingerprint for mission in missions},
        environments={
            name: environments.digest(name) for name in sorted({e for m in missions for e in m.environments})
        },
        programs={name: each for mission in missions for name, each in mission.programs.items()},
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


@dataclass(frozen=True, kw_only=True)
class RunRequest(RunOptions):
    """Attempts requested together: the options of a run, and the attempts that they stand for."""

    def with_limits_of(self, other: RunRequest) -> RunRequest:
        """The same request with those options of `other` that may be changed later on."""
        return replace(self, **{name: getattr(other, name) for name in RAISABLE})

    def plain(self) -> dict[str, Any]:
        """Option name → value as JSON and TOML have it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    def attempts(
        self,
        mission_ids: tuple[str, ...],
        combinations: Sequence[tuple[str, str]],
        recorded: Mapping[str, Recording] | None = None,
    ) -> Iterator[Attempt]:
        """Yield every attempt of the shard once: per recorded run, else with samples outermost, so that a run that
        ends early leaves complete rounds."""
        every = _recorded_attempts(mission_ids, recorded) if recorded else self._attempts(mission_ids, combinations)
        number, of = shard_of(self.shard)
        return islice(every, number - 1, None, of)

    def _attempts(self, mission_ids: tuple[str, ...], combinations: Sequence[tuple[str, str]]) -> Iterator[Attempt]:
        for sample in range(1, self.samples + 1):
            for input_set, strategy in combinations:
                yield from (Attempt(mission_id, input_set, strategy, sample) for mission_id in mission_ids)


def _recorded_attempts(mission_ids: tuple[str, ...], recorded: Mapping[str, Recording]) -> Iterator[Attempt]:
    for name, recording in recorded.items():
        for mission_id in mission_ids:
            yield Attempt(mission_id, recording.input_set, recording.strategy, recorded=name)


_Fields = create_model(  # type: ignore[call-overload]
    "RunRequest",
    __config__=ConfigDict(extra="forbid"),
    **{each.name: (each.type, ... if each.default is MISSING else each.default) for each, _ in options(RunOptions)},
)
"""Checks names and types; `problem_of` checks the values."""


def request_of(**values: Any) -> RunRequest:
    """Return the request with these options. Raises `UsageError` that names each wrong option."""
    return _checked(values)


def write_request(path: Path, request: RunRequest) -> None:
    there = {name: value for name, value in request.plain().items() if value is not None}
    write_whole(path, tomli_w.dumps(there))


def read_request(path: Path) -> RunRequest:
    """Read ``run.toml``. Raises `RunFolderError` that names the file and each wrong option."""
    with reading(path, RunFolderError):
        try:
            return _checked(read_toml(path))
        except FileNotFoundError:
            raise RunFolderError(f"{path.parent}: not a run folder: run.toml is missing") from None
        except UsageError as error:
            raise RunFolderError(f"{path}: {error}") from error


def _checked(values: Mapping[str, Any]) -> RunRequest:
    try:
        request = RunRequest(**_Fields.model_validate(values).model_dump())
    except ValidationError as error:
        raise UsageError("; ".join(dict.fromkeys(map(_type_problem, error.errors())))) from None
    wrong = [
        f"{each.name}: {problem}"
        for each, option in options(RunOptions)
        if (problem := problem_of(option, getattr(request, each.name)))
    ]
    if wrong:
        raise UsageError("; ".join(wrong))
    return request


def _type_problem(error: ErrorDetails) -> str:
    name = str(error["loc"][0])
    if error["type"] == "missing":
        return f"{name}: a value is required"
    known = {each.name: option for each, option in options(RunOptions)}
    if name not in known:
        close = get_close_matches(name, known, 1)
        return f"{name}: unknown option" + (f"; did you mean {close[0]}?" if close else "")
    return f"{name} = {error['input']!r}: not a value of this option ({known[name].help})"
