"""How well a mission distinguishes solutions: its controls and mutants, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluator.agents.references import MUTATION
from evaluator.io.files import read_json
from evaluator.io.terminal import counted as counted_word
from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from evaluator.model.result import AttemptResult
from evaluator.quality import Mutation
from evaluator.quality.reviews import Reviews, Verdict
from evaluator.runs.folder.run import Run
from evaluator.runs.results.results import results_of


class MutantState(StrEnum):
    """`STILLBORN`: it does not start, so no testcode was tried. `UNKNOWN`: the infrastructure failed."""

    DETECTED = "detected"
    SURVIVED = "survived"
    STILLBORN = "stillborn"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class MutantResult:
    """One mutant; `detected_by` names the first testcode or test that did not pass."""

    mutation: Mutation
    state: MutantState
    detected_by: str = ""


@dataclass(frozen=True)
class ControlResult:
    """One control: the testcodes that it passed, all tried, and those that raised or that the machine ended."""

    name: str
    passed: tuple[str, ...]
    tried: tuple[str, ...]
    errors: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(name for name in self.tried if name not in self.passed)


@dataclass(frozen=True)
class MissionMeasurement:
    """All results of one mission; `possible` is the number of mutants that can be generated, `subject` the digest of
    mission and reference as they were measured."""

    mission: str
    title: str
    possible: int
    controls: tuple[ControlResult, ...]
    mutants: tuple[MutantResult, ...]
    testcodes: int = 0
    subject: str = ""
    unit: str = "testcodes"
    """Name of what detects: testcodes, or the tests of a library's suites."""

    def counted(self, reviews: Reviews) -> tuple[MutantResult, ...]:
        """Return the mutants that decide the rate: those that started and are not equivalent."""
        states = MutantState.DETECTED, MutantState.SURVIVED
        return tuple(each for each in self.mutants if each.state in states and not is_equivalent(each, reviews))

    def detected(self, reviews: Reviews) -> int:
        return sum(each.state is MutantState.DETECTED for each in self.counted(reviews))

    def silent(self, reviews: Reviews) -> int:
        """Return the number of survivors about which prompt and checklist are silent."""
        return sum(_survived_as(each, reviews, Verdict.SILENT) for each in self.mutants)


def is_equivalent(result: MutantResult, reviews: Reviews) -> bool:
    """Return True for a survivor that is reviewed as equivalent."""
    return _survived_as(result, reviews, Verdict.EQUIVALENT)


def _survived_as(result: MutantResult, reviews: Reviews, verdict: Verdict) -> bool:
    review = reviews.of(result.mutation)
    survived = result.state is MutantState.SURVIVED
    return survived and review is not None and review.verdict is verdict


def control_results(run: Run, names: Mapping[str, str]) -> tuple[ControlResult, ...]:
    """Return the results of a run's attempts whose recording is in `names`, by the names given there."""
    attempts = {result.attempt.recorded: result for result in results_of(run).attempts}
    return tuple(
        _control(name, attempts[recorded])
        for recorded, name in names.items()
        if recorded in attempts and _was_built(attempts[recorded])
    )


def _was_built(result: AttemptResult) -> bool:
    return result.generation is not None and result.generation.built


def _control(name: str, result: AttemptResult) -> ControlResult:
    cases = [case for case in result.cases if case.id != RUNNABLE and not case.is_mission_defect]
    errors = tuple(case.id for case in cases if case.outcome in (Outcome.ERROR, Outcome.INFRASTRUCTURE))
    passed = tuple(case.id for case in cases if case.passed)
    return ControlResult(name, passed, tuple(case.id for case in cases), errors)


def mutant_results(run: Run) -> Iterator[MutantResult]:
    """Yield the result of every mutant that was built and evaluated."""
    for result in results_of(run).attempts:
        if _was_built(result) and result.cases:
            mutation = read_json(run.paths.of(result.attempt).transcript / MUTATION, Mutation)
            yield MutantResult(mutation, *_state(result.cases))


NOT_DETECTING = frozenset({Outcome.SKIPPED, Outcome.MISSION_DEFECT})


