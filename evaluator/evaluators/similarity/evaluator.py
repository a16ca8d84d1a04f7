"""Evaluator of similarity: artifacts of a solution, or products of a recorded run, compared with those of the
reference.

The published scores count the functions of a page up to the first malformed one, and files of any shape; a file
whose code is not text, or a parameter value that cannot be compared, scores the whole mission 0.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.evaluators.side_by_side import SIMILARITY_DIFFS, FileDiff, line_diff
from evaluator.evaluators.similarity import EmbedderSpec, score
from evaluator.evaluators.similarity.model import (
    BETWEEN,
    SPOILED,
    Match,
    Product,
    Products,
    ScoreRequest,
    Scores,
    SourceFile,
    SourceFiles,
    UnreadableProduct,
)
from evaluator.io.files import write_json
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import ArtifactKind, Solution, skeleton_of
from evaluator.model.options import Rule
from missions.mission import Checklist, Function, Mission, Page
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


def _products_of_reference(reference: Reference | None, mission: Mission, requested: frozenset[Product]) -> Products:
    if reference is None:
        return Products()
    skeleton = _sources(skeleton_of(reference, mission)) if Product.SKELETON in requested else None
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


def compared_products(
    *, checklist: object = None, skeleton: object = None, code: object = None, parameters: object = None
) -> Products:
    """Return the four products from the JSON values of a recorded run; no content is an error.

    Keys of parameter values are ``page||function||name``.
    """
    return Products(
        checklist=_read(checklist, _checklist),
        skeleton=_read(skeleton, _files),
        code=_read(code, _files),
        parameters=_read(parameters, _parameters),
    )


def _read(value: Any, reader: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, Iterable):
        return UnreadableProduct(f"the answer is {type(value).__name__}, not a list")
    return reader(value)


def _checklist(pages: Iterable[Any]) -> Checklist:
    return Checklist(tuple(page for entry in pages if (page := _page(entry)) is not None))


def _page(entry: Any) -> Page | None:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("page"), str):
        return None
    functions: list[Function] = []
    for each in _sequence(entry.get("function")):
        name, words = _texts(each, "function", "description")
        if name is None or words is None:
            break
        functions.append(Function(name, words))
    return Page(entry["page"], tuple(functions))


def _texts(entry: Any, *names: str) -> list[str | None]:
    found = [entry.get(name) if isinstance(entry, Mapping) else None for name in names]
    return [value if isinstance(value, str) else None for value in found]


def _sequence(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _files(files: Iterable[Any]) -> SourceFiles | UnreadableProduct:
    entries = [entry for entry in files if isinstance(entry, Mapping) and "code" in entry]
    if not entries:
        return UnreadableProduct("the answer has no file")
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry["code"], str):
            return UnreadableProduct(f"the code of file {number} is {type(entry['code']).__name__}, not a text")
    return tuple(SourceFile(str(entry.get("path", ""))[:1000], entry["code"]) for entry in entries)


def canonical_values(pages: Mapping[str, Mapping[str, list[Mapping[str, str]]]]) -> dict[str, str]:
    """Return canonical parameter values by key from their file's shape: {page: {function: [{name, answer}, …]}}."""
    return {
        BETWEEN.join((page, function, answer["name"])): answer["answer"]
        for page, functions in pages.items()
        for function, answers in functions.items()
        for answer in answers
    }


def _parameters(found: Iterable[Any]) -> Mapping[str, object]:
    pages: dict[str, dict[str, Any]] = {}
    for entry in found:
        if isinstance(entry, Mapping) and isinstance(entry.get("page"), str):
            pages[entry["page"]] = _functions(entry.get("function"))
    values: dict[str, object] = {}
    for page, functions in pages.items():
        for function, answers in functions.items():
            _file_answers(values, f"{page}{BETWEEN}{function}{BETWEEN}", answers)
    return values


def _functions(value: Any) -> dict[str, Any]:
    functions: dict[str, Any] = {}
    for entry in _sequence(value):
        if not isinstance(entry, Mapping) or not {"function", "parameter"} <= set(entry):
            break
        if isinstance(entry["function"], (list, dict)):
            break
        functions[str(entry["function"])] = entry["parameter"]
    return functions


def _file_answers(values: dict[str, object], prefix: str, answers: Any) -> None:
    if not isinstance(answers, list):
        answers = [None] if answers is None or isinstance(answers, (int, float)) or len(answers) else []
    for answer in answers:
        if not isinstance(answer, Mapping) or not {"answer", "name"} <= set(answer):
            values[prefix + SPOILED] = None
            return
        values[prefix + str(answer["name"])] = answer["answer"]
