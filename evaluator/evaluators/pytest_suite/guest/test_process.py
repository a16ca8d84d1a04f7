"""Runs pytest on a group of test files and reports each case over the supervisor's socket.

Everything that this module needs is looked up before the solution can be imported.
"""

import hashlib
import importlib
import json
import os
import socket
import sys
import sysconfig
import time
from collections import Counter

import pytest
from _pytest.runner import runtestprotocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

MAX_TEXT_CHARS = 6000
MAX_SUMMARY_CHARS = 400
MAX_ID_CHARS = 1000
MAX_NAME_CHARS = 100
CONFIGURATION = ("-c", "--config-file")
IMPORTED_BEFORE = "ignore:Module already imported so cannot be rewritten:pytest.PytestAssertRewriteWarning"
"""Filter for plug-ins, which are imported before the solution can be: where warnings are errors, it ends pytest."""


def run_tests(job: "dict[str, Any]", descriptor: int, nonce: bytes, number: int) -> int:
    """Run the group's tests in this process, and return pytest's exit status."""
    send = _sender(socket.socket(fileno=descriptor), nonce)
    _prepare(job)
    _forget(job["packages"])
    coverage = _started_coverage(job, number)
    switch = coverage.switch_context if coverage is not None and job["functions"] else None
    status = int(pytest.main(_arguments(job), plugins=[Reporter(send, switch, job["excluded"])]))
    if coverage is not None:
        coverage.stop()
        coverage.save()
    send({"event": "done", "status": status})
    return status


def _sender(line: socket.socket, nonce: bytes) -> "Callable[[dict[str, Any]], None]":
    own, getpid, dumps, write = os.getpid(), os.getpid, json.dumps, line.send

    def send(message: "dict[str, Any]") -> None:
        if getpid() == own:  # a fork of the tests reports nothing
            write(nonce + dumps({**message, "id": short_id(message.get("id", ""))}).encode())

    return send


def _prepare(job: "dict[str, Any]") -> None:
    """Make the solution importable: behind the standard library, before installed packages."""
    folders = [os.path.abspath(folder) for folder in job["folders"]]  # noqa: PTH100 - light
    installed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    at = next((place for place, path in enumerate(sys.path) if path in installed), len(sys.path))
    sys.path[at:at] = folders
    os.environ.update(job["variables"])
    os.environ["PYTHONPATH"] = os.pathsep.join(folders)
    if os.path.isdir(job["programs"]):  # noqa: PTH112
        _offer(os.path.abspath(job["programs"]))  # noqa: PTH100
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("PYTEST_ADDOPTS", None)
    os.environ.pop("PYTEST_PLUGINS", None)


def _offer(programs: str) -> None:
    """Let tests start the programs in a folder by name, where the environment has none of that name."""
    for name in os.listdir(programs):
        os.chmod(os.path.join(programs, name), 0o755)  # noqa: PTH101, PTH118
    os.environ["PATH"] = os.pathsep.join((os.environ["PATH"], programs))


def _forget(packages: "list[str]") -> None:
    """Forget the modules of these packages, so that tests import the solution's; pytest keeps those that it has."""
    for name in [name for name in sys.modules if name.partition(".")[0] in packages]:
        del sys.modules[name]


def _arguments(job: "dict[str, Any]") -> "list[str]":
    own = ["-q", "--rootdir", os.getcwd(), "-p", "no:cacheprovider", "--continue-on-collection-errors"]  # noqa: PTH109
    own += ["-W", IMPORTED_BEFORE]
    for name in job["plugins"]:
        own += ["-p", name]
    if not any(argument.startswith(CONFIGURATION) for argument in job["arguments"]):
        own += ["-c", os.devnull]
    if job["no_conftest"]:
        own.append("--noconftest")
    return [*own, *job["arguments"]]


def _started_coverage(job: "dict[str, Any]", number: int) -> "Any":
    if not job["coverage"]:
        return None
    data = f"{job['coverage_data']}.{number}"
    measuring = importlib.import_module("coverage").Coverage(
        data_file=data, branch=True, source=job["coverage"], config_file=False
    )
    measuring.start()
    return measuring


def short_id(name: str) -> str:
    """Return a node id of bounded length; parameters of tests may be long texts."""
    if len(name) <= MAX_ID_CHARS:
        return name
    return f"{name[:MAX_ID_CHARS]}…{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:16]}"


