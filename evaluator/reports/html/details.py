"""Details of an attempt, loaded on demand: cases and their story, dialogue with a model, compared files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from evaluator.evaluators.side_by_side import DESIGN_DIFFS, SIMILARITY_DIFFS, DiffRow, FileDiff
from evaluator.evaluators.similarity.evaluator import DETAILS
from evaluator.evaluators.stage_checks import CHANGE
from evaluator.io.files import UnreadableFile, read_json
from evaluator.model.evaluation import Case, Evaluation
from evaluator.model.generation import Solution, StepRecord
from evaluator.model.result import AttemptResult, GenerationRecord, StageGrowth, StageOutcome, growth_of
from evaluator.runs.folder.paths import AttemptPaths, read_spans
from evaluator.runs.folder.records import Traces, read_artifact, read_traces
from missions.project_files import ArtifactKind
from simulators.data_files import DataError, parse_json
from simulators.evidence import Screenshot, TraceEntry
from simulators.setting import Start

STARTS, ENTERS = "starts", "enters"
"""Verbs of the user at a terminal after which the trace has the output; a desktop program's start has a window."""

PictureAddress = Callable[[str], str]
"""Attachment name → address of the picture, or of the document of a step, relative to the page."""


def steps_of(
    trace: Sequence[TraceEntry], picture: PictureAddress, elsewhere: Collection[str] = ()
) -> list[dict[str, Any]]:
    """Return each step with what was done or expected, what was observed, times in seconds, and its evidence.

    Pictures whose file is shown `elsewhere` are left out.
    """
    return [
        {
            "verb": entry.verb.replace("_", " "),
            "what": entry.what,
            "observed": entry.seen,
            "ok": entry.ok,
            "window": entry.window,
            "at": entry.seconds,
            "took": entry.took,
            "pictures": [marked_picture(each, picture) for each in entry.pictures if each.file not in elsewhere],
            "console": "\n".join(entry.console),
            "server": entry.server,
            "exchanges": [[e.method, e.address, e.status, e.content, e.problem] for e in entry.exchanges],
            "document": picture(entry.document) if entry.document else "",
            "differences": [[each.place, each.expected, each.seen] for each in entry.differences],
            "compared": [{"address": picture(each.file), "side": each.side.value} for each in entry.compared],
        }
        for entry in trace
    ]


def marked_picture(shown: Screenshot, picture: PictureAddress) -> dict[str, Any]:
    """Return address and size of a screenshot, and the area that it marks."""
    marked = None if shown.marked is None else asdict(shown.marked)
    size = {"width": shown.width, "height": shown.height}
    return {"address": picture(shown.file), "moment": shown.moment.value, **size, "marked": marked}


def terminal_of(trace: Sequence[TraceEntry]) -> str:
    """Return input and output of a console program in order, line breaks kept; empty for other users."""
    return "".join(_terminal(trace)) if any(entry.verb == STARTS and not entry.window for entry in trace) else ""


def _terminal(trace: Sequence[TraceEntry]) -> Iterator[str]:
    for entry in trace:
        if entry.verb == STARTS:
            yield f"$ {entry.what}\n{entry.seen}"
        elif entry.verb == ENTERS:
            yield f"{entry.what}\n{entry.seen}"


MAX_BYTES = 2_000_000
"""Bytes read of one file of a transcript; what is cut is said."""


def dialogue_of(paths: AttemptPaths) -> list[dict[str, Any]]:
    """Return every file of the transcript: messages and answer of a dialogue, else the text."""
    return [_entry(paths.transcript / name) for name in dialogue_files(paths)]


