"""Agent that submits solutions which no testcode may accept."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from evaluator.agents.control_programs import garbage
from evaluator.agents.interface import BUILDING, Assignment, AutonomousAgent
from evaluator.agents.references import MaskedAgent, NopAgent
from evaluator.model.errors import UsageError
from evaluator.model.generation import Generation, Solution
from evaluator.model.result import Recording
from missions.mission import Stack
from missions.project_files import Files, files_digest
from missions.reference import Reference
from simulators.setting import Start

PROGRAMS = Path(__file__).parent / "control_programs"
WITHOUT_WINDOW = frozenset({Stack.CONSOLE, Stack.BATCH})
"""Kinds of programs that have input and output as text."""

WEBSITE = ("website.py", "{port}")
STARTS: Mapping[Stack, tuple[str, ...]] = {
    Stack.CONSOLE: ("program.py",),
    Stack.BATCH: ("program.py",),
    Stack.DESKTOP: ("window.py",),
}
"""Control program of a stack with its first arguments; the control's name follows. Websites have `WEBSITE`."""

PROMPT = "prompt.md"
"""File with the mission's prompt, beside the program that opens a window."""


@dataclass(frozen=True)
class ControlProgram:
    """Control that starts the program of the mission's stack as `kind`, with the canonical parameter values."""

    kind: str

    def build(self, assignment: Assignment) -> Generation:
        reference = assignment.reference
        if reference is None:
            return Generation(None, f"mission {assignment.mission.id} has no reference solution")
        stack = assignment.mission.stack
        if self.kind == "refusal" and stack not in WITHOUT_WINDOW:
            return Generation(None, "only a program without a window can refuse its command line")
        program, *arguments = STARTS.get(stack, WEBSITE)
        files = {program: (PROGRAMS / program).read_bytes()}
        if stack is Stack.DESKTOP:
            files[PROMPT] = assignment.mission.prompt.encode()
        start = Start(program=("python", program, *arguments, self.kind))
        return Generation(Solution.of(files, reference.parameters, start))


USUAL_ENTRIES = ("main.py", "app.py")
GARBAGE = ("empty", "binary", "nested", "huge", "truncated", "sparse")
"""Kinds of garbage; see ``control_programs/garbage.py``."""

GARBAGE_PREFIX = "garbage-"
EXISTING = "existing"
DJANGO_MIDDLEWARE = '\nMIDDLEWARE = ["garbage.GarbageMiddleware", *MIDDLEWARE]\n'
ENTRIES = {Stack.CONSOLE: "in_programs", Stack.BATCH: "in_programs", Stack.DESKTOP: "in_windows", Stack.WEB: "in_flask"}
"""Function that the first module of a Python program calls; projects of Django have a middleware instead."""


@dataclass(frozen=True)
class GarbageControl:
    """Control that submits the reference with all that it shows, prints and writes replaced by garbage of `kind`."""

    kind: str

    def build(self, assignment: Assignment) -> Generation:
        reference, mission = assignment.reference, assignment.mission
        if reference is None:
            return Generation(None, f"mission {mission.id} has no reference solution")
        changed = {} if mission.stack is Stack.STATIC else _calling(mission.stack, reference)
        if changed:
            changed["garbage.py"] = (PROGRAMS / "garbage.py").read_bytes()
            changed["garbage_kind.txt"] = self.kind.encode()
        elif mission.stack in (Stack.STATIC, Stack.WEB):
            changed = self._pages(reference.files)
        if not changed:
            return Generation(None, "the reference has no settings.py of Django, Python program to start, or pages")
        if changed.items() <= reference.files.items():
            return Generation(None, "the reference's pages hold nothing that this garbage replaces")
        return Generation(Solution.of({**reference.files, **changed}, reference.parameters, reference.start))

    def _pages(self, files: Files) -> dict[str, bytes]:
        """Return the files with HTML as garbage: all that a site of scripts for the browser or for Node.js has."""
        return {path: garbage.replaced_by(self.kind, files[path], path) for path in files if path.endswith(".html")}


def _calling(stack: Stack, reference: Reference) -> dict[str, bytes]:
    """Return the changed modules of the reference, which make its output garbage; none where there is no such one."""
    settings = {path: content for path, content in reference.files.items() if path.endswith("/settings.py")}
    if settings:
        return {path: content + DJANGO_MIDDLEWARE.encode() for path, content in settings.items()}
    first = entry_of(reference)
    if not first.endswith(".py") or stack not in ENTRIES:
        return {}
    code = f"import garbage\n\ngarbage.{ENTRIES[stack]}()\n"
    return {first: after_imports_of_the_future(reference.files[first], code)}


def entry_of(reference: Reference) -> str:
    """Return the Python file that a reference is started with; empty when it names none and none has a usual name."""
    named = reference.start.program[-1:] if reference.start else ()
    return next((name for name in (*named, *USUAL_ENTRIES) if name in reference.files), "")


