"""What was asked: the content of ``run.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import tomli_w
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from evaluator.io.atomic import write_whole
from evaluator.model.attempt import Attempt, Recording
from evaluator.model.errors import RunFolderError, UsageError
from missions.formats.folder import in_words


class Step(StrEnum):
    """The four steps, each done from what the one before left on disk."""

    GENERATE = "generate"
    EVALUATE = "evaluate"
    REPORT = "report"


BUDGET_FIELDS = ("run_max_tokens", "run_max_cost", "run_max_seconds")


def shard_of(words: str) -> tuple[int, int]:
    """``2/5`` is the second of five parts; nothing is the whole. Raises `ValueError`."""
    first, _, of = (words or "1/1").partition("/")
    if not (first.isdecimal() and of.isdecimal() and 1 <= int(first) <= int(of)):
        raise ValueError(f"{words!r} is not a shard; it is written I/N, from 1/N to N/N")
    return int(first), int(of)


def _checked_shard(words: str) -> str:
    number, of = shard_of(words)
    return f"{number}/{of}" if words else ""


class RunRequest(BaseModel):
    """Attempts asked for together.

    `max_…` are limits of one attempt, `run_max_…` of all together; `answer_seconds` is how long one answer may take,
    `retry_seconds` how long faults of a service are borne. `pass_env` names variables of the environment, never values.
    `shard` is the part of the attempts that this run does. No `level` and no `mode` means as it was recorded, or level
    1 and direct where nothing was.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    agent: str
    missions: str = "catalog"
    select: tuple[str, ...] = ()
    benchmark: str = ""
    input: tuple[str, ...] = ()
    strategy: tuple[str, ...] = ()
    evaluators: tuple[str, ...] = ()
    embedder: str = ""
    samples: Annotated[int, Field(ge=1, le=1000)] = 1
    steps: tuple[Step, ...] = tuple(Step)
    rule: str = "strict"
    sandbox: str = "auto"
    prompts: str = ""
    repair: Annotated[int, Field(ge=0, le=20)] = 0
    temperature: Annotated[float, Field(ge=0, le=10)] | None = None
    seed: int | None = None
    max_output_tokens: Annotated[int, Field(ge=1)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_cost: Annotated[float, Field(gt=0)] | None = None
    max_seconds: Annotated[float, Field(gt=0)] | None = None
    run_max_tokens: Annotated[int, Field(ge=1)] | None = None
    run_max_cost: Annotated[float, Field(gt=0)] | None = None
    run_max_seconds: Annotated[float, Field(gt=0)] | None = None
    answer_seconds: Annotated[float, Field(gt=0)] = 600.0
    retry_seconds: Annotated[float, Field(ge=0)] = 600.0
    pass_env: tuple[str, ...] = ()
    shard: Annotated[str, AfterValidator(_checked_shard)] = ""

    def with_limits_of(self, other: RunRequest) -> RunRequest:
        """The same request with the limits of the whole run that `other` has: they may be raised later on."""
        return self.model_copy(update={name: getattr(other, name) for name in BUDGET_FIELDS})

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


def request_of(**fields: Any) -> RunRequest:
    """Raises `UsageError` naming the field that is wrong."""
    try:
        return RunRequest(**fields)
    except ValidationError as error:
        raise UsageError(f"the request is wrong: {in_words(error)}") from error


def write_request(path: Path, request: RunRequest) -> None:
    write_whole(path, tomli_w.dumps(request.model_dump(mode="json", exclude_none=True)))


def read_request(path: Path) -> RunRequest:
    """Raises `RunFolderError` naming the file and the field."""
    try:
        return RunRequest.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise RunFolderError(f"{path.parent}: not a run folder: run.toml is missing") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise RunFolderError(f"{path}: cannot be read: {error}") from error
    except ValidationError as error:
        raise RunFolderError(f"{path}: {in_words(error)}") from error
