"""A recorded run in the public layout, taken apart into project folders with their ``parameters.toml``.

Stricter than `evaluator.published`, which does with a broken answer what the original does with it: here somebody wants
the files, and is told what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from evaluator.io.atomic_folders import must_be_free, new_folder
from evaluator.model.errors import UsageError
from evaluator.published import recorded_runs
from evaluator.published.unmatched import unmatched
from missions.catalog import Catalog
from missions.errors import MissionError, SolutionError
from missions.formats.folder import in_words
from missions.formats.projecteval_2025.parameters import answers_of
from missions.formats.projecteval_2025.shapes import PublicFile, read_public
from missions.mission import Mission, Stack
from missions.project_files import Files, safe_path, single_top
from missions.reference import Reference, write_reference
from simulators.runtime.start import Start


@dataclass(frozen=True)
class Unpacked:
    """What became of one mission: `problem` says why nothing was written, `noticed` what somebody should know."""

    mission: str
    problem: str = ""
    noticed: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True)
class _Recording:
    """The products of a recorded run by project id."""

    code: Mapping[str, Any]
    answers: Mapping[str, Any]
    starts: Mapping[str, Any]


def import_solutions(catalog: Catalog, source: Path, ids: Sequence[str], out: Path) -> Iterator[Unpacked]:
    """Write the answers of a recorded run as ``<id>/project/`` and ``<id>/parameters.toml`` below `out`, one by one.

    `source` is the folder of the run or its ``X.json``; for a single mission that may be no more than the list of
    its files. Without `ids`, everything that was answered. Raises `UsageError` or `MissionError` before anything is
    written when a file cannot be read or a folder is in the way.
    """
    stem = _stem(source)
    recording = _recording(stem, ids)
    wanted = list(ids) or [mission_id for mission_id in catalog.ids() if mission_id in recording.code]
    if not wanted:
        raise UsageError(f"{stem}.json answers no mission of {catalog.name}; there are {', '.join(catalog.ids())}")
    missions = [catalog.mission(mission_id) for mission_id in wanted]
    for mission in missions:
        must_be_free(out / mission.id)
    return (_unpacked(mission, recording, out / mission.id) for mission in missions)


def _unpacked(mission: Mission, recording: _Recording, target: Path) -> Unpacked:
    answers, noticed = answers_of(mission, recording.answers.get(mission.id))
    try:
        files = _files(recording.code.get(mission.id))
        start = _start(mission, files, recording.starts.get(mission.id))
        with new_folder(target) as folder:
            write_reference(Reference(files, answers, start), folder)
    except SolutionError as error:
        return Unpacked(mission.id, f"mission {mission.id}: {error}")
    noticed = [f"mission {mission.id}: {words}" for words in noticed]
    return Unpacked(mission.id, noticed=[*noticed, *unmatched(mission, answers)])


def _stem(source: Path) -> Path:
    if source.is_file():
        return source.with_suffix("")
    runs = recorded_runs(source)
    if len(runs) > 1:
        names = ", ".join(f"{run.stem}.json" for run in runs[:5])
        raise UsageError(f"{source}: there are {len(runs)} recorded runs; name one of them: {names}")
    return runs[0].stem


def _recording(stem: Path, ids: Sequence[str]) -> _Recording:
    code: Any = read_public(stem.with_name(f"{stem.name}.json"), object)
    answers: Any = _beside(stem, "parameter")
    starts: Any = _beside(stem, "startfile")
    if isinstance(code, list):
        if len(ids) != 1:
            raise UsageError(f"{stem}.json is the list of files of one project; name the mission that it solves")
        own = isinstance(answers, dict) and ids[0] in answers
        return _Recording({ids[0]: code}, answers if own else {ids[0]: answers}, starts)
    for product, found in (("", code), ("_parameter", answers), ("_startfile", starts)):
        if not isinstance(found, dict):
            raise MissionError(f"{stem}{product}.json: an object of projects was expected, not {type(found).__name__}")
    return _Recording(code, answers, starts)


def _beside(stem: Path, product: str) -> object:
    path = stem.with_name(f"{stem.name}_{product}.json")
    return read_public(path, object) if path.exists() else {}


def _files(answer: object) -> Files:
    """The files of an answer. Raises `SolutionError` with what is wrong with them."""
    if answer is None:
        raise SolutionError("it is not answered")
    try:
        found = TypeAdapter(list[PublicFile]).validate_python(answer, strict=True)
    except ValidationError as error:
        raise SolutionError(f"the answer is no list of files: {in_words(error)[:300]}") from error
    files: dict[str, bytes] = {}
    for file in found:
        name = f"{safe_path(file.path)}{'/' if file.file is None else ''}"
        content = _content(name, file.code or "")
        if files.get(name, content) != content:
            raise SolutionError(f"file {name!r} is there twice with different content")
        files[name] = content
    if not files:
        raise SolutionError("the answer has no file")
    return files


def _content(name: str, code: str) -> bytes:
    try:
        return code.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SolutionError(f"file {name!r} is no text: {error.reason}") from error


def _start(mission: Mission, files: Files, startfile: object) -> Start | None:
    if mission.stack is Stack.DJANGO or startfile is None:
        return None
    if not isinstance(startfile, str) or not startfile.strip():
        raise SolutionError(f"its start file is {startfile!r}, not the path of a file")
    root = single_top(files)
    return Start(root=root, program=("python", str(safe_path(startfile.strip())).removeprefix(f"{root}/")))
