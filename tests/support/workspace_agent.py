"""Scripted agent that builds `adder` in its workspace over several turns and writes a trace; ``argv[1]`` says how.

``well``, ``by-sample`` (the second attempt forgets a file), ``endless`` (never finishes), ``kills`` (ends the evaluator
in its first attempt), ``copies`` (hands in what was revealed).
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HOW = sys.argv[1]
NOTES = Path(sys.argv[2], "count") if len(sys.argv) > 2 else None
TRACE = Path(".projecteval/trace.jsonl")


def trace(**entry):
    with TRACE.open("a") as file:
        file.write(json.dumps(entry) + "\n")


def write(turn, path, text):
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)
    trace(turn=turn, tool="write_file", kind="edit")


def run(turn, code):
    status = subprocess.run([sys.executable, "-c", code], capture_output=True).returncode
    trace(turn=turn, tool="shell", kind="execute")
    return status


def builds():
    assert "`adder` adds." in Path("start.md").read_text()
    assert "start.md" in Path(".projecteval/PROMPT.md").read_text()
    trace(turn=1, tool="read_file", kind="read")
    write(2, "src/adder/__init__.py", "def add(one, other):\n    return one - other\n")
    check = "import sys; sys.path.insert(0, 'src'); import adder; assert adder.add(2, 3) == 5"
    assert run(2, check) != 0
    write(3, "src/adder/__init__.py", "def add(one, other=0):\n    return one + other\n")
    assert run(4, check) == 0
    write(5, "setup.py", "raise SystemExit('the packaging of an agent does not count')\n")
    write(5, "tests/test_add.py", "def test_nothing():\n    pass\n")


def attempt():
    """Number of this attempt, counted in the notes that all attempts share."""
    with NOTES.open("a") as file:
        file.write("x")
    return NOTES.stat().st_size


builds()
if HOW == "by-sample" and attempt() == 2:
    Path("src/adder/__init__.py").unlink()
if HOW == "copies":
    assert Path("tests/test_add.py").exists()
if HOW == "kills" and attempt() == 2:
    os.kill(int(NOTES.with_name("pid").read_text()), signal.SIGKILL)
    time.sleep(60)
turn = 6
while HOW == "endless":
    trace(turn=turn, tool="shell", kind="execute")
    turn += 1
    time.sleep(0.01)
trace(finish="finished")