def _entry(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        content = file.read(MAX_BYTES)
    left_out = path.stat().st_size - len(content)
    text = content.decode("utf-8", "replace")
    entry = {"name": path.name, "leftOut": left_out}
    found = _json(text)
    if not isinstance(found, dict) or not {"messages", "reply"} <= found.keys():
        return {**entry, "text": text}
    reply = found["reply"]
    return {
        **entry,
        "messages": [[str(each.get("role", "")), str(each.get("text", ""))] for each in found["messages"]],
        "answer": str(reply.get("text", "")),
        "model": str(reply.get("model", "")),
        "incomplete": str(reply.get("not_whole", "")),
        "usage": reply.get("usage") or {},
    }


def _json(text: str) -> object:
    try:
        return parse_json(text, "answer")
    except DataError:
        return None


def diffs_of_attempt(paths: AttemptPaths) -> list[dict[str, Any]]:
    """Return each pair of texts with its rows: number and text of the reference, then of the solution."""
    return [found for path in _diffs(paths) for found in _diffs_in(path)]


def _diffs(paths: AttemptPaths) -> list[Path]:
    """Return the attachments with texts side by side."""
    places = (paths.attachments / name for name in (SIMILARITY_DIFFS, DESIGN_DIFFS))
    return [path for path in places if path.exists()]


def _diffs_in(path: Path) -> list[dict[str, Any]]:
    try:
        found = read_json(path, tuple[FileDiff, ...])
    except UnreadableFile as error:
        return [{"artifact": "", "reference": path.name, "solution": "", "rows": [], "note": str(error)}]
    return [
        {
            "artifact": diff.product,
            "reference": diff.reference,
            "solution": diff.solution,
            "rows": [_row(row) for row in diff.rows],
            "note": diff.note,
        }
        for diff in found
    ]


def _row(row: DiffRow) -> list[object]:
    return [row.skipped] if row.skipped else [row.left, row.reference, row.right, row.solution]


PICTURES = (".png",)
"""Suffixes of attachments that the page shows; others are named only, because a browser would run some of them."""


def details_of(result: AttemptResult, paths: AttemptPaths, picture: PictureAddress) -> dict[str, Any]:
    """Return all that the page shows of one attempt, except for its dialogue."""
    evaluations = result.evaluations.values()
    values = _values(paths)
    return {
        "label": result.attempt.label,
        "building": None if result.generation is None else _building(result.generation, values.start, result.stages),
        "times": [{"what": span.what, "seconds": round(span.seconds, 2)} for span in read_spans(paths.times)],
        "parameters": dict(values.parameters),
        "evaluations": [_evaluation(each, read_traces(paths, each.evaluator), picture) for each in evaluations],
        "similarity": _similarity(paths),
        "diffs": bool(_diffs(paths)),
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


def _building(record: GenerationRecord, start: Start | None, stages: Sequence[StageOutcome]) -> dict[str, Any]:
    return {
        "built": record.built,
        "failure": record.failure,
        "start": " ".join(start.program) if start else "",
        "steps": _way(stages, record.steps),
    }


def _way(stages: Sequence[StageOutcome], steps: Sequence[StepRecord]) -> list[dict[str, Any]]:
    """Return the stages of an attempt with cost, time and cases, then what was wrong with single artifacts."""
    names = {stage.summary.name for stage in stages}
    shown = [stage for stage in stages if len(stages) > 1 or stage.summary.usage.calls or stage.summary.failure]
    growth = {each.folder: _growth_text(each) for each in growth_of(stages)}
    rows = [
        {
            "name": stage.summary.name,
            "failure": stage.summary.failure,
            **asdict(stage.summary.usage),
            "seconds": stage.summary.seconds,
            "cases": f"{stage.passed} of {stage.total}" if stage.total else "",
            "growth": growth.get(stage.summary.folder, "") + _change_text(stage),
        }
        for stage in shown
    ]
    others = [step for step in steps if step.name not in names]
    return rows + [{"name": s.name, "failure": s.failure, **asdict(s.usage), "cases": "", "growth": ""} for s in others]


def _growth_text(growth: StageGrowth) -> str:
    """Return what a stage passed of its new cases, and what it broke and repaired."""
    parts = [f"new: {growth.new_passed} of {growth.new}"] if growth.new else []
    parts += [f"broken: {', '.join(growth.broken)}"] if growth.broken else []
    parts += [f"repaired: {', '.join(growth.repaired)}"] if growth.repaired else []
    return "; ".join(parts)


def _change_text(stage: StageOutcome) -> str:
    """Return the size of a stage's change; empty where it was not measured."""
    values = {m.name: m.value for m in stage.evaluations[CHANGE].measures} if CHANGE in stage.evaluations else {}
    if not values:
        return ""
    survived = values["work that survived"]
    kept = "" if survived is None else f", {survived:.0f} % of the work survived"
    return f"; +{values['lines added']:.0f} −{values['lines removed']:.0f} lines{kept}"


def _evaluation(evaluation: Evaluation, traces: Traces, picture: PictureAddress) -> dict[str, Any]:
    return {
        "evaluator": evaluation.evaluator,
        "seconds": evaluation.seconds,
        "tries": evaluation.tries,
        "repeated": [failure.message for failure in evaluation.repeated],
        "settings": dict(evaluation.settings),
        "log": evaluation.log,
        "judge": evaluation.judge,
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
