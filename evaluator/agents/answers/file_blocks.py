"""Answers in blocks of files, as RAL-Bench asks for them: ``<file:name=PATH>``, content, ``</file>``.

Paths are checked as those of other answers. What is outside of blocks is prose and is ignored; the content of a block
is taken without blank space around it, as the original does.
"""

from __future__ import annotations

import re

from evaluator.agents.answers.json_values import MAX_ANSWER_CHARS, UnreadableAnswer
from missions.errors import SolutionError
from missions.project_files import Files, safe_path

BEGIN = re.compile(r"<file:name=([^>\n]{1,1000})>")
END = "</file>"


def files_in_blocks(answer: str) -> Files:
    """Return the files of an answer; the last block of a path counts. Raises `UnreadableAnswer`."""
    if len(answer) > MAX_ANSWER_CHARS:
        raise UnreadableAnswer(f"the answer has {len(answer)} characters, more than {MAX_ANSWER_CHARS}")
    files: dict[str, bytes] = {}
    position = 0
    while (begin := BEGIN.search(answer, position)) is not None:
        end = answer.find(END, begin.end())
        if end < 0:
            raise UnreadableAnswer(f"the block of file {begin[1][:80]!r} has no end")
        files[_path(begin[1])] = answer[begin.end() : end].strip().encode("utf-8", "replace")
        position = end + len(END)
    if not files:
        raise UnreadableAnswer("the answer has no block <file:name=PATH> … </file>")
    return files


def _path(name: str) -> str:
    """Return the path of a block; a leading slash is left out, as in the original."""
    try:
        return str(safe_path(name.strip().lstrip("/\\")))
    except SolutionError as error:
        raise UnreadableAnswer(str(error)) from error
