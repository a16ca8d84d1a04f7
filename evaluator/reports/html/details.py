"""Details of one attempt as plain data: building, parameters, and the cases and measures of every evaluator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from evaluator.evaluators.similarity.evaluator import DETAILS, DIFFS
from evaluator.io.atomic import read_json
from evaluator.io.errors import UnreadableFile
from evaluator.model.evaluation import Case, Evaluation
from evaluator.model.result import AttemptResult, GenerationRecord
from evaluator.model.solution import Solution
from evaluator.reports.html.story import PictureAddress, marked_picture, steps_of, terminal_of
from evaluator.runs.folder.paths import AttemptPaths
from evaluator.runs.folder.records import Traces, read_artifact, read_traces
from evaluator.runs.folder.times import read_spans
from missions.artifacts import ArtifactKind
from simulators.runtime.start import Start
from simulators.trace import TraceEntry

PICTURES = (".png",)
"""Suffixes of attachments that the page shows; others are named only, because a browser would run some of them."""


def details_of(result: AttemptResult, paths: AttemptPaths, picture: PictureAddress) -> dict[str, Any]:
    """Return all that the page shows of one attempt, except for its dialogue."""
    evaluations = result.evaluations.values()
    values = _values(paths)
    return {
        "label": result.attempt.label,
        "building": None if result.generation is None else _building(result.generation, values.start),
        "times": [{"what": span.what, "seconds": round(span.seconds, 2)} for span in read_spans(paths.times)],
        "parameters": dict(values.parameters),
        "evaluations": [_evaluation(each, read_traces(paths, each.evaluator), picture) for each in evaluations],
        "similarity": _similarity(paths),
        "diffs": (paths.attachments / DIFFS).exists(),
        "dialogue": len(dialogue_files(paths)),
    }


def dialogue_files(paths: AttemptPaths) -> list[str]:
    """Return the names of the transcript's files in order."""
    return sorted(path.name for path in paths.transcript.glob("*") if path.is_file() and path.name[0] != ".")


def _values(paths: AttemptPaths) -> Solution:
    """Return the solution's artifacts that are values, without the project."""
    return Solution(
        {kind: read_artifact(paths.artifact(kind)) for kind in (ArtifactKind.PARAMETERS, ArtifactKind.START)}
    )


def _building(record: GenerationRecord, start: Start | None) -> dict[str, Any]:
    return {
        "built": record.built,
        "failure": record.failure,
        "start": " ".join(start.program) if start else "",
        "steps": [{"name": s.name, "failure": s.failure, **asdict(s.usage)} for s in record.steps],
    }


def _evaluation(evaluation: Evaluation, traces: Traces, picture: PictureAddress) -> dict[str, Any]:
    return {
        "evaluator": evaluation.evaluator,
        "seconds": evaluation.seconds,
        "tries": evaluation.tries,
        "repeated": [failure.message for failure in evaluation.repeated],
        "settings": dict(evaluation.settings),
        "log": evaluation.log,
        "attachments": list(evaluation.attachments),
        "measures": [asdict(measure) for measure in evaluation.measures],
        "cases": [_case(case, traces, picture) for case in evaluation.cases],
    }


def _case(case: Case, traces: Traces, picture: PictureAddress) -> dict[str, Any]:
    trace = traces.get(case.id, ())
    pictures = [name for name in case.attachments if name.endswith(PICTURES)]
    return {
        "id": case.id,
        "group": [part for part in case.group if part],
        "outcome": case.outcome.value,
        "kind": case.failure.kind.value if case.failure else "",
        "reason": case.reason,
        "causedBy": case.caused_by,
        "note": case.note,
        "seconds": case.seconds,
        "steps": steps_of(trace, picture, pictures),
        "terminal": terminal_of(trace),
        "pictures": [_picture(name, trace, picture) for name in pictures],
        "attachments": [name for name in case.attachments if name not in pictures],
    }


def _picture(name: str, trace: Sequence[TraceEntry], picture: PictureAddress) -> dict[str, Any]:
    """Return an attached screenshot; a step that has the same one says what it marks."""
    for entry in trace:
        for each in entry.pictures:
            if each.file == name:
                return marked_picture(each, picture)
    return {"address": picture(name), "moment": "after", "width": 0, "height": 0, "marked": None}


def _similarity(paths: AttemptPaths) -> list[dict[str, Any]]:
    """Return each compared artifact with its score and what was matched with what."""
    path = paths.attachments / DETAILS
    if not path.exists():
        return []
    from evaluator.evaluators.similarity import Scores

    try:
        scores = asdict(read_json(path, Scores))
    except UnreadableFile as error:
        return [{"artifact": DETAILS, "value": None, "notes": [str(error)], **_NOTHING_MATCHED}]
    return [_score(name, score) for name, score in scores.items() if score["value"] is not None or score["notes"]]


_NOTHING_MATCHED: Mapping[str, tuple[()]] = {"matches": (), "onlyReference": (), "onlySolution": ()}


def _score(name: str, score: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "artifact": name,
        "value": score["value"],
        "notes": score["notes"],
        "matches": [[match["canonical"], match["answered"], match["value"]] for match in score["matches"]],
        "onlyReference": score["left_over_canonical"],
        "onlySolution": score["left_over_answered"],
    }