def _state(cases: tuple[Case, ...]) -> tuple[MutantState, str]:
    runnable = next((case for case in cases if case.id == RUNNABLE), None)
    if any(case.outcome is Outcome.INFRASTRUCTURE for case in cases):
        return MutantState.UNKNOWN, ""
    if runnable is not None and not runnable.passed:
        return MutantState.STILLBORN, ""
    wrong = (case.id for case in cases if not case.passed and case.outcome not in NOT_DETECTING)
    first = next(wrong, "")
    return (MutantState.DETECTED, first) if first else (MutantState.SURVIVED, "")


UNREVIEWED = "**not reviewed**"
UNMEASURED = "Not measured yet"
CHANGED = "Changed since they were measured"
REFERENCES = ("canonical", "canonical, other engine")
CONTROLS = (*REFERENCES, "nop", "masked", "empty", "echo", "refusal")


def page_of(measured: MissionMeasurement, reviews: Reviews) -> str:
    """Return the page of one mission."""
    tested = f"{measured.testcodes} {measured.unit}"
    parts = (
        f"# {measured.title}",
        f"Measured by `projecteval missions measure --select {measured.mission}`: {tested}.",
        *_controls(measured, reviews),
        *_rates(measured, reviews),
        *_section("Survivors", _survivors(measured, reviews)),
        *_section("Equivalent", _equivalent(measured, reviews)),
        *_section("Detected", _detected(measured)),
    )
    return "\n\n".join(parts) + "\n"


def overview(
    measured: Sequence[tuple[MissionMeasurement, Reviews]],
    unmeasured: Sequence[str] = (),
    changed: Sequence[str] = (),
) -> str:
    """Return the page with one line per mission, and totals; `unmeasured` are the other missions of the catalog,
    `changed` those that are no longer what was measured."""
    units = dict.fromkeys(each.unit for each, _ in measured)
    heading = (
        "mission",
        " or ".join(units) or "testcodes",
        *CONTROLS,
        "mutants detected",
        "of",
        "%",
        "silent",
        "% of the others",
    )
    rows = [_line(each, reviews) for each, reviews in measured]
    total = _total(measured)
    text = (
        "Passed testcodes of the reference with both browser engines and of the controls (docs/missions.md), and "
        "mutants of the reference that the testcodes detect. Stillborn and equivalent mutants are not counted; silent "
        "ones are: a user could notice the change, but prompt and checklist do not decide it."
    )
    others = (f"{label}: {', '.join(ids)}." for label, ids in ((CHANGED, changed), (UNMEASURED, unmeasured)) if ids)
    return "\n\n".join(("# Measured missions", text, _table(heading, [*rows, total]), *others)) + "\n"


def _line(measured: MissionMeasurement, reviews: Reviews) -> tuple[object, ...]:
    passed = {control.name: len(control.passed) for control in measured.controls}
    counted, detected = len(measured.counted(reviews)), measured.detected(reviews)
    link = f"[{measured.mission}]({measured.mission}.md)"
    return (
        link,
        measured.testcodes,
        *(passed.get(name, "–") for name in CONTROLS),
        *_figures(detected, counted, measured.silent(reviews)),
    )


def _figures(detected: int, counted: int, silent: int) -> tuple[object, ...]:
    return detected, counted, _percent(detected, counted), silent, _percent(detected, counted - silent)


def _total(measured: Sequence[tuple[MissionMeasurement, Reviews]]) -> tuple[object, ...]:
    passed: Counter[str] = Counter()
    for each, _ in measured:
        passed.update({control.name: len(control.passed) for control in each.controls})
    counted = sum(len(each.counted(reviews)) for each, reviews in measured)
    detected = sum(each.detected(reviews) for each, reviews in measured)
    testcodes = sum(each.testcodes for each, _ in measured)
    return (
        counted_word(len(measured), "mission"),
        testcodes,
        *(passed[name] for name in CONTROLS),
        *_figures(detected, counted, sum(each.silent(reviews) for each, reviews in measured)),
    )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def _controls(measured: MissionMeasurement, reviews: Reviews) -> Iterator[str]:
    """Yield the section of the controls; nothing when none was tried."""
    if measured.controls:
        yield "## Controls"
        rows = [(c.name, len(c.passed), len(c.tried), len(c.errors)) for c in measured.controls]
        yield _table(("control", "passed", "of", "errors"), rows)
        yield from _exceptions(measured.controls, reviews)