class Reporter:
    """Plug-in that executes each item but the excluded ones, and reports its outcome.

    `switch` is given the name of the test whose lines are recorded. Items that a plug-in gives the same node id are
    numbered.
    """

    def __init__(
        self,
        send: "Callable[[dict[str, Any]], None]",
        switch: "Callable[[str], None] | None" = None,
        excluded: "list[str] | None" = None,
    ) -> None:
        self._send, self._switch, self._excluded = send, switch, frozenset(excluded or ())
        self._assertions: set[str] = set()
        self._exceptions: dict[str, str] = {}
        self._ids: dict[Any, str] = {}

    def pytest_collectreport(self, report: "Any") -> None:
        if report.failed:
            text = report.longreprtext
            error = {"summary": last_error(text), "text": bounded(text)}
            exception = self._exceptions.get(report.nodeid, "")
            self._send({"event": "collection_error", "id": report.nodeid, "exception": exception, **error})

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: "list[Any]") -> None:
        same: Counter[str] = Counter()
        for item in items:
            same[item.nodeid] += 1
            self._ids[item] = item.nodeid if same[item.nodeid] == 1 else f"{item.nodeid} ({same[item.nodeid]})"
        items[:] = [item for item in items if not self._is_excluded(self._id(item))]

    def _id(self, node: "Any") -> str:
        return self._ids.get(node, str(node.nodeid))

    def _is_excluded(self, name: str) -> bool:
        return short_id(name) in self._excluded or name.partition("[")[0] in self._excluded

    def pytest_collection_finish(self, session: "Any") -> None:
        for item in session.items:
            self._send({"event": "collected", "id": self._id(item)})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: "Any", nextitem: "Any") -> bool:
        name = self._id(item)
        self._send({"event": "start", "id": name})
        begun = time.perf_counter()
        if self._switch is not None:
            self._switch(item.nodeid.partition("[")[0])
        item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        reports = runtestprotocol(item, nextitem=nextitem, log=True)
        item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        outcome, summary, text = outcome_of(reports)
        self._send(
            {
                "event": "case",
                "id": name,
                "outcome": outcome,
                "summary": bounded(summary.partition("\n")[0], MAX_SUMMARY_CHARS),
                "text": bounded(text),
                "assertion": name in self._assertions,
                "exception": self._exceptions.get(name, ""),
                "seconds": round(time.perf_counter() - begun, 4),
            }
        )
        return True

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: "Any", call: "Any") -> "Iterator[None]":
        yield
        if call.excinfo is not None and call.excinfo.errisinstance((AssertionError, pytest.fail.Exception)):
            self._assertions.add(self._id(item))

    def pytest_exception_interact(self, node: "Any", call: "Any") -> None:
        raised = call.excinfo.value
        if isinstance(raised, pytest.Collector.CollectError) and raised.__cause__ is not None:
            raised = raised.__cause__
        self._exceptions.setdefault(self._id(node), type(raised).__name__[:MAX_NAME_CHARS])


def outcome_of(reports: "list[Any]") -> "tuple[str, str, str]":
    """Return the outcome of a case, its failure in a line and in full, from the reports of its phases."""
    for report in reports:
        expected = hasattr(report, "wasxfail")
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            text = report.longreprtext
            return ("failed" if report.when == "call" else "error"), crash.message if crash else last_error(text), text
        if report.skipped:
            return ("xfailed" if expected else "skipped"), _reason(report), ""
        if report.when == "call" and expected:
            return "xpassed", str(report.wasxfail), ""
    complete = [report.when for report in reports] == ["setup", "call", "teardown"]
    return ("passed", "", "") if complete else ("error", "the test did not go through all of its phases", "")


def _reason(report: "Any") -> str:
    """Return why a case was skipped, or expected to fail."""
    if hasattr(report, "wasxfail"):
        return str(report.wasxfail)
    return str(report.longrepr[-1]) if isinstance(report.longrepr, tuple) else report.longreprtext


def last_error(text: str) -> str:
    """Return the last line of a traceback, without pytest's mark; it is shown to people only."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bounded(lines[-1].removeprefix("E").strip(), MAX_SUMMARY_CHARS) if lines else ""


def bounded(text: str, most: int = MAX_TEXT_CHARS) -> str:
    half = most // 2
    return text if len(text) <= most else f"{text[:half]} … {len(text) - 2 * half} characters … {text[-half:]}"
