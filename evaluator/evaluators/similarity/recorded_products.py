"""Products of recorded runs for the similarity scores, with exactly the tolerance of the published ones.

The published scores count the functions of a page up to the first malformed one, and files of any shape; a file whose
code is not text, or a parameter value that cannot be compared, scores the whole mission 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evaluator.evaluators.similarity.model import BETWEEN, SPOILED, Products, SourceFile, SourceFiles, UnreadableProduct
from missions.mission import Checklist, Function, Page


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


def _read(found: Any, reader: Any) -> Any:
    if found is None:
        return None
    if not isinstance(found, Iterable):
        return UnreadableProduct(f"the answer is {type(found).__name__}, not a list")
    return reader(found)


def _checklist(found: Iterable[Any]) -> Checklist:
    return Checklist(tuple(page for entry in found if (page := _page(entry)) is not None))


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


def _sequence(found: Any) -> list[Any]:
    return found if isinstance(found, list) else []


def _files(found: Iterable[Any]) -> SourceFiles | UnreadableProduct:
    entries = [entry for entry in found if isinstance(entry, Mapping) and "code" in entry]
    if not entries:
        return UnreadableProduct("the answer has no file")
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry["code"], str):
            return UnreadableProduct(f"the code of file {number} is {type(entry['code']).__name__}, not a text")
    return tuple(SourceFile(str(entry.get("path", ""))[:1000], entry["code"]) for entry in entries)


def canonical_values(found: Mapping[str, Mapping[str, list[Mapping[str, str]]]]) -> dict[str, str]:
    """Return canonical parameter values by key from their file's shape: {page: {function: [{name, answer}, …]}}."""
    return {
        BETWEEN.join((page, function, answer["name"])): answer["answer"]
        for page, functions in found.items()
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


def _functions(found: Any) -> dict[str, Any]:
    functions: dict[str, Any] = {}
    for entry in _sequence(found):
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
