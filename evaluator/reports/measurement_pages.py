"""Markdown pages about measured missions: one for each mission, and an overview."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from evaluator.io.terminal import counted as counted_word
from evaluator.quality import Mutation
from evaluator.quality.mutation import ChangeState, Reviews, Verdict
from evaluator.reports.measurement import (
    MissionMeasurement,
    MutantResult,
    ViolationResult,
    is_equivalent,
)
from missions.violations import Requirements

UNREVIEWED = "**not reviewed**"
UNMEASURED = "Not measured yet"
CHANGED = "Changed since they were measured"
EXISTING = "existing"
REFERENCES = ("canonical", "canonical, other engine")
CONTROLS = (*REFERENCES, "nop", "masked", "empty", "echo", "refusal")


def page_of(measured: MissionMeasurement, reviews: Reviews, requirements: Requirements | None = None) -> str:
    """Return the page of one mission; `requirements` are the sentences that its violations break."""
    tested = f"{measured.testcodes} {measured.unit}"
    parts = (
        f"# {measured.title}",
        f"Measured by `projecteval missions measure --select {measured.mission}`: {tested}.",
        *_controls(measured, reviews),
        *_rates(measured, reviews),
        *_section("Survivors", _survivors(measured, reviews)),
        *_section("Equivalent", _equivalent(measured, reviews)),
        *_section("Detected", _detected(measured)),
        *_sentences(measured, requirements or Requirements()),
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
        "violations noticed",
        "of",
    )
    rows = [_line(each, reviews) for each, reviews in measured]
    total = _total(measured)
    text = (
        "Passed testcodes of the reference with both browser engines and of the controls (docs/missions.md), and "
        "mutants of the reference that the testcodes detect. Stillborn and equivalent mutants are not counted; silent "
        "ones are: a user could notice the change, but prompt and checklist do not decide it. Violations break one "
        "sentence of prompt or checklist each."
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
        *(_noticed([measured]) if measured.violations else ("–", "–")),
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
        *_noticed([each for each, _ in measured]),
    )


def _noticed(measured: Sequence[MissionMeasurement]) -> tuple[int, int]:
    return sum(each.violations_noticed() for each in measured), sum(len(each.violations) for each in measured)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def _controls(measured: MissionMeasurement, reviews: Reviews) -> Iterator[str]:
    """Yield the section of the controls; nothing when none was tried."""
    if measured.controls:
        yield "## Controls"
        rows = [(c.name, len(c.passed), len(c.tried), len(c.errors)) for c in measured.controls]
        yield _table(("control", "passed", "of", "errors"), rows)
        yield from _exceptions(measured, reviews)


def _exceptions(measured: MissionMeasurement, reviews: Reviews) -> Iterator[str]:
    """Yield a list of what the reference does not pass, and of what another control does; the existing project has to
    pass what worked already, and nothing else."""
    if any(control.name == EXISTING for control in measured.controls):
        worked = counted_word(len(measured.works_already), "testcode")
        yield f"`{EXISTING}` is the project that is to be changed: it has to pass {worked}, which worked already."
    lines = []
    for control in measured.controls:
        own = measured.works_already if control.name == EXISTING else ()
        expected = control.tried if control.name in REFERENCES else own
        lines += [f"- {control.name} fails `{testcode}`" for testcode in control.failed if testcode in expected]
        for testcode in control.passed:
            if testcode not in expected:
                reason = reviews.reason(control.name, testcode) or UNREVIEWED
                lines.append(f"- {control.name} passes `{testcode}`: {reason}")
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
    unknown = f", {states[ChangeState.UNKNOWN]} without a result" if states[ChangeState.UNKNOWN] else ""
    return (
        f"{len(measured.mutants)} of {measured.possible} possible mutants were tried: "
        f"{states[ChangeState.STILLBORN]} stillborn, {equivalent} equivalent{unknown}. "
        f"Of the other {counted}, {detected} were detected ({_percent(detected, counted)} %)."
    )


def _by_operator(measured: MissionMeasurement, reviews: Reviews) -> list[tuple[str, int, int]]:
    counted = measured.counted(reviews)
    all_ = Counter(each.change.operator for each in counted)
    found = Counter(each.change.operator for each in counted if each.state is ChangeState.DETECTED)
    return [(operator, found[operator], all_[operator]) for operator in sorted(all_)]


def _survivors(measured: MissionMeasurement, reviews: Reviews) -> list[str]:
    left = (each for each in measured.counted(reviews) if each.state is ChangeState.SURVIVED)
    return [_item(each.change, _review(each, reviews)) for each in left]


def _review(result: MutantResult, reviews: Reviews) -> str:
    review = reviews.of(result.change)
    return f"{_words(review.verdict)}: {review.reason}" if review else UNREVIEWED


def _words(verdict: Verdict) -> str:
    names: Mapping[Verdict, str] = {Verdict.SILENT: "the prompt is silent", Verdict.GAP: "gap"}
    return names.get(verdict, verdict.value)


def _equivalent(measured: MissionMeasurement, reviews: Reviews) -> list[str]:
    found = [each for each in measured.mutants if is_equivalent(each, reviews)]
    return [_item(each.change, review.reason) for each in found if (review := reviews.of(each.change))]


def _detected(measured: MissionMeasurement) -> list[str]:
    found = (each for each in measured.mutants if each.state is ChangeState.DETECTED)
    return [_item(each.change, f"`{each.detected_by}`") for each in found]


def _sentences(measured: MissionMeasurement, requirements: Requirements) -> Iterator[str]:
    """Yield the section of the violations, sentence by sentence; nothing when none was tried."""
    if not measured.violations:
        return
    noticed, tried = _noticed([measured])
    yield "## Sentences"
    yield (
        f"{counted_word(len(requirements.requirement), 'sentence')} of prompt and checklist decide something. "
        f"Of {counted_word(tried, 'violation')}, {noticed} were noticed ({_percent(noticed, tried)} %)."
    )
    rows = [(_cell(each.change.sentence), each.change.id, _notice(each)) for each in measured.violations]
    rows += [(_cell(each.sentence), "–", each.unbroken) for each in requirements.requirement if each.unbroken]
    yield _table(("sentence", "violation", "noticed by"), rows)


def _notice(result: ViolationResult) -> str:
    match result.state:
        case ChangeState.DETECTED:
            return f"`{result.detected_by}`"
        case ChangeState.SURVIVED:
            return f"nothing: {result.change.gap or UNREVIEWED}"
        case ChangeState.STILLBORN:
            return "**does not start**"
    return "no result: the infrastructure failed"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


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