def _exceptions(controls: Sequence[ControlResult], reviews: Reviews) -> Iterator[str]:
    """Yield a list of what the reference does not pass, and of what another control does."""
    lines = []
    for control in controls:
        is_reference = control.name in REFERENCES
        for testcode in control.failed if is_reference else control.passed:
            reason = "" if is_reference else reviews.reason(control.name, testcode) or UNREVIEWED
            lines.append(
                f"- {control.name} {'fails' if is_reference else 'passes'} `{testcode}`: {reason}".rstrip(": ")
            )
    if lines:
        yield "\n".join(lines)


def _rates(measured: MissionMeasurement, reviews: Reviews) -> Iterator[str]:
    """Yield the section of the mutants; nothing when none was tried."""
    if measured.mutants:
        yield "## Mutants"
        yield _rate(measured, reviews)
        yield _table(("operator", "detected", "of"), _by_operator(measured, reviews))


def _rate(measured: MissionMeasurement, reviews: Reviews) -> str:
    states = Counter(each.state for each in measured.mutants)
    equivalent = sum(is_equivalent(each, reviews) for each in measured.mutants)
    counted, detected = len(measured.counted(reviews)), measured.detected(reviews)
    unknown = f", {states[MutantState.UNKNOWN]} without a result" if states[MutantState.UNKNOWN] else ""
    return (
        f"{len(measured.mutants)} of {measured.possible} possible mutants were tried: "
        f"{states[MutantState.STILLBORN]} stillborn, {equivalent} equivalent{unknown}. "
        f"Of the other {counted}, {detected} were detected ({_percent(detected, counted)} %)."
    )


def _by_operator(measured: MissionMeasurement, reviews: Reviews) -> list[tuple[str, int, int]]:
    counted = measured.counted(reviews)
    all_ = Counter(each.mutation.operator for each in counted)
    found = Counter(each.mutation.operator for each in counted if each.state is MutantState.DETECTED)
    return [(operator, found[operator], all_[operator]) for operator in sorted(all_)]


def _survivors(measured: MissionMeasurement, reviews: Reviews) -> list[str]:
    left = (each for each in measured.counted(reviews) if each.state is MutantState.SURVIVED)
    return [_item(each.mutation, _review(each, reviews)) for each in left]


def _review(result: MutantResult, reviews: Reviews) -> str:
    review = reviews.of(result.mutation)
    return f"{_words(review.verdict)}: {review.reason}" if review else UNREVIEWED


def _words(verdict: Verdict) -> str:
    names: Mapping[Verdict, str] = {Verdict.SILENT: "the prompt is silent", Verdict.GAP: "gap"}
    return names.get(verdict, verdict.value)


def _equivalent(measured: MissionMeasurement, reviews: Reviews) -> list[str]:
    found = [each for each in measured.mutants if is_equivalent(each, reviews)]
    return [_item(each.mutation, review.reason) for each in found if (review := reviews.of(each.mutation))]


def _detected(measured: MissionMeasurement) -> list[str]:
    found = (each for each in measured.mutants if each.state is MutantState.DETECTED)
    return [_item(each.mutation, f"`{each.detected_by}`") for each in found]


def _item(mutation: Mutation, result: str) -> str:
    change = f"{_code(mutation.before)} → {_code(mutation.after)}"
    return f"- `{mutation.file}:{mutation.line}` {mutation.operator}: {change}  \n  {result}"


def _code(text: str) -> str:
    """Return text as inline code; a text with backticks has longer delimiters."""
    if not text.strip():
        return "(nothing)"
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _section(title: str, items: Sequence[str]) -> tuple[str, ...]:
    return (f"### {title}", "\n".join(items)) if items else ()


def _table(heading: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [heading, ["---"] * len(heading), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)
