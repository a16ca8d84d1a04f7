"""JUnit XML of outcomes, for continuous-integration services.

The format is that of Jenkins and others: suites of cases with ``failure``, ``error`` and ``skipped``. A testcode that
was not run because of an earlier one is skipped, so that one defect is one failure. Agent, mission,
input set, strategy and sample are in the class name, and the name is the case's id: no two cases are called the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from evaluator.io.files import write_whole
from evaluator.model.evaluation import RUNNABLE, Case, Evaluation, Outcome
from evaluator.model.result import Attempt, AttemptResult
from evaluator.reports.comparison import Comparison, Pair
from evaluator.reports.tables import safe
from evaluator.runs.results.results import Results

ELEMENTS = {
    Outcome.FAILED: "failure",
    Outcome.ERROR: "error",
    Outcome.SKIPPED: "skipped",
    Outcome.TIMEOUT: "failure",
    Outcome.UNANSWERED: "failure",
    Outcome.NOT_RUNNABLE: "skipped",
    Outcome.BLOCKED: "skipped",
    Outcome.INFRASTRUCTURE: "error",
    Outcome.MISSION_DEFECT: "skipped",
}
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML documents must not contain, escaped or not (XML 1.0, section 2.2)."""


def write_junit(results: Results, path: Path) -> None:
    """Write one suite for each evaluation of each attempt."""
    write_whole(path, run_as_junit(results))


def run_as_junit(results: Results) -> bytes:
    """Return one suite for each evaluation of each attempt."""
    root = ElementTree.Element("testsuites", name="projecteval")
    for result in results.evaluated:
        for evaluation in result.evaluations.values():
            if evaluation.cases:
                _add_suite(root, results, result, evaluation)
    return _document(root)


def comparison_as_junit(comparison: Comparison) -> bytes:
    """Return one suite for each pair; a testcase that passes less often in the second row is a failure."""
    root = ElementTree.Element("testsuites", name="projecteval compare")
    for pair in comparison.pairs:
        _add_pair(root, pair)
    return _document(root)


def _document(root: ElementTree.Element) -> bytes:
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add_suite(root: ElementTree.Element, results: Results, result: AttemptResult, evaluation: Evaluation) -> None:
    attempt, agent = result.attempt, results.run.request.agent
    elements = [_element(case) for case in evaluation.cases]
    name = f"{attempt.label} {evaluation.evaluator}"
    suite = ElementTree.SubElement(root, "testsuite", name=_text(name), tests=str(len(elements)))
    suite.attrib |= {
        "failures": str(elements.count("failure")),
        "errors": str(elements.count("error")),
        "skipped": str(elements.count("skipped")),
        "time": f"{evaluation.seconds:.3f}",
    }
    _add_properties(suite, _suite_properties(results, result, evaluation))
    class_name = _class_name(agent, attempt, evaluation.evaluator)
    folder = results.run.paths.of(attempt).attachments
    for case, element in zip(evaluation.cases, elements, strict=True):
        _add_case(suite, class_name, case, element, folder)
    if evaluation.log:
        ElementTree.SubElement(suite, "system-out").text = _text(evaluation.log)


def _suite_properties(results: Results, result: AttemptResult, evaluation: Evaluation) -> dict[str, str]:
    """Return what the attempt is, in the benchmark's own names too, and the measures of all its evaluators."""
    attempt = result.attempt
    labels = {name: str(value) for name, value in results.benchmark.labels(attempt).items()}
    measures = {
        f"measure:{name}.{each.name}": str(each.value)
        for name, found in result.evaluations.items()
        for each in found.measures
        if each.value is not None
    }
    return {
        "agent": results.run.request.agent,
        "benchmark": results.run.lock.benchmark,
        "evaluator": evaluation.evaluator,
        "mission": attempt.mission,
        "input": attempt.input_set,
        "strategy": attempt.strategy,
        "sample": str(attempt.sample),
        "recorded": attempt.recorded,
        **labels,
        **measures,
        **{f"missing_protection:{missing}": "true" for missing in evaluation.missing_protections},
    }


def _class_name(agent: str, attempt: Attempt, evaluator: str) -> str:
    """Return agent, mission, input set, strategy, sample and evaluator, joined by the dots that readers split at."""
    sample = attempt.recorded or f"sample-{attempt.sample}"
    parts = (agent, attempt.mission, attempt.input_set, attempt.strategy, sample, evaluator)
    return ".".join(_text(part).replace(".", "_") for part in parts)


def _add_case(suite: ElementTree.Element, class_name: str, case: Case, element: str, folder: Path) -> None:
    added = ElementTree.SubElement(suite, "testcase", classname=class_name, name=_text(case.id))
    added.set("time", f"{case.seconds:.3f}")
    properties = {
        "page": case.group[0] if case.group else "",
        "function": case.group[-1] if len(case.group) > 1 else "",
        "outcome": case.outcome.value,
        "failure_kind": case.failure.kind.value if case.failure else "",
        "caused_by": case.caused_by,
        "note": case.note,
    }
    _add_properties(added, properties | {f"attachment{n}": name for n, name in enumerate(case.attachments, 1)})
    if element:
        first, *_ = _text(case.reason).splitlines() or [""]
        ElementTree.SubElement(added, element, type=case.outcome.value, message=first).text = _text(case.reason)
    if case.attachments:  # as Jenkins and GitLab read attachments
        paths = "\n".join(f"[[ATTACHMENT|{folder / name}]]" for name in case.attachments)
        ElementTree.SubElement(added, "system-out").text = _text(paths)


def _add_properties(element: ElementTree.Element, properties: Mapping[str, str]) -> None:
    there = {name: value for name, value in properties.items() if value}
    if there:
        holder = ElementTree.SubElement(element, "properties")
        for name, value in there.items():
            ElementTree.SubElement(holder, "property", name=_text(name), value=_text(value))


def _add_pair(root: ElementTree.Element, pair: Pair) -> None:
    worse = [each for each in pair.apart if each[3] < each[2]]
    suite = ElementTree.SubElement(root, "testsuite", name=_text(f"{pair.one} / {pair.other}"))
    suite.attrib |= {"tests": str(len(pair.apart)), "failures": str(len(worse)), "errors": "0", "skipped": "0"}
    _add_properties(suite, {"difference": pair.difference.in_words()})
    for mission, testcase, one, other in pair.apart:
        name = ".".join(_text(part).replace(".", "_") for part in (pair.other, mission))
        added = ElementTree.SubElement(suite, "testcase", classname=name, name=_text(testcase))
        if other < one:
            message = f"passed in {100 * one:.0f} % of the samples before, in {100 * other:.0f} % now"
            ElementTree.SubElement(added, "failure", type="regression", message=message)


def _element(case: Case) -> str:
    """Return the element of an outcome, empty for a pass. A project that does not run is one failure only."""
    if case.id == RUNNABLE and case.outcome is Outcome.NOT_RUNNABLE:
        return "failure"
    return ELEMENTS.get(case.outcome, "")


def _text(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", safe(text))
