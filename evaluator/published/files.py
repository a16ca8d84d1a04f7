"""Files of a recorded run as the original writes them to disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from evaluator.published.json_files import excerpt, json_kind
from missions.errors import SolutionError
from missions.project_files import safe_path, single_top


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
