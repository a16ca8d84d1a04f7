"""Lenient readers of recorded answers: JSON files, and the files that the original would have written."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from evaluator.io.terminal import whole_characters
from missions.errors import SolutionError
from missions.project_files import Files, safe_path, single_top
from simulators.data_files import DataLimits, parse_json, read_bytes


@dataclass
class WrittenFiles:
    """Files by path; paths of empty folders end with a slash.

    The original writes file after file and stops at the first that cannot be written: `problem` names it and the
    reason. It evaluates the files written before, even if there are none.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    problem: str = ""
    _folders: set[str] = field(default_factory=set, repr=False)

    @property
    def root(self) -> str:
        """Return the folder in which the project's commands run."""
        return "." if self.problem else single_top(self.files)

    def add(self, item: Any) -> None:
        """Write one entry of an answer. Raises `SolutionError`."""
        name, is_folder = _path_of(item)
        self._reserve(name, is_folder)
        if "\\" in str(item["path"]).rpartition("/")[2] and not is_folder:
            self._require_folder(name)
        if is_folder:
            self.files[f"{name}/"] = b""
            return
        if "code" not in item:
            raise SolutionError("has no code")
        self.files[name] = b""
        self.files[name] = _content_of(item["code"])

    def _reserve(self, name: str, is_folder: bool) -> None:
        above = [str(parent) for parent in PurePosixPath(name).parents][:-1]
        if any(parent in self.files for parent in above):
            raise SolutionError("lies in a folder that is a file")
        if name in self._folders and not is_folder:
            raise SolutionError("is a folder as well")
        self._folders.update(above, [name] if is_folder else [])

    def _require_folder(self, name: str) -> None:
        """Create folders for parts that end with a slash; a backslash only matches existing ones."""
        folder = str(PurePosixPath(name).parent)
        if folder != "." and not any(other != name and other.startswith(f"{folder}/") for other in self.files):
            raise SolutionError("lies in a folder that does not exist")


def written_files(answer: object) -> WrittenFiles:
    """Return the files of an answer on disk. Raises `SolutionError` when the answer is not a list."""
    if answer is None:
        raise SolutionError("the recorded run has no answer for this project")
    if not isinstance(answer, list):
        raise SolutionError(f"the answer is {json_kind(answer)}, not a list of files: {excerpt(answer)}")
    written = WrittenFiles(problem="" if answer else "the answer has no file")
    for number, item in enumerate(answer, 1):
        try:
            written.add(item)
        except SolutionError as error:
            written.problem = f"file {number} of the answer {error}: {excerpt(item)}; this and later files are missing"
            break
    return written


def path_as_written(path: str) -> str:
    """Return a path as the original writes it: every ``./`` is removed, so that ``../x`` becomes ``.x``, and a leading
    slash means the project's root."""
    return path.replace("./", "").lstrip("/")


def _path_of(item: Any) -> tuple[str, bool]:
    """Return the path of an entry, and True for an empty folder."""
    if not isinstance(item, dict):
        raise SolutionError(f"is {json_kind(item)}, not an object")
    path, is_folder = item.get("path"), "file" in item and item["file"] is None
    if "file" not in item or not isinstance(path, str):
        raise SolutionError("has no file name" if "file" not in item else "has no path")
    inside = path_as_written(path)
    if not is_folder and (not inside or inside.endswith(("/", "\\"))):
        raise SolutionError("has the path of a folder")
    try:
        return str(safe_path(inside)), is_folder
    except SolutionError:
        raise SolutionError("has a path that leads out of the project or cannot be written") from None


def _content_of(code: object) -> bytes:
    if not isinstance(code, str):
        raise SolutionError(f"has {json_kind(code)} for its code, not a text")
    return code.encode("utf-8", "surrogatepass")


MAX_FILE_BYTES = 200 << 20
"""Maximum size of one file in bytes."""

MAX_DEPTH = 100
"""Maximum nesting depth of lists and objects."""


ANSWER_LIMITS = DataLimits(MAX_FILE_BYTES, MAX_DEPTH)


@dataclass(frozen=True)
class AnswersFile:
    """Answers of one file by project id; `problem` is why there are none, `exists` is false for a missing file."""

    by_project: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    exists: bool = True


def read_answers_file(path: Path, only: str | None = None) -> AnswersFile:
    """Read a file of answers; its content or absence is never an error.

    With `only`, the file may also be the answer for that one project, without the object of projects around it.
    """
    try:
        content = _text(read_bytes(path, ANSWER_LIMITS))
        found = _plain(parse_json(content, path.name, ANSWER_LIMITS))
    except FileNotFoundError:
        return AnswersFile(problem=f"{path.name} is missing", exists=False)
    except (OSError, ValueError) as error:
        return AnswersFile(problem=f"{path.name} is not readable as JSON: {error}")
    if only is not None and isinstance(found, (list, str)):
        return AnswersFile({only: found})
    if not isinstance(found, dict):
        return AnswersFile(problem=f"{path.name} is {json_kind(found)}, not an object of projects")
    return AnswersFile(found)


def json_kind(value: object) -> str:
    """Return the kind of a JSON value as text."""
    if value is None:
        return "null"
    kinds = {
        str: "a text",
        dict: "an object",
        list: "a list",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return kinds.get(type(value), type(value).__name__)


def excerpt(value: object) -> str:
    """Return the beginning of a value, for messages."""
    return repr(str(value)[:80])


def _text(content: bytes) -> str:
    """Decode UTF-8, or another Unicode encoding with a byte order mark; invalid bytes become U+FFFD."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if content.startswith(mark):
            return content.decode(encoding, "replace")
    return content.decode("utf-8", "replace")


def _plain(value: Any, depth: int = 0) -> Any:
    """Return the value with encodable texts: a lone surrogate becomes a question mark."""
    if depth > MAX_DEPTH:
        raise ValueError(f"lists and objects are nested more than {MAX_DEPTH} deep")
    if isinstance(value, str):
        return whole_characters(value)
    if isinstance(value, list):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, dict):
        return {whole_characters(key): _plain(each, depth + 1) for key, each in value.items()}
    return value


LEFT_OUT = ("sentence_transformers", "torch", "transformers")
"""Packages importable in the original; they need gigabytes, and no known project uses them."""

IMPORT = re.compile(rf"^[ \t]*(?:import|from)[ \t]+({'|'.join(LEFT_OUT)})\b", re.MULTILINE)


def absent_packages(files: Files) -> str:
    """Return a message with the omitted packages that Python files import; empty without any."""
    texts = (content.decode("utf-8", "replace") for name, content in files.items() if name.endswith(".py"))
    found = sorted({name for text in texts for name in IMPORT.findall(text)})
    return f"imports {', '.join(found)}, which the environment public leaves out" if found else ""