def after_imports_of_the_future(source: bytes, code: str) -> bytes:
    """Return Python `source` with `code` behind its docstring and imports of the future."""
    body = ast.parse(source).body
    heading = [node for node in body if _is_docstring(node) or _is_of_the_future(node)]
    lines = source.decode().splitlines(keepends=True)
    end = (heading[-1].end_lineno or 0) if heading else 0
    return "".join([*lines[:end], f"\n{code}", *lines[end:]]).encode()


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_of_the_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def existing_project(assignment: Assignment) -> Generation:
    """Submit the project that the mission wants to be changed, as it is."""
    reference, mission = assignment.reference, assignment.mission
    if mission.existing is None or reference is None:
        return Generation(None, f"mission {mission.id} has no existing project that a reference changes")
    return Generation(Solution.of(mission.existing, reference.parameters, reference.start))


CONTROLS: Mapping[str, Callable[[Assignment], Generation]] = {
    "nop": NopAgent().build,
    "masked": MaskedAgent().build,
    "empty": ControlProgram("empty").build,
    "echo": ControlProgram("echo").build,
    "refusal": ControlProgram("refusal").build,
    EXISTING: existing_project,
    **{f"{GARBAGE_PREFIX}{kind}": GarbageControl(kind).build for kind in GARBAGE},
}
"""Controls by name. `empty` answers every request with an empty page, prints nothing or opens an empty window; `echo`
shows whatever was sent, or in a window every quoted text of the prompt and whatever is typed; `refusal` refuses every
command line (programs without a window only); `existing` is the project that a mission wants to be changed, as it is
(only where there is one); `garbage-…` is the reference whose pages, printed lines and files are
replaced."""


class ControlsAgent(AutonomousAgent):
    """``controls[:NAME,NAME]``: submits every control, or those named, as an attempt with its own name."""

    ignores = BUILDING

    def __init__(self, names: str = "") -> None:
        self._names = names.split(",") if names else list(CONTROLS)
        if unknown := [name for name in self._names if name not in CONTROLS]:
            raise UsageError(f"there is no control {unknown[0]!r}; there are {', '.join(CONTROLS)}")
        self.name = f"controls:{names}" if names else "controls"

    def fingerprint(self) -> Mapping[str, str]:
        programs = {path.name: path.read_bytes() for path in sorted(PROGRAMS.glob("*.py"))}
        return {"controls": ",".join(self._names), "programs": files_digest(programs)}

    def recordings(self, default_input: str) -> Mapping[str, Recording]:
        return {name: Recording(default_input, "direct", "", "") for name in self._names}

    def build(self, assignment: Assignment) -> Generation:
        return CONTROLS[assignment.attempt.recorded](assignment)


PROGRAM = "answer_table.py"
TABLE, PLACE = "answers.jsonl", "answers_place.txt"
CODE = "import answer_table\n\nanswer_table.record()\n"


class AnswersAgent(AutonomousAgent):
    """Submits a table of recorded answers for each console and batch mission."""

    ignores = BUILDING
    NAME = "answers"

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder).resolve()
        self.name = f"{self.NAME}:{self.folder}"

    def fingerprint(self) -> Mapping[str, str]:
        return {PROGRAM: hashlib.sha256((PROGRAMS / PROGRAM).read_bytes()).hexdigest()}

    def build(self, assignment: Assignment) -> Generation:
        mission, reference = assignment.mission, assignment.reference
        if reference is None or mission.stack not in WITHOUT_WINDOW:
            return Generation(None, "only references of console and batch missions are recorded")
        return self._of(reference, self.folder / f"{mission.id}.jsonl", assignment)

    def _of(self, reference: Reference, table: Path, assignment: Assignment) -> Generation:
        if not table.is_file():
            return Generation(None, f"{table}: nothing was recorded; --agent answers-recorder:{self.folder} records")
        kept = {path: content for path, content in reference.files.items() if not path.endswith(".py")}
        files = {**kept, PROGRAM: (PROGRAMS / PROGRAM).read_bytes(), TABLE: table.read_bytes()}
        start = Start(program=("python", PROGRAM))
        return Generation(Solution.of(files, reference.parameters, start))


class AnswersRecorder(AnswersAgent):
    """Submits references that record what they answer, in place of what was recorded before."""

    NAME = "answers-recorder"

    def _of(self, reference: Reference, table: Path, assignment: Assignment) -> Generation:
        table.parent.mkdir(parents=True, exist_ok=True)
        table.unlink(missing_ok=True)
        first = entry_of(reference)
        if not first:
            return Generation(None, f"the reference of {assignment.mission.id} has no Python program to start")
        added = {PROGRAM: (PROGRAMS / PROGRAM).read_bytes(), PLACE: str(table).encode()}
        changed = {first: after_imports_of_the_future(reference.files[first], CODE)}
        return Generation(Solution.of({**reference.files, **added, **changed}, reference.parameters, reference.start))
