"""Leaderboard: a static site of many runs, with ranks, intervals and ties; published scores stand beside them, marked
as such.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict, TypeAdapter

from evaluator.io.files import new_folder, write_whole
from evaluator.model.errors import UsageError
from evaluator.model.statistics import Difference, paired_difference
from evaluator.reports.html import write_report
from evaluator.reports.html.script_data import agent_title
from evaluator.reports.tables import in_words
from evaluator.reports.templates import asset, template
from evaluator.reports.terminal import usage_of
from evaluator.runs.folder.paths import seconds_of
from evaluator.runs.results.results import AttemptGroup, Results, groups_of, with_common_defects
from evaluator.runs.results.samples import in_percent
from missions.project_files import natural
from simulators.data_files import read_toml


@dataclass(frozen=True)
class RankedGroup:
    """A group of attempts of one run; `digests` identify its missions."""

    results: Results
    group: AttemptGroup

    def rates(self) -> dict[tuple[str, str], float]:
        """Return the pass rate of every mission, by its id and digest: changed missions are other missions."""
        digests = self.results.run.lock.missions
        return {(m, digests.get(m, "")): passed / total for m, (passed, total) in self.group.by_mission().items()}


@dataclass(frozen=True)
class Rank:
    """An entry with its rank: from `best` to `worst`, as far as significant differences decide it."""

    entry: RankedGroup
    best: int
    worst: int

    @property
    def in_words(self) -> str:
        return str(self.best) if self.best == self.worst else f"{self.best}–{self.worst}"


@dataclass(frozen=True)
class Board:
    """Ranking of one benchmark, input set and strategy."""

    benchmark: str
    input_set: str
    strategy: str
    ranks: tuple[Rank, ...]

    @property
    def missions(self) -> tuple[str, ...]:
        return tuple(sorted({each for rank in self.ranks for each in rank.entry.group.by_mission()}, key=natural))


def boards_of(runs: Sequence[Results]) -> tuple[Board, ...]:
    """Return a board for every benchmark, input set and strategy, the entries by macro average."""
    found: dict[tuple[str, str, str], list[RankedGroup]] = {}
    for results in runs:
        for group in groups_of(results):
            if group.total:
                key = results.run.lock.benchmark, group.input_set, group.strategy
                found.setdefault(key, []).append(RankedGroup(results, group))
    return tuple(Board(*key, ranked(entries)) for key, entries in sorted(found.items(), key=lambda each: each[0]))


def ranked(entries: Sequence[RankedGroup]) -> tuple[Rank, ...]:
    """Return the entries by macro average. An entry ranks behind those that are significantly better only."""
    ordered = sorted(entries, key=lambda entry: (-entry.group.macro().value, entry.group.agent))
    rates = [entry.rates() for entry in ordered]
    ranks = []
    for number, entry in enumerate(ordered):
        others = [_significant(rates[number], other) for at, other in enumerate(rates) if at != number]
        better, worse = sum(each < 0 for each in others), sum(each > 0 for each in others)
        ranks.append(Rank(entry, 1 + better, len(ordered) - worse))
    return tuple(ranks)


def _significant(one: dict[tuple[str, str], float], other: dict[tuple[str, str], float]) -> float:
    """Return the mean difference one − other over common missions where it is significant, else 0."""
    common = sorted(one.keys() & other.keys())
    difference = paired_difference([one[each] for each in common], [other[each] for each in common])
    return difference.mean if _is_significant(difference) else 0.0


def _is_significant(difference: Difference) -> bool:
    return difference.can_be_significant and difference.p < 0.05


def write_leaderboard(runs: Sequence[Results], out: Path, published: Sequence[NamedBoard] = ()) -> Path:
    """Write ``index.html`` and the reports of `runs` into the new folder `out`; return the page's path.

    `published` boards follow those of the runs.

    Raises `UsageError` when no run has results, `FolderTaken` when `out` exists.
    """
    runs = with_common_defects(runs)
    boards = boards_of(runs)
    if not boards:
        raise UsageError("leaderboard: none of these runs has an evaluated attempt")
    places = {id(results): f"runs/{number}" for number, results in enumerate(runs, 1)}

    def evidence(entry: RankedGroup, mission: str = "") -> str:
        group = entry.group
        wanted = {
            "mission": mission,
            "agent": agent_title(group.agent),
            "input": group.input_set,
            "strategy": group.strategy,
        }
        given = {name: value for name, value in wanted.items() if value}
        return f"{places[id(entry.results)]}/report.html#?{urlencode(given)}"

    with new_folder(out) as folder:
        for results in runs:
            write_report(results, seconds_of(results.run.paths.times), folder / places[id(results)])
        page = template("leaderboard.html.j2").render(
            boards=boards,
            published=published,
            evidence=evidence,
            in_percent=in_percent,
            cost=_cost,
            in_words=in_words,
            style=asset("report.css"),
        )
        write_whole(folder / "index.html", page)
    return out / "index.html"


def _cost(entry: RankedGroup) -> float | None:
    records = [result.generation for result in entry.group.attempts if result.generation is not None]
    return usage_of(records).cost


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
