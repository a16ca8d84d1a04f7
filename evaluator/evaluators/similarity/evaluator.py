"""Evaluator of similarity: artifacts of a solution compared with those of the reference."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.evaluators.side_by_side import SIMILARITY_DIFFS, FileDiff, line_diff
from evaluator.evaluators.similarity import EmbedderSpec, score
from evaluator.evaluators.similarity.model import Match, Product, Products, ScoreRequest, Scores, SourceFile
from evaluator.evaluators.similarity.recorded_products import compared_products
from evaluator.io.files import write_json
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import ArtifactKind, Solution, skeleton_of
from evaluator.model.options import Rule
from missions.mission import Mission
from missions.project_files import Files
from missions.reference import Reference

MAX_FILES, MAX_CHARS = 60, 1_500_000
"""Pairs of files of an attempt, and characters of all their rows."""

SIDE_BY_SIDE = (Product.CODE, Product.SKELETON)


def diffs_of(request: ScoreRequest, scores: Scores) -> tuple[FileDiff, ...]:
    """Return the matched files of code and skeleton, as many as the limits allow."""
    found: list[FileDiff] = []
    left = MAX_CHARS
    for product, match in _matches(scores):
        sources = _text(request.canonical, product, match.canonical), _text(request.answered, product, match.answered)
        if len(found) >= MAX_FILES or left <= 0:
            found.append(FileDiff(product.value, match.canonical, match.answered, note="left out: too many files"))
            break
        diff = line_diff(product.value, match.canonical, match.answered, *sources)
        left -= sum(row.size for row in diff.rows)
        found.append(diff)
    return tuple(found)


def _matches(scores: Scores) -> Iterator[tuple[Product, Match]]:
    for product in SIDE_BY_SIDE:
        for match in getattr(scores, product.value).matches:
            yield product, match


def _text(products: Products | None, product: Product, path: str) -> str:
    files: object = getattr(products, product.value, None)
    there = files if isinstance(files, tuple) else ()
    return next((file.text for file in there if isinstance(file, SourceFile) and file.path == path), "")


DETAILS = "similarity.json"
"""Attachment with the matches behind every measure (`Scores`)."""

"""Attachment with the matched files side by side (`FileDiff`)."""

COMPARED = {
    ArtifactKind.CHECKLIST: Product.CHECKLIST,
    ArtifactKind.SKELETON: Product.SKELETON,
    ArtifactKind.CODE: Product.CODE,
    ArtifactKind.PARAMETERS: Product.PARAMETERS,
}
LANGUAGE = "python"


@dataclass(frozen=True)
class Similarity(Evaluator):
    """Compares checklist, skeleton, code and parameter values with the reference; a measure from 0 to 1 each."""

    name: str = "similarity"
    needs: frozenset[ArtifactKind] = frozenset()

    def unavailable(self) -> str:
        missing = importlib.util.find_spec("codebleu") is None
        return "similarity needs the extra: pip install 'projecteval[similarity]'" if missing else ""

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"rule": options.rule, "embedder": str(_embedder(options.embedder))}

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        settings = self.settings(workbench.options)
        asked = frozenset(COMPARED[kind] for kind in workbench.asked if kind in COMPARED)
        request = ScoreRequest(
            mission_id=mission.id,
            canonical=_products_of_reference(workbench.reference(), mission, asked),
            answered=_recorded(workbench) or _produced(solution),
            language=LANGUAGE,
            kinds={parameter.key: parameter.kind for parameter in mission.parameters()},
            asked=asked,
        )
        scores = score(request, Rule(settings["rule"]), _embedder(settings["embedder"]))
        write_json(workbench.attachments / DETAILS, scores)
        write_json(workbench.attachments / SIMILARITY_DIFFS, diffs_of(request, scores))
        return Evaluation(
            self.name, measures=_measures(scores), settings=settings, attachments=(DETAILS, SIMILARITY_DIFFS)
        )


def _embedder(name: str) -> EmbedderSpec:
    return EmbedderSpec.parse(name) if name else EmbedderSpec()


def _measures(scores: Scores) -> tuple[Measure, ...]:
    return tuple(Measure(product.value, getattr(scores, product.value).value, reference=1.0) for product in Product)


def _products_of_reference(reference: Reference | None, mission: Mission, asked: frozenset[Product]) -> Products:
    if reference is None:
        return Products()
    skeleton = _sources(skeleton_of(reference, mission)) if Product.SKELETON in asked else None
    return Products(mission.checklist, skeleton, _sources(reference.files), dict(reference.parameters))


def _recorded(workbench: Workbench) -> Products | None:
    answers = workbench.recorded()
    return None if answers is None else compared_products(**answers)


def _produced(solution: Solution) -> Products:
    return Products(
        solution.checklist,
        None if solution.skeleton is None else _sources(solution.skeleton),
        _sources(solution.files) or None,
        dict(solution.parameters) or None,
    )


def _sources(files: Files) -> tuple[SourceFile, ...]:
    return tuple(SourceFile.from_bytes(path, content) for path, content in files.items())
