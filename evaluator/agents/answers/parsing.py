"""Products found in the answers of models: files, checklists, parameters and start commands."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter, ValidationError

from evaluator.agents.answers.json_values import MAX_ANSWER_CHARS, UnreadableAnswer, the_one
from missions.errors import SolutionError
from missions.formats.folder import in_words
from missions.mission import Checklist, ListedPage, checklist_of
from missions.parameter_values import answers_by_key
from missions.project_files import Files, safe_path
from simulators.setting import Start

__all__ = ["MAX_ANSWER_CHARS", "UnreadableAnswer", "checklist_in", "files_in", "parameters_in", "start_in"]

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


FENCE = re.compile(r"```(.+?)```", re.DOTALL)
FILE_NAME = re.compile(r"(?:.*/)?[\[\]\w,\s-]*(?:\.[A-Za-z]+)+")
LANGUAGE = re.compile(r"[A-Za-z+#]+")


def files_in_fences(answer: str) -> Files:
    """Return the files of fenced blocks with a name on the line after the fence, or on the last one; other blocks are
    left out, the last block of a path counts. Raises `UnreadableAnswer`."""
    if len(answer) > MAX_ANSWER_CHARS:
        raise UnreadableAnswer(f"the answer has {len(answer)} characters, more than {MAX_ANSWER_CHARS}")
    files = {}
    for block in FENCE.findall(answer):
        lines = block.strip("\r\n").splitlines()
        if LANGUAGE.fullmatch(lines[0] if lines else ""):
            del lines[0]
        at = next((at for at in (0, -1) if lines and FILE_NAME.fullmatch(lines[at])), None)
        if at is not None:
            path = _path(lines.pop(at))
            files[path] = "\n".join(lines).encode("utf-8", "replace")
    if not files:
        raise UnreadableAnswer("the answer has no fenced block with a file's name on the line after the fence")
    return files


def _path(name: str) -> str:
    """Return the path of a block; a leading slash is left out, as in the original."""
    try:
        return str(safe_path(name.strip().lstrip("/\\")))
    except SolutionError as error:
        raise UnreadableAnswer(str(error)) from error


def files_in(answer: str) -> Files:
    """Read files: ``[{"path": …, "code": …}, …]`` or ``{path: text, …}``. Raises `UnreadableAnswer`."""
    return the_one(answer, _files)


def checklist_in(answer: str) -> Checklist:
    """Read ``[{"page": …, "function": [{"function": …, "description": …}, …]}, …]``. Raises `UnreadableAnswer`."""
    return the_one(answer, _checklist)


def parameters_in(answer: str) -> dict[str, str]:
    """Read ``{"name": "value", …}`` without nulls, or pages with the values of functions. Raises `UnreadableAnswer`."""
    return the_one(answer, _parameters)


def start_in(answer: str) -> Start:
    """Read ``{"prepare": [[…], …], "program": […], "requirements": […]}``: commands as lists of words, requirements as
    lines of a ``requirements.txt``; only the program is required. Raises `UnreadableAnswer`."""
    return the_one(answer, _start)


def _files(value: Any) -> dict[str, bytes]:
    if isinstance(value, dict) and isinstance(value.get("files"), (list, dict)):
        value = value["files"]
    if isinstance(value, dict) and isinstance(value.get("path"), str):
        value = [value]  # a project of one file
    items = list(_named(value)) if isinstance(value, dict) else value
    if not isinstance(items, list) or not items:
        raise UnreadableAnswer(f"a list of files was expected, not {_kind(value)}")
    files: dict[str, bytes] = {}
    for number, item in enumerate(items, 1):
        path, content = _file(number, item)
        if files.get(path, content) != content:
            raise UnreadableAnswer(f"file {path!r} is there twice with different content")
        files[path] = content
    return files


def _checklist(value: Any) -> Checklist:
    if isinstance(value, dict) and len(value) == 1:
        (value,) = value.values()
    try:
        pages = TypeAdapter(list[ListedPage]).validate_python(value)
    except ValidationError as error:
        raise UnreadableAnswer(f"not a checklist: {in_words(error)[:300]}") from error
    if not pages:
        raise UnreadableAnswer("the checklist is empty")
    return checklist_of(pages)


def _parameters(found: Any) -> dict[str, str]:
    if isinstance(found, dict) and list(found) == ["parameters"] and isinstance(found["parameters"], dict):
        found = found["parameters"]
    if isinstance(found, dict) and all(isinstance(value, (str, int, float, type(None))) for value in found.values()):
        return {key: _as_text(value) for key, value in found.items() if value is not None}
    if answers := answers_by_key(found):
        return answers
    raise UnreadableAnswer(f"an object of parameter names and values was expected, not {_kind(found)}")


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _start(value: Any) -> Start:
    value = value if isinstance(value, dict) else {}
    prepare, program, requirements = value.get("prepare", []), value.get("program"), value.get("requirements", [])
    try:
        packages = TypeAdapter(list[str]).validate_python(requirements)
        words = TypeAdapter(list[str]).validate_python(program)
        commands = TypeAdapter(list[list[str]]).validate_python(prepare)
    except ValidationError as error:
        raise UnreadableAnswer(f"commands and requirements are lists of words: {in_words(error)[:200]}") from error
    if not words or not all(commands):
        raise UnreadableAnswer("no program is named to start the project with")
    return Start(prepare=tuple(map(tuple, commands)), program=tuple(words), requirements=tuple(packages))


def _named(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for path, content in value.items():
        yield {"path": path, **(content if isinstance(content, dict) else {"code": content})}


def _file(number: int, item: Any) -> tuple[str, bytes]:
    if not isinstance(item, dict) or not isinstance(item.get("path"), str):
        raise UnreadableAnswer(f"file {number} has no path: {str(item)[:80]!r}")
    path = item["path"]
    try:
        name = str(safe_path(path))
    except SolutionError as error:
        raise UnreadableAnswer(str(error)) from error
    if path.endswith("/") and not item.get("code", item.get("content")):
        return f"{name}/", b""  # an empty folder
    return name, _content(path, item)


def _content(path: str, item: dict[str, Any]) -> bytes:
    if isinstance(item.get("base64"), str):
        try:
            return base64.b64decode(item["base64"], validate=True)
        except ValueError as error:
            raise UnreadableAnswer(f"file {path!r}: its base64 content is broken") from error
    text = item.get("code", item.get("content"))
    if not isinstance(text, str):
        raise UnreadableAnswer(f"file {path!r} has no text in `code`, but {_kind(text)}")
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UnreadableAnswer(f"file {path!r} is not text: {error.reason}") from error
    if b"\0" in content:
        raise UnreadableAnswer(f"file {path!r} is not text: it contains NUL; binary content belongs into `base64`")
    return content


def _kind(value: object) -> str:
    names = {str: "a text", dict: "an object", list: "a list", type(None): "nothing"}
    return names.get(type(value), type(value).__name__)
