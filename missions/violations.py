"""Requirements of a mission sentence by sentence, and violations: changes of the reference that break one sentence.

``violations.toml`` in the mission's folder quotes each sentence of prompt or checklist that decides something::

    [[requirement]]
    sentence = "A member borrows at most five books."

    [[requirement.violation]]
    id = "six-books"

    [[requirement.violation.change]]
    file = "library/models.py"
    before = "MAX_LOANS = 5"
    after = "MAX_LOANS = 6"

`before` occurs once in the file. A sentence that no program can violate alone has a reason instead (`unbroken`).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from missions.errors import MissionError
from missions.formats.folder import VIOLATIONS, read_optional
from missions.mission import Mission
from missions.project_files import Files


class TextChange(BaseModel):
    """Replacement of the text `before`, which occurs once in `file`, by `after`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    file: str
    before: str = Field(min_length=1)
    after: str

    def problem(self, files: Files) -> str:
        """Return why the change cannot be made; empty when it can."""
        if self.file not in files:
            return f"the reference has no file {self.file}"
        if (times := files[self.file].count(self.before.encode())) != 1:
            return f"{self.before!r} occurs {times} times in {self.file}, and has to occur once"
        return ""


class Violation(BaseModel):
    """A violation of one sentence; `gap` says why no testcode notices it, where that is known."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    change: tuple[TextChange, ...] = Field(min_length=1)
    gap: str = ""

    def applied(self, files: Files) -> dict[str, bytes]:
        """Return the reference's files with this violation. Raises `MissionError` when it does not fit them."""
        found = dict(files)
        for change in self.change:
            if problem := change.problem(found):
                raise MissionError(f"violation {self.id}: {problem}")
            found[change.file] = found[change.file].replace(change.before.encode(), change.after.encode())
        return found


class Requirement(BaseModel):
    """A sentence of prompt or checklist that decides something, with its violations."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    sentence: str = Field(min_length=1)
    violation: tuple[Violation, ...] = ()
    unbroken: str = ""


class Requirements(BaseModel):
    """Content of ``violations.toml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    requirement: tuple[Requirement, ...] = ()

    def violations(self) -> list[tuple[Requirement, Violation]]:
        """Return all violations with their requirements, in the order of the file."""
        return [(each, violation) for each in self.requirement for violation in each.violation]


def requirements_of(folder: Path | None) -> Requirements:
    """Read the requirements of a mission's folder; none without the file. Raises `MissionError` naming the mistake."""
    return read_optional(folder, VIOLATIONS, Requirements)


def violation_problems(mission: Mission, files: Files) -> Iterator[str]:
    """Yield what is wrong with a mission's ``violations.toml``; `files` are those of the reference."""
    try:
        found = requirements_of(mission.source)
    except MissionError as error:
        yield str(error)
        return
    documents = " ".join(_documents(mission))
    for requirement in found.requirement:
        if _folded(requirement.sentence) not in documents:
            yield f"{VIOLATIONS}: neither prompt nor checklist has the sentence {requirement.sentence!r}"
        if bool(requirement.violation) == bool(requirement.unbroken):
            yield f"{VIOLATIONS}: {requirement.sentence!r} needs violations, or a reason (unbroken) why it has none"
    yield from _of_changes([violation for _, violation in found.violations()], files)


def _of_changes(violations: Sequence[Violation], files: Files) -> Iterator[str]:
    for name, times in Counter(violation.id for violation in violations).items():
        if times > 1:
            yield f"{VIOLATIONS}: there are {times} violations with the id {name}"
    for violation in violations:
        try:
            changed = violation.applied(files)
            for change in violation.change:
                _check_python(change.file, changed[change.file])
        except (MissionError, SyntaxError) as error:
            yield f"{VIOLATIONS}: {violation.id}: {error}"


def _check_python(path: str, content: bytes) -> None:
    if path.endswith(".py"):
        ast.parse(content)


def _documents(mission: Mission) -> Iterator[str]:
    yield _folded(mission.prompt)
    for page, function in mission.checklist.functions():
        yield _folded(f"{page.name} {function.name} {function.description}")


def _folded(text: str) -> str:
    return " ".join(text.split())
