"""Programs of the public benchmark run as in the original: as a file, not as an installed project."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[5] / "simulators" / "runtime" / "environments" / "guest"


def _run(folder: Path, path: str) -> dict[str, object]:
    (found,) = _run_each(folder, path)
    return found


def _run_each(folder: Path, *paths: str) -> list[dict[str, object]]:
    done = subprocess.run(
        [sys.executable, "-m", "projecteval_program_runner"],
        input="".join(json.dumps({"path": path}) + "\n" for path in paths),
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PYTHONPATH": str(HERE), "PATH": "/usr/bin:/bin"},
        timeout=60,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("text", "stdout", "stderr"),
    [
        ("print('read'); raise ValueError('no such column')", "no such column", "no such column"),
        ("print('done')", "done\n", ""),
        ("print('bad'); raise SystemExit(1)", "bad\n", ""),
        ("import helper", "No module named 'helper'", "No module named 'helper'"),
    ],
)
def test_an_exception_is_told_alone_on_both_streams(tmp_path: Path, text: str, stdout: str, stderr: str) -> None:
    (tmp_path / "main.py").write_text(text)
    (tmp_path / "helper.py").write_text("")
    found = _run(tmp_path, "main.py")
    assert (found["stdout"], found["stderr"]) == (stdout, stderr)


def test_a_file_that_is_not_there_is_such_an_exception(tmp_path: Path) -> None:
    assert "No such file or directory" in str(_run(tmp_path, "src/main.py")["stdout"])


@pytest.mark.parametrize(
    ("text", "exited"),
    [
        ("import sys; sys.exit()", True),
        ("raise SystemExit(2)", True),
        ("print('done')", False),
        ("raise ValueError", False),
        ("import os; os._exit(0)", False),
    ],
)
def test_a_program_that_ends_itself_is_told_from_one_that_ends(tmp_path: Path, text: str, exited: bool) -> None:
    (tmp_path / "main.py").write_text(text)
    assert _run(tmp_path, "main.py")["exited"] is exited


def test_a_program_finds_the_arguments_of_the_original(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import argparse\nargparse.ArgumentParser().parse_args()\nprint('done')")
    found = _run(tmp_path, "main.py")
    assert (found["exited"], found["status"]) == (True, 2)
    assert "unrecognized arguments: -r" in str(found["stderr"])


def test_what_a_program_needed_of_its_packages_is_there_before_the_next_one_begins(tmp_path: Path) -> None:
    lines = (
        "import sys",
        "print({name for name in ('openpyxl', 'helper') if name in sys.modules})",
        "def late():",
        "    import openpyxl",
        "late()",
        "sys.path.insert(0, '')",
        "import helper",
    )
    (tmp_path / "main.py").write_text("\n".join(lines))
    (tmp_path / "helper.py").write_text("")
    first, second = _run_each(tmp_path, "main.py", "main.py")
    assert (first["stdout"], second["stdout"]) == ("set()\n", "{'openpyxl'}\n")


def test_a_program_that_says_nonsense_about_what_it_needed_is_run_again_all_the_same(tmp_path: Path) -> None:
    lines = (
        "import sys, types",
        "for name in ('', '.', 'no.such', 'sys\\n', 'main'):",
        "    sys.modules[name] = types.ModuleType('x')",
        "    sys.modules[name].__file__ = sys.prefix",
        "sys.modules['y'] = types.SimpleNamespace(__file__=7)",
        "print('done')",
    )
    (tmp_path / "main.py").write_text("\n".join(lines))
    assert [found["stdout"] for found in _run_each(tmp_path, "main.py", "main.py")] == ["done\n", "done\n"]
