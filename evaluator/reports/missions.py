"""Missions as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from missions.mission import Mission


def mission_as_text(mission: Mission) -> str:
    """Return prompt, checklist, testcodes and parameters as plain text."""
    return "\n".join(_lines(mission))


def _lines(mission: Mission) -> Iterator[str]:
    technologies = ", ".join(mission.technologies) or "any technology"
    yield f"{mission.id}: {mission.title} ({mission.stack}; {technologies})"
    yield ""
    yield mission.prompt.strip()
    for page in mission.checklist.pages:
        yield ""
        yield page.name
        for function in page.functions:
            yield f"  {function.name}: {function.description}"
    if mission.suites:
        yield from _library_lines(mission)
        return
    if mission.existing is not None:
        yield ""
        yield f"Existing project, in {mission.source or 'the mission'}/existing"
        yield f"  {', '.join(sorted(mission.existing))}"
    yield ""
    yield "Testcodes"
    for testcode in mission.testcodes:
        needs = f" (requires {', '.join(testcode.requires)})" if testcode.requires else ""
        yield f"  {testcode.id}: {testcode.page} / {testcode.function}{needs}"
    yield ""
    yield "Parameters"
    for parameter in mission.parameters():
        yield f"  {parameter.key} ({parameter.kind.__name__}): {parameter.description}"


def _library_lines(mission: Mission) -> Iterator[str]:
    yield ""
    yield f"Package {mission.package}; {mission.difficulty or 'no difficulty'}; {mission.category or 'no category'}"
    yield ""
    yield "Documents"
    yield f"  {', '.join(mission.documents)}"
    yield ""
    yield "Suites"
    for suite in mission.suites:
        files = suite.test_files()
        yield f"  {suite.name}: {len(files)} {'file' if len(files) == 1 else 'files'}, at most {suite.seconds:g} s"


def mission_as_json(mission: Mission) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        "id": mission.id,
        "title": mission.title,
        "stack": mission.stack.value,
        "technologies": list(mission.technologies),
        "prompt": mission.prompt,
        "checklist": [
            {
                "page": p.name,
                "functions": [{"function": f.name, "description": f.description} for f in p.functions],
            }
            for p in mission.checklist.pages
        ],
        "existing": sorted(mission.existing or ()),
        "testcodes": [
            {
                "id": t.id,
                "page": t.page,
                "function": t.function,
                "requires": list(t.requires),
                "summary": t.summary,
            }
            for t in mission.testcodes
        ],
        "package": mission.package,
        "difficulty": mission.difficulty,
        "category": mission.category,
        "documents": list(mission.documents),
        "suites": [{"name": s.name, "files": list(s.test_files()), "seconds": s.seconds} for s in mission.suites],
        "parameters": [
            {"key": p.key, "kind": p.kind.__name__, "description": p.description} for p in mission.parameters()
        ],
    }
