"""The step ``score``: similarity of every attempt's products with the canonical ones, from disk alone."""

from __future__ import annotations

import json
from dataclasses import dataclass

from evaluator.agents import RECORDED
from evaluator.canonical_source import canonical_solution
from evaluator.evaluators.similarity import (
    Product,
    Products,
    Rule,
    ScoreRequest,
    Scores,
    SourceFile,
    score_many,
)
from evaluator.io.atomic import read_json, write_json
from evaluator.model.attempt import Attempt
from evaluator.model.errors import UsageError
from evaluator.model.solution import Files, Solution
from evaluator.published import compared_products
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import GenerationRecord, read_built, read_generation
from evaluator.runs.folder.run import Run
from evaluator.strategies.inputs import masked
from missions.catalog import Catalog, open_catalog
from missions.mission import Level, Mission, Mode


@dataclass(frozen=True)
class Scored:
    """The content of ``scores.json``."""

    rule: Rule
    scores: Scores


def score_run(run: Run, jobs: int, rule: str | None = None) -> int:
    """Score what is not scored yet by `rule` (default: the run's own); how many attempts were scored.

    Raises `UsageError` for an unknown rule, `SimilarityError` when this machine cannot score.
    """
    wanted = rule_named(rule or run.request.rule)
    catalog = open_catalog(run.request.missions)
    to_do = [attempt for attempt in run.attempts() if _is_to_do(run.paths.of(attempt), wanted)]
    canonical = {mission_id: _Canonical(catalog, mission_id) for mission_id in {a.mission for a in to_do}}
    requests = [_request(run.paths.of(attempt), attempt, canonical[attempt.mission]) for attempt in to_do]
    for attempt, scores in zip(to_do, score_many(requests, wanted, jobs=min(jobs, len(to_do) or 1)), strict=True):
        write_json(run.paths.of(attempt).scores, Scored(wanted, scores))
    return len(to_do)


def rule_named(name: str) -> Rule:
    try:
        return Rule(name)
    except ValueError:
        raise UsageError(f"there is no similarity rule {name!r}; there are {', '.join(Rule)}") from None


def read_scores(paths: AttemptPaths) -> Scored | None:
    """What was scored of an attempt; None when this step is still to be done."""
    return read_json(paths.scores, Scored) if paths.scores.exists() else None


def _is_to_do(paths: AttemptPaths, rule: Rule) -> bool:
    if not paths.generation.exists():
        return False
    scored = read_scores(paths)
    return scored is None or scored.rule is not rule


class _Canonical:
    """What a mission's attempts are compared with."""

    def __init__(self, catalog: Catalog, mission_id: str) -> None:
        self.mission: Mission = catalog.mission(mission_id)
        solution = canonical_solution(catalog, mission_id)
        self.products = Products() if solution is None else self._of(solution)

    def _of(self, solution: Solution) -> Products:
        return Products(
            self.mission.checklist,
            _as_sources(masked(solution, self.mission)),
            _as_sources(solution.files),
            dict(solution.parameters),
        )


def _request(paths: AttemptPaths, attempt: Attempt, canonical: _Canonical) -> ScoreRequest:
    record = read_generation(paths)
    assert record is not None  # only what was generated is scored
    return ScoreRequest(
        mission_id=attempt.mission,
        canonical=canonical.products,
        answered=_answered(paths, record),
        language="python",
        kinds={parameter.key: parameter.kind for parameter in canonical.mission.parameters()},
        asked=_asked(attempt, record),
    )


def _answered(paths: AttemptPaths, record: GenerationRecord) -> Products:
    recorded = paths.transcript / RECORDED
    if recorded.exists():
        found = json.loads(recorded.read_text(encoding="utf-8"))
        return compared_products(**{product.value: found.get(product.value) for product in Product})
    solution = read_built(paths, record)
    return Products(
        solution.checklist,
        None if solution.skeleton is None else _as_sources(solution.skeleton),
        _as_sources(solution.files) or None,
        dict(solution.parameters) or None,
    )


def _asked(attempt: Attempt, record: GenerationRecord) -> frozenset[Product]:
    """What the agent had to produce: in cascade, level by level; for a recorded run, what was recorded."""
    if record.asked is not None:
        return frozenset(map(Product, record.asked))
    asked = {Product.CODE, Product.PARAMETERS}
    if attempt.mode is Mode.CASCADE and attempt.level is not Level.SKELETON:
        asked.add(Product.SKELETON)
        if attempt.level is Level.PROMPT:
            asked.add(Product.CHECKLIST)
    return frozenset(asked)


def _as_sources(files: Files) -> tuple[SourceFile, ...]:
    return tuple(SourceFile.from_bytes(path, content) for path, content in files.items())
