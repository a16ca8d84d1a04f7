"""Validation of a mission, or of a library, beyond its format; reports every problem, not only the first."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from missions.mission import Mission
from missions.project_files import Files
from missions.testcodes.parameters import Unanswered
from missions.testcodes.testcode import SimulatorName, Testcode

DRAFT = "<!-- DRAFT: derived from README and docstrings. Edit it, then remove this line. -->"
"""First line of a requirement that was written by a program."""


def library_problems(mission: Mission, files: Files | None) -> Iterator[str]:
    """Yield what is wrong with a library mission and its reference, whose files are `files` (None: there is none)."""
    yield from _of_components(mission, files or {})
    if files is None:
        yield "there is no canonical solution"
        return
    if not any(path in files for path in _package_files(mission)):
        yield f"canonical solution: it has no package {mission.package}"
    for suite in mission.suites:
        for path in sorted(set(suite.files) & set(files)):
            yield f"canonical solution: {path} is a file of the suite {suite.name}; remove it"


def _package_files(mission: Mission) -> tuple[str, ...]:
    name = mission.package.replace(".", "/")
    return tuple(f"{folder}{name}{end}" for folder in ("", "src/") for end in ("/__init__.py", ".py"))


def _of_components(mission: Mission, files: Mapping[str, bytes]) -> Iterator[str]:
    components = {path: sources for suite in mission.suites for path, sources in suite.components.items()}
    for path, sources in components.items():
        for source in sources:
            if files and source not in files:
                yield f"mission.toml: {path} is said to test {source}, which the canonical solution does not have"
    tested = {source for sources in components.values() for source in sources}
    for path in files if components else ():
        is_code = path.endswith(".py") and path.startswith((f"{mission.package}/", f"src/{mission.package}/"))
        if is_code and path not in tested and PurePosixPath(path).name != "__init__.py":
            yield f"mission.toml: no test file of [components] tests {path}"


def problems(
    mission: Mission, answers: Mapping[str, str] | None = None, files: Mapping[str, bytes] | None = None
) -> list[str]:
    """Return all problems of `mission`, one sentence each; empty for a valid mission.

    `answers` are the canonical solution's parameter values; None when there is no canonical solution,
    which is a problem of its own. `files` are those that a skeleton is derived from.
    """
    found = [*_of_prompt(mission), *_of_checklist(mission), *undocumented(files or {})]
    if mission.suites:
        found += library_problems(mission, files)
    else:
        found += [*_of_parameters(mission), *_of_requires(mission), *_of_answers(mission, answers)]
        found += _of_existing(mission)
    where = str(mission.source) if mission.source else f"mission {mission.id}"
    return [f"{where}: {problem}" for problem in found]


def _of_prompt(mission: Mission) -> Iterator[str]:
    if not mission.prompt.strip():
        yield "prompt.md is empty; say what to build"
    for document in mission.documents.values():
        if document.text.startswith(DRAFT):
            yield f"the document {document.name} is a draft; edit it, then remove its first line"


def _of_checklist(mission: Mission) -> Iterator[str]:
    listed = [(page.name, function.name) for page, function in mission.checklist.functions()]
    for (page, function), times in Counter(listed).items():
        if times > 1:
            yield f"checklist.toml: {page} / {function} is listed {times} times"
    if mission.suites or any(testcode.simulator not in set(SimulatorName) for testcode in mission.testcodes):
        return  # suites, and published texts for simulators of their own, do not name the checklist's functions
    tested = {(testcode.page, testcode.function) for testcode in mission.testcodes}
    for page_, function_ in mission.checklist.functions():
        if (page_.name, function_.name) not in tested and not function_.untested:
            yield (
                f"checklist.toml: {page_.name} / {function_.name} has no testcode; "
                'write one or say why not (untested = "…")'
            )
    for testcode in mission.testcodes:
        if (testcode.page, testcode.function) not in listed:
            yield (
                f"testcode {testcode.id}: {testcode.page} / {testcode.function} is not in the checklist; "
                "an agent could not know that it is wanted"
            )


def _of_parameters(mission: Mission) -> Iterator[str]:
    for testcode_id, times in Counter(testcode.id for testcode in mission.testcodes).items():
        if times > 1:
            yield f"testcode {testcode_id}: there are {times} of this name"
    meant = {parameter.key: parameter for parameter in mission.parameters()}
    for testcode in mission.testcodes:
        for parameter in testcode.parameters:
            first = meant[parameter.key]
            if (parameter.kind, parameter.description) != (first.kind, first.description):
                yield (
                    f"testcode {testcode.id}, parameter {parameter.name}: described as "
                    f"{parameter.description!r} here and {first.description!r} before; "
                    "one name means one thing in a mission"
                )


def _of_requires(mission: Mission) -> Iterator[str]:
    order = {testcode.id: number for number, testcode in enumerate(mission.testcodes)}
    for testcode in mission.testcodes:
        yield from _of_required(testcode, order)
    try:
        tuple(TopologicalSorter({t.id: t.requires for t in mission.testcodes}).static_order())
    except CycleError as error:
        yield f"requires: a cycle, {' → '.join(error.args[1])}"


def _of_required(testcode: Testcode, order: Mapping[str, int]) -> Iterator[str]:
    for required in testcode.requires:
        if required not in order:
            yield f"testcode {testcode.id}: requires {required!r}, which is not a testcode of this mission"
        elif order[required] > order[testcode.id]:
            yield f"testcode {testcode.id}: requires {required}, which stands behind it in the file"


def _of_existing(mission: Mission) -> Iterator[str]:
    """Yield what is wrong with the testcodes that the existing project is said to pass."""
    if mission.existing is None and mission.works_already:
        yield "mission.toml: works_already needs the project that is to be changed, in the folder existing"
    if mission.stage:
        return  # requests may end testcodes
    known = {testcode.id for testcode in mission.testcodes}
    for name, times in Counter(mission.works_already).items():
        if name not in known:
            yield f"mission.toml: works_already has {name}, which is not a testcode of this mission"
        if times > 1:
            yield f"mission.toml: works_already has {name} {times} times"


def _of_answers(mission: Mission, answers: Mapping[str, str] | None) -> Iterator[str]:
    if answers is None:
        yield "there is no canonical solution"
        return
    parameters = {parameter.key: parameter for parameter in mission.parameters()}
    for key, parameter in parameters.items():
        if key not in answers:
            yield f"canonical parameters: {key} is not answered ({parameter.description})"
            continue
        try:
            parameter.kind.parse(answers[key])
        except Unanswered as error:
            kind = parameter.kind.__name__
            yield f"canonical parameters: {key} = {answers[key]!r} is not a valid {kind}: {error}"
    for key in sorted(answers.keys() - parameters.keys()):
        yield f"canonical parameters: {key} is answered, but no testcode asks for it"


_Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def undocumented(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the modules, classes and public functions of canonical Python code that have no docstring.

    Skeletons are derived from canonical code, and docstrings are their only description of a body. Empty modules,
    Django's migrations and classes that configure the class around them (`Meta`) need none.
    """
    for path, content in files.items():
        if not path.endswith(".py") or "migrations/" in path or not content.strip():
            continue
        try:
            tree = ast.parse(content)
        except (SyntaxError, ValueError) as error:
            yield f"canonical {path}: Python cannot parse it: {error}"
            continue
        if ast.get_docstring(tree) is None:
            yield f"canonical {path}: the module has no docstring; say what it is for"
        yield from _undocumented_members(tree, path)


def _undocumented_members(owner: ast.Module | ast.ClassDef, path: str) -> Iterator[str]:
    for node in owner.body:
        if not isinstance(node, _Documented) or node.name.startswith("_") or node.name == "Meta":
            continue
        if ast.get_docstring(node) is None:
            yield f"canonical {path}, line {node.lineno}: {node.name} has no docstring; say what it is for"
        if isinstance(node, ast.ClassDef):
            yield from _undocumented_members(node, path)
