"""A run is summarized and reported with the base installation: no package of an extra is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.commands import ROOT
from tests.support.synthetic_runs import evaluated, failed, on_disk, passed, run_of

OF_EXTRAS = (
    *("Levenshtein", "bandit", "codebleu", "cv2", "distributed", "hypothesis", "jsonschema", "matplotlib", "pandas"),
    *("pyarrow", "pydantic_ai", "pytest", "safetensors", "sentence_transformers", "threadpoolctl", "tokenizers"),
    "tree_sitter",
)
CODE = f"""
import sys
sys.modules.update(dict.fromkeys({OF_EXTRAS!r}))
from evaluator.cli import main
main()
"""
"""Calls the command line where these packages cannot be imported."""


def test_the_report_needs_no_extra(tmp_path: Path) -> None:
    run = run_of(tmp_path / "run", ["bakery", "library", "museum"])
    on_disk(run, {each: evaluated(passed("greets"), failed("asks", "no")) for each in run.attempts()})
    command = [sys.executable, "-c", CODE, "report", str(run.folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (0, "")
    assert "macro average" in done.stdout
    assert (run.folder / "report.html").is_file()
