"""Request of a run: the content of ``run.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, replace
from difflib import get_close_matches
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
from evaluator.runs.folder.options import RAISABLE, RunOptions, Step, shard_of
from simulators.data_files import DataError, read_toml

__all__ = [
    "RAISABLE",
    "RunRequest",
    "Step",
    "read_request",
    "request_of",
    "shard_of",
    "write_request",
]


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
    try:
        return _checked(read_toml(path))
    except FileNotFoundError:
        raise RunFolderError(f"{path.parent}: not a run folder: run.toml is missing") from None
    except DataError as error:
        raise RunFolderError(str(error)) from error
    except OSError as error:
        raise RunFolderError(f"{path}: cannot be read: {error.strerror}") from error
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
