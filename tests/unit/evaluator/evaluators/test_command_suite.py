"""Reports of suites that a command executes: JUnit's XML, GoogleTest's XML, TAP; whatever a solution wrote instead."""

from __future__ import annotations

from evaluator.evaluators.command_suite import ReportForm, cases_in
from evaluator.model.evaluation import Outcome

JUNIT = b"""<testsuites><testsuite name="Area">
<testcase name="Circle" status="run" classname="Area"/>
<testcase name="Square" status="run" classname="Area"><failure message="expected 4, was 5"/></testcase>
<testcase name="Line" status="notrun" classname="Area"/>
<testcase name="Point" classname="Area"><error>it broke</error></testcase>
</testsuite></testsuites>"""


def test_cases_of_xml_pass_fail_or_are_skipped() -> None:
    cases = cases_in(JUNIT, ReportForm.JUNIT)
    assert {name: case.outcome for name, case in cases.items()} == {
        "Area.Circle": Outcome.PASSED,
        "Area.Square": Outcome.FAILED,
        "Area.Line": Outcome.SKIPPED,
        "Area.Point": Outcome.FAILED,
    }
    assert (cases["Area.Square"].reason, cases["Area.Point"].reason) == ("expected 4, was 5", "it broke")


def test_lines_of_tap_are_cases() -> None:
    report = b"1..4\nok 1 - adds\nnot ok 2 - divides\nok 3 - waits # SKIP no clock\nok\nwords\n"
    assert {name: case.outcome for name, case in cases_in(report, ReportForm.TAP).items()} == {
        "adds": Outcome.PASSED,
        "divides": Outcome.FAILED,
        "waits": Outcome.SKIPPED,
        "line 5": Outcome.PASSED,
    }


def test_what_is_no_report_has_no_case() -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY b "c">]><testsuites><testcase name="&b;"/></testsuites>'
    assert [dict(cases_in(each, ReportForm.JUNIT)) for each in (b"", b"<testsuites>", b"words", bomb)] == [{}] * 4


def test_lines_that_a_pattern_describes_are_cases_and_repeated_names_are_numbered() -> None:
    printed = b"cc main.c\nTest 0: [PASSED].\nTest 1: [FAILED]. Details: none\nTest 0: [PASSED].\nTest done\n"
    cases = cases_in(printed, ReportForm.LINES, r"^Test (?P<name>\d+): \[(?:PASSED|(?P<failed>FAILED))\]")
    assert {name: case.outcome for name, case in cases.items()} == {
        "0": Outcome.PASSED,
        "1": Outcome.FAILED,
        "0 (2)": Outcome.PASSED,
    }
