"""Verdicts for other programs: JUnit XML."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from evaluator.model.verdicts import Judgement, TestcodeResult, Verdict
from evaluator.reports.junit import write_junit

HOSTILE = 'a\x00b\x1b[31m ]]> <system-out> & "\ud800'


def _judgement(runnable: Verdict, *verdicts: Verdict, reason: str = "why") -> Judgement:
    testcodes = tuple(
        TestcodeResult(f"t{number}", "A page", f"Does {number}", verdict, "" if verdict is Verdict.PASSED else reason)
        for number, verdict in enumerate(verdicts)
    )
    return Judgement("shop", TestcodeResult("runnable", "", "", runnable, reason), testcodes, output=reason)


def _written(judgement: Judgement, tmp_path: Path) -> ElementTree.Element:
    write_junit([("shop/level-1-direct/sample-1", judgement)], tmp_path / "junit.xml")
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot().find("testsuite")
    assert suite is not None
    return suite


def test_what_follows_from_a_failure_is_skipped_and_our_own_fault_is_an_error(tmp_path: Path) -> None:
    verdicts = (Verdict.PASSED, Verdict.FAILED, Verdict.BLOCKED, Verdict.TIMEOUT, Verdict.INFRASTRUCTURE)
    suite = _written(_judgement(Verdict.PASSED, *verdicts), tmp_path)
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped")] == ["6", "2", "1", "1"]
    kinds = [[child.tag for child in case] for case in suite.iter("testcase")]
    assert kinds == [[], [], ["failure"], ["skipped"], ["failure"], ["error"]]


def test_a_project_that_does_not_start_is_one_failure(tmp_path: Path) -> None:
    suite = _written(_judgement(Verdict.NOT_RUNNABLE, *[Verdict.NOT_RUNNABLE] * 3), tmp_path)
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["4", "1", "3"]


def test_whatever_a_project_prints_the_document_is_well_formed(tmp_path: Path) -> None:
    suite = _written(_judgement(Verdict.PASSED, Verdict.FAILED, reason=HOSTILE), tmp_path)
    told = suite.findtext("testcase/failure") or ""
    assert told.startswith("a\N{REPLACEMENT CHARACTER}b")
    assert "]]> <system-out>" in told
