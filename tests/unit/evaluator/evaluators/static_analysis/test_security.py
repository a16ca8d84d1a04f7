"""Risky calls by the published definition, and findings of bandit."""

from __future__ import annotations

import pytest

from evaluator.evaluators.static_analysis import analyze, measure_security


def names(source: str) -> list[str]:
    return [call.name for call in measure_security({"a.py": source.encode()}).calls]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("eval('1'); exec('2')", ["eval", "exec"]),
        ("import os\nos.system('x')", ["os.system"]),
        ("from os import system as run\nrun('x')", ["os.system"]),
        ("import subprocess\nsubprocess.run('x', shell=True)", ["subprocess.run"]),
        ("import subprocess\nsubprocess.run('x', shell=False)\nsubprocess.run(['x'])", []),
        ("from subprocess import Popen\nPopen('x', shell=True)", ["subprocess.Popen"]),
        ("import pickle\npickle.loads(b''); pickle.dumps(1)", ["pickle.loads"]),
        ("from pickle import Unpickler\nUnpickler(f).load()", ["pickle.Unpickler"]),
        ("model.eval()", []),
        ("build().eval()", ["eval"]),
        ("import subprocess as sp\nsp.run('x', shell=True)", []),
        ("eval(eval('1'))", ["eval", "eval"]),
    ],
)
def test_risky_calls_are_counted_as_published(source: str, expected: list[str]) -> None:
    assert names(source) == expected


def test_tests_and_files_that_cannot_be_parsed_are_not_searched() -> None:
    found = measure_security({"tests/a.py": b"eval('1')", "b.py": b"eval(", "c.py": b"eval('1')"})
    assert [(call.path, call.line) for call in found.calls] == [("c.py", 1)]
    assert (found.files, found.unparsed) == (2, ("b.py",))


def test_bandit_sees_aliases_and_cannot_be_silenced() -> None:
    source = b"import subprocess as sp\nsp.run('x ' + y, shell=True)  # nosec\n"
    files = {"a/b.py": source, ".bandit": b"[bandit]\nskips: B602\n", "tests/c.py": source}
    findings = analyze(files, bandit=True).findings
    assert findings is not None
    assert ("a/b.py", 2, "B602", "HIGH") in [(one.path, one.line, one.test, one.severity) for one in findings]
    assert {one.path for one in findings} == {"a/b.py"}
