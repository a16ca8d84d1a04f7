"""Scripted agent that builds `adder` in its workspace over several turns and writes a trace.

The first argument says how: ``well``, ``by-sample`` (the second attempt forgets a file), ``endless`` (never finishes),
``kills`` (ends the evaluator in its second attempt), ``copies`` (demands that tests are revealed). The second is a
folder for notes that all attempts share.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TRACE = Path(".projecteval/trace.jsonl")
CHECK = "import sys; sys.path.insert(0, 'src'); import adder; assert adder.add(2, 3) == 5"


def trace(**entry: object) -> None:
    with TRACE.open("a") as file:
        file.write(json.dumps(entry) + "\n")


def write(turn: int, path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    trace(turn=turn, tool="write_file", kind="edit")


def run(turn: int, code: str) -> int:
    status = subprocess.run([sys.executable, "-c", code], capture_output=True).returncode
    trace(turn=turn, tool="shell", kind="execute")
    return status


def builds() -> None:
    assert "`adder` adds." in Path("start.md").read_text()
    assert "start.md" in Path("PROMPT.md").read_text()
    trace(turn=1, tool="read_file", kind="read")
    write(2, "src/adder/__init__.py", "def add(one, other):\n    return one - other\n")
    assert run(2, CHECK) != 0
    write(3, "src/adder/__init__.py", "def add(one, other=0):\n    return one + other\n")
    assert run(4, CHECK) == 0
    write(5, "setup.py", "raise SystemExit('the packaging of an agent does not count')\n")
    write(5, "tests/test_add.py", "def test_nothing():\n    pass\n")


def attempt(notes: Path) -> int:
    """Return the number of this attempt."""
    with (notes / "count").open("a") as file:
        file.write("x")
    return (notes / "count").stat().st_size


def main(how: str, notes: Path) -> None:
    revealed = Path("tests/test_add.py").exists()
    builds()
    if how == "by-sample" and attempt(notes) == 2:
        Path("src/adder/__init__.py").unlink()
    if how == "copies" and not revealed:
        Path("src/adder/__init__.py").unlink()
    if how == "kills" and attempt(notes) == 2:
        os.kill(int((notes / "pid").read_text()), signal.SIGKILL)
        time.sleep(60)
    turn = 6
    while how == "endless":
        trace(turn=turn, tool="shell", kind="execute")
        turn += 1
        time.sleep(0.01)
    trace(finish="finished")


if __name__ == "__main__":
    main(sys.argv[1], Path(*sys.argv[2:]))
