"""Published scores of public benchmarks, shown beside own runs and marked as published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter

from evaluator.model.errors import UsageError
from simulators.data_files import read_toml

TABLE = Path(__file__).with_name("published.toml")


class PublishedBoard(BaseModel):
    """Scores of one benchmark: a row per agent, its name and a value per column; `data` is a commit of the data set."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: str
    source: str
    data: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | float, ...], ...]


@dataclass(frozen=True)
class NamedBoard:
    """A published board with the name of its benchmark."""

    benchmark: str
    board: PublishedBoard


def published_boards() -> Mapping[str, PublishedBoard]:
    """Return the boards by benchmark."""
    return TypeAdapter(dict[str, PublishedBoard]).validate_python(read_toml(TABLE))


def boards_named(names: Sequence[str]) -> tuple[NamedBoard, ...]:
    """Return the boards of these benchmarks; ``all`` stands for every one. Raises `UsageError` for another name."""
    known = published_boards()
    wanted = list(known) if "all" in names else names
    if unknown := [name for name in wanted if name not in known]:
        raise UsageError(f"--published {unknown[0]}: choose from all, {', '.join(known)}")
    return tuple(NamedBoard(name, known[name]) for name in dict.fromkeys(wanted))
