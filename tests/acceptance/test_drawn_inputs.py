"""The seed of drawn inputs is in lock.json and in failures, and ``--inputs-seed`` repeats them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tests.support.commands import MISSIONS, projecteval

TESTCODE = """

@testcode("Start", "Greet")
def draws(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    user.sees(f"drawn {inputs.randrange(10**12)}")
"""


def failures_of(run: Path) -> str:
    return next(run.glob("attempts/*/*/*/evaluations/simulated-use.json")).read_text(encoding="utf-8")


def test_a_run_draws_and_a_seed_repeats(tmp_path: Path) -> None:
    catalog = tmp_path / "missions"
    shutil.copytree(MISSIONS / "hello-console", catalog / "hello-console")
    testcodes = catalog / "hello-console" / "testcodes.py"
    text = testcodes.read_text(encoding="utf-8").replace("from missions import ", "from missions import Inputs, ")
    testcodes.write_text(text + TESTCODE, encoding="utf-8")
    seen: dict[str, str] = {}
    for name, options in {"first": (), "same": ("--inputs-seed", "SEED"), "other": ("--inputs-seed", "5")}.items():
        seed = str(json.loads((tmp_path / "first" / "lock.json").read_text())["inputs_seed"]) if seen else ""
        given = [option.replace("SEED", seed) for option in options]
        run = tmp_path / name
        projecteval("run", "--agent", "canonical", "--missions", catalog, "--only", "draws", *given, "--out", run)
        case = next(case for case in json.loads(failures_of(run))["cases"] if case["id"] == "draws")
        seen[name] = case["failure"]["message"]
        seed = json.loads((run / "lock.json").read_text())["inputs_seed"]
        assert f"--inputs-seed {seed} repeats them" in seen[name]
    assert seen["first"] == seen["same"] != seen["other"]
