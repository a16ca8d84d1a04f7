"""RealBench on the command line: references, nothing, file by file with scripted models, the judge, and websites."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.commands import Called, projecteval
from tests.support.designs import DESIGNS, REFERENCE
from tests.support.model_server import Fault, Server, says, serving, status

LEDGER = ("run", "--missions", f"realbench:{DESIGNS}", "--json")
QUICK = ("--evaluators", "completion", "file_notes")
ASKED = re.compile(r"Now write `([^`]+)`")


def _answers(question: str) -> Fault | None:
    """Answer as a model that knows the reference: the file that is asked for, or all of them."""
    asked = ASKED.search(question)
    wanted = [asked[1]] if asked else list(REFERENCE)
    return says(json.dumps([{"path": path, "code": REFERENCE[path].decode()} for path in wanted]))


def _run(server: Server, out: Path, *options: str) -> Called:
    return projecteval(*LEDGER, "--agent", "openai:mine", *options, "--out", out, env=server.environment)


def _measures(run: Path, attempt: str) -> dict[str, float]:
    path = run / "attempts" / "ledger" / attempt / "sample-1" / "evaluations" / "file_notes.json"
    return {each["name"]: each["value"] for each in json.loads(path.read_text())["measures"]}


def test_the_reference_reaches_every_measure(tmp_path: Path) -> None:
    called = projecteval(*LEDGER, "--agent", "canonical", "--out", tmp_path / "run")

    assert (called.status, called.json["passed"], called.json["total"]) == (0, 33, 33), called.stderr
    assert {called.json["metrics"][f"{name}@1"] for name in ("completion", "execution", "pass")} == {1.0}


@pytest.mark.slow
def test_nothing_reaches_none(tmp_path: Path) -> None:
    called = projecteval(*LEDGER, "--agent", "nop", "--out", tmp_path / "run")

    assert (called.json["passed"], called.json["total"]) == (0, 33), called.stderr
    assert {called.json["metrics"][f"{name}@1"] for name in ("completion", "execution", "pass")} == {0.0}


def test_three_strategies_build_the_same_project(tmp_path: Path) -> None:
    with serving(refuses=_answers) as server:
        called = _run(server, tmp_path / "run", *QUICK, "--strategy", "direct", "incremental", "retrieval")

    assert (called.json["passed"], called.json["total"]) == (33, 33), called.stderr
    assert {called.json["metrics"][f"completion@1 {name}"] for name in ("direct", "incremental", "retrieval")} == {1.0}
    assert len(server.asked) == 1 + 5 + 5
    assert set(_measures(tmp_path / "run", "package+class-retrieval").values()) == {0.0}
    compared = projecteval("compare", tmp_path / "run").stdout
    assert "direct − incremental" in compared


def test_a_model_with_a_small_window_builds_with_retrieval_what_it_cannot_build_at_once(tmp_path: Path) -> None:
    def refuses(question: str) -> Fault | None:
        return status(400, "context_length_exceeded", "too long") if len(question) > 2250 else _answers(question)

    with serving(refuses=refuses) as server:
        window = ("--input", "package", "--context-window", "1000")
        called = _run(server, tmp_path / "run", *QUICK, *window, "--strategy", "retrieval")

    assert (called.json["passed"], called.json["total"]) == (11, 11), called.stderr
    assert _measures(tmp_path / "run", "package-retrieval")["prompts_cut"] >= 1


def test_wrong_order_repeated_renamed_and_missing_files_are_counted(tmp_path: Path) -> None:
    answers = {
        "ledger/errors.py": {"ledger/errors.py": "", "ledger/report.py": ""},
        "ledger/accounts.py": {"ledger/accounts.py": "", "ledger/errors.py": "changed = 1\n"},
        "ledger/money.py": {"src/money.py": REFERENCE["ledger/money.py"].decode()},
    }

    def misbehaves(question: str) -> Fault | None:
        asked = ASKED.search(question)
        assert asked is not None
        if asked[1] == "ledger/__init__.py":
            return says("I would rather begin with another file.")
        files = answers[asked[1]]
        texts = {path: text or REFERENCE[path].decode() for path, text in files.items()}
        return says(json.dumps([{"path": path, "code": text} for path, text in texts.items()]))

    with serving(refuses=misbehaves) as server:
        called = _run(server, tmp_path / "run", *QUICK, "--strategy", "incremental")

    measures = {
        name: value for name, value in _measures(tmp_path / "run", "package+class-incremental").items() if value
    }
    assert measures == {"files_missing": 1, "files_early": 1, "files_repeated": 1, "files_renamed": 1}
    assert (called.json["passed"], called.json["total"]) == (11, 11), called.stderr


@pytest.mark.slow
def test_a_model_that_forgets_an_import_completes_and_executes_but_does_not_pass(tmp_path: Path) -> None:
    def forgets(question: str) -> Fault | None:
        asked = ASKED.search(question)
        assert asked is not None
        code = REFERENCE[asked[1]].decode().replace("from ledger.money import shown\n", "")
        return says(json.dumps({asked[1]: code}))

    with serving(refuses=forgets) as server:
        called = _run(server, tmp_path / "run", "--strategy", "incremental")

    metrics = called.json["metrics"]
    assert (metrics["completion@1"], metrics["execution@1"]) == (1.0, 1.0), called.stderr
    assert metrics["pass@1"] == pytest.approx(5 / 11)  # the report's components, and those that its tests name
    assert metrics["exceptions NameError"] == 1.0


def test_the_judge_gives_points_that_are_labelled_as_its_own(tmp_path: Path) -> None:
    def judges(question: str) -> Fault | None:
        if "opinion 1 of 2" in question:
            return says('{"requirement": 4, "architecture": 3}')
        return says('{"requirement": 3, "architecture": 3}')

    with serving(refuses=judges) as server:
        called = projecteval(
            *(*LEDGER, "--agent", "canonical", "--evaluators", "design_opinion", "--judge", "openai:judge"),
            *("--out", tmp_path / "run"),
            env=server.environment,
        )

    metrics = {name: value for name, value in called.json["metrics"].items() if "judge" in name}
    assert metrics == {
        "requirement (judge)": 3.5,
        "requirement disagreement (judge)": 1.0,
        "architecture (judge)": 3.0,
        "architecture disagreement (judge)": 0.0,
    }


def test_components_of_a_website_are_compared_with_the_derived_design(tmp_path: Path) -> None:
    called = projecteval(
        *("run", "--missions", "realbench:catalog", "--select", "poll-station", "--agent", "canonical", "--json"),
        *("--evaluators", "completion", "--out", tmp_path / "run"),
    )

    assert called.json["passed"] == called.json["total"] > 20, called.stderr
