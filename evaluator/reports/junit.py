"""JUnit XML of verdicts, for continuous-integration services.

The format is the one that Jenkins and others read: suites of cases with ``failure``, ``error`` and ``skipped``. A
testcode that was not tried because of an earlier one is skipped, so that one defect is one failure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from evaluator.io.atomic import write_whole
from evaluator.model.verdicts import Judgement, TestcodeResult, Verdict

KINDS = {
    Verdict.FAILED: "failure",
    Verdict.TIMEOUT: "failure",
    Verdict.UNANSWERED: "failure",
    Verdict.NOT_RUNNABLE: "skipped",
    Verdict.BLOCKED: "skipped",
    Verdict.INFRASTRUCTURE: "error",
}
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML documents must not hold, escaped or not (XML 1.0, section 2.2)."""


def write_junit(judged: Iterable[tuple[str, Judgement]], path: Path) -> None:
    """Write one suite per label and judgement."""
    root = ElementTree.Element("testsuites", name="projecteval")
    for label, judgement in judged:
        _add_suite(root, label, judgement)
    ElementTree.indent(root)
    write_whole(path, ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n")


def _add_suite(root: ElementTree.Element, label: str, judgement: Judgement) -> None:
    results = judgement.all()
    kinds = [_kind(result, judgement) for result in results]
    suite = ElementTree.SubElement(root, "testsuite", name=_text(label), tests=str(len(results)))
    suite.attrib |= {
        "failures": str(kinds.count("failure")),
        "errors": str(kinds.count("error")),
        "skipped": str(kinds.count("skipped")),
        "time": f"{judgement.seconds:.3f}",
    }
    for result, kind in zip(results, kinds, strict=True):
        _add_case(suite, judgement.mission, result, kind)
    if judgement.output:
        ElementTree.SubElement(suite, "system-out").text = _text(judgement.output)


def _add_case(suite: ElementTree.Element, mission: str, result: TestcodeResult, kind: str) -> None:
    where = ".".join(_text(part).replace(".", " ") for part in (mission, result.page) if part)
    case = ElementTree.SubElement(suite, "testcase", classname=where, name=_text(result.function or result.id))
    case.set("time", f"{result.seconds:.3f}")
    if kind:
        first, *_ = _text(result.reason).splitlines() or [""]
        ElementTree.SubElement(case, kind, type=result.verdict.value, message=first).text = _text(result.reason)


def _kind(result: TestcodeResult, judgement: Judgement) -> str:
    """Return the element for a verdict, empty for a pass. A project that does not run is one failure."""
    if result is judgement.runnable and result.verdict is Verdict.NOT_RUNNABLE:
        return "failure"
    return KINDS.get(result.verdict, "")


def _text(text: str) -> str:
    return NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
