"""JUnit XML of outcomes, for continuous-integration services.

The format is that of Jenkins and others: suites of cases with ``failure``, ``error`` and ``skipped``. A testcode that
was not run because of an earlier one is skipped, so that one defect is one failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from evaluator.io.atomic import write_whole
from evaluator.model.evaluation import RUNNABLE, Case, Outcome
from evaluator.model.result import AttemptResult

ELEMENTS = {
    Outcome.FAILED: "failure",
    Outcome.ERROR: "error",
    Outcome.SKIPPED: "skipped",
    Outcome.TIMEOUT: "failure",
    Outcome.UNANSWERED: "failure",
    Outcome.NOT_RUNNABLE: "skipped",
    Outcome.BLOCKED: "skipped",
    Outcome.INFRASTRUCTURE: "error",
}
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML documents must not contain, escaped or not (XML 1.0, section 2.2)."""


def write_junit(results: Iterable[tuple[str, AttemptResult]], path: Path) -> None:
    """Write one suite for each label and its attempt."""
    root = ElementTree.Element("testsuites", name="projecteval")
    for label, result in results:
        _add_suite(root, label, result)
    ElementTree.indent(root)
    write_whole(path, ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")


def _add_suite(root: ElementTree.Element, label: str, result: AttemptResult) -> None:
    elements = [_element(case) for case in result.cases]
    suite = ElementTree.SubElement(root, "testsuite", name=_text(label), tests=str(len(elements)))
    suite.attrib |= {
        "failures": str(elements.count("failure")),
        "errors": str(elements.count("error")),
        "skipped": str(elements.count("skipped")),
        "time": f"{result.seconds:.3f}",
    }
    for case, element in zip(result.cases, elements, strict=True):
        _add_case(suite, result.attempt.mission, case, element)
    if log := "\n".join(evaluation.log for evaluation in result.evaluations.values() if evaluation.log):
        ElementTree.SubElement(suite, "system-out").text = _text(log)


def _add_case(suite: ElementTree.Element, mission: str, case: Case, element: str) -> None:
    where = ".".join(_text(part).replace(".", " ") for part in (mission, *case.group[:-1]) if part)
    name = (case.group[-1] if case.group else "") or case.id
    added = ElementTree.SubElement(suite, "testcase", classname=where, name=_text(name))
    added.set("time", f"{case.seconds:.3f}")
    if element:
        first, *_ = _text(case.reason).splitlines() or [""]
        ElementTree.SubElement(added, element, type=case.outcome.value, message=first).text = _text(case.reason)


def _element(case: Case) -> str:
    """Return the element of an outcome, empty for a pass. A project that does not run is one failure only."""
    if case.id == RUNNABLE and case.outcome is Outcome.NOT_RUNNABLE:
        return "failure"
    return ELEMENTS.get(case.outcome, "")


def _text(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
