"""Table of recorded answers: a control that answers what it was asked before, and computes nothing.

In the reference, `record` writes what a console or batch program answers to its command line, its files and the lines
typed. As a program (``python answer_table.py``) this module replays ``answers.jsonl``; what it was never asked ends it
with status 1.
"""

from __future__ import annotations

import atexit
import base64
import builtins
import getpass
import hashlib
import json
import os
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

TABLE = Path(__file__).with_name("answers.jsonl")
PLACE = Path(__file__).with_name("answers_place.txt")
"""File that names the table to be written."""

OWN = (".py", ".pyc", ".jsonl")
END_OF_INPUT, INTERRUPTED = "<end of input>", "<interrupted>"

Contents = dict[str, bytes]


def contents() -> Contents:
    """Return the files of the folder that are not the program's own."""
    files = [path for path in sorted(Path().rglob("*")) if path.is_file()]
    return {str(path): path.read_bytes() for path in files if path.suffix not in OWN and path.name != PLACE.name}


def question(typed: list[str], files: Contents) -> str:
    """Return the digest of what a program was given: its command line, its files, and the lines typed."""
    digest = hashlib.sha256(json.dumps([sys.argv[1:], typed]).encode())
    for name, content in files.items():
        meant = without_times(content) if name.endswith(".xlsx") else content
        digest.update(f"\0{name}\0{len(meant)}\0".encode() + meant)
    return digest.hexdigest()


def without_times(workbook: bytes) -> bytes:
    """Return the parts of a workbook without the times at which they were written."""
    try:
        with ZipFile(BytesIO(workbook)) as archive:
            names = [name for name in sorted(archive.namelist()) if not name.startswith("docProps/")]
            return b"".join(name.encode() + archive.read(name) for name in names)
    except BadZipFile:
        return workbook


class AnswerLog:
    """Answers of one execution; `answer` stores what was printed and written since the last one."""

    def __init__(self) -> None:
        self._table = Path(PLACE.read_text(encoding="utf-8"))
        self._files, self._given = contents(), contents()
        self._typed: list[str] = []
        self._printed = {"stdout": "", "stderr": ""}
        self._status = 0

    def prints(self, stream: str, text: str) -> None:
        self._printed[stream] += text

    def answer(self, asks: str = "", status: int | None = None) -> None:
        """Store the answer to all that was typed; the program then asks (`asks`) or ends with `status`."""
        now = contents()
        changed = {name: base64.b64encode(now[name]).decode() for name in now if self._files.get(name) != now[name]}
        removed = [name for name in self._files if name not in now]
        entry = {**self._printed, "files": changed, "removed": removed, "asks": asks, "status": status}
        with self._table.open("a", encoding="utf-8") as table:
            table.write(json.dumps({"question": question(self._typed, self._given), **entry}) + "\n")
        self._files, self._printed = now, {"stdout": "", "stderr": ""}

    def reads(self, read: Callable[[str], str], asks: str, prompt: str) -> str:
        """Return a line that is read after the answer so far was stored."""
        self.prints("stdout", prompt)
        self.answer(asks)
        try:
            line = read(prompt)
        except (EOFError, KeyboardInterrupt) as error:
            self._typed.append(END_OF_INPUT if isinstance(error, EOFError) else INTERRUPTED)
            raise
        self._typed.append(line)
        return line

    def exits(self, unchanged: Callable[..., Any], status: object = 0) -> None:
        self._status = status if isinstance(status, int) else int(status is not None)
        unchanged(status)

    def ends(self) -> None:
        self.answer(status=self._status)


class RecordedOutput:
    """Stream whose texts are recorded too."""

    def __init__(self, stream: Any, name: str, recording: AnswerLog) -> None:
        self._stream, self._name, self._recording = stream, name, recording

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        self._recording.prints(self._name, text)
        return int(self._stream.write(text))


def record() -> None:
    """Record what this program answers from now on."""
    recording = AnswerLog()
    typed, hidden, leave = builtins.input, getpass.getpass, sys.exit
    builtins.input = lambda prompt="": recording.reads(typed, "line", str(prompt))
    getpass.getpass = lambda prompt="Password: ", stream=None: recording.reads(hidden, "hidden", prompt)
    vars(sys)["exit"] = lambda status=0: recording.exits(leave, status)
    sys.stdout = RecordedOutput(sys.stdout, "stdout", recording)
    sys.stderr = RecordedOutput(sys.stderr, "stderr", recording)
    atexit.register(recording.ends)


def replay() -> int:
    """Answer from the table until the program ends; return its exit status."""
    entries = (json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines())
    table = {entry["question"] + str(bool(entry["asks"])): entry for entry in entries}
    typed: list[str] = []
    given = contents()
    while True:
        asked = question(typed, given)
        entry = table.get(f"{asked}True") or table.get(f"{asked}False")
        if entry is None:
            return 1
        give(entry)
        if not entry["asks"]:
            return int(entry["status"])
        typed.append(next_line(hidden=entry["asks"] == "hidden"))


def give(entry: dict[str, Any]) -> None:
    """Print and write a recorded answer."""
    sys.stdout.write(entry["stdout"])
    sys.stdout.flush()
    sys.stderr.write(entry["stderr"])
    sys.stderr.flush()
    for name, content in entry["files"].items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(base64.b64decode(content))
    for name in entry["removed"]:
        Path(name).unlink(missing_ok=True)


def next_line(*, hidden: bool) -> str:
    try:
        return getpass.getpass("") if hidden else input()
    except EOFError:
        return END_OF_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    os._exit(replay())
