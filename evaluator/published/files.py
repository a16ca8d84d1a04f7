"""The files of a recorded answer, as far as the original could write them."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from missions.errors import SolutionError
from missions.project_files import safe_path, single_top


@dataclass
class Written:
    """Files by their paths; those of empty folders end with a slash.

    The original writes file after file and stops at the first that it cannot write: `broke` says which, and why. What
    was written before is what it judges then.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    broke: str = ""
    _folders: set[str] = field(default_factory=set, repr=False)

    @property
    def root(self) -> str:
        """The folder in which the project's commands run."""
        return "." if self.broke else single_top(self.files)

    def add(self, item: Any) -> None:
        """Write one entry of an answer. Raises `SolutionError` with what is wrong with it."""
        name, is_folder = _name_of(item)
        self._must_have_room(name, is_folder)
        if "\\" in str(item["path"]).rpartition("/")[2] and not is_folder:
            self._must_have_folder(name)
        if is_folder:
            self.files[f"{name}/"] = b""
            return
        if "code" not in item:
            raise SolutionError("has no code")
        self.files[name] = b""
        self.files[name] = _content_of(item["code"])

    def _must_have_room(self, name: str, is_folder: bool) -> None:
        above = [str(parent) for parent in PurePosixPath(name).parents][:-1]
        if any(parent in self.files for parent in above):
            raise SolutionError("lies in a folder that is a file")
        if name in self._folders and not is_folder:
            raise SolutionError("is a folder as well")
        self._folders.update(above, [name] if is_folder else [])

    def _must_have_folder(self, name: str) -> None:
        """Folders are made for what stands before a slash; a backslash only finds those that are there."""
        folder = str(PurePosixPath(name).parent)
        if folder != "." and not any(other != name and other.startswith(f"{folder}/") for other in self.files):
            raise SolutionError("lies in a folder that is not there")


def files_of(answer: object) -> Written:
    """What an answer becomes on disk. Raises `SolutionError` when there is nothing of it."""
    if answer is None:
        raise SolutionError("the recorded run has no answer for this project")
    if not isinstance(answer, list):
        raise SolutionError(f"the answer is {kind_of(answer)}, not a list of files: {str(answer)[:80]!r}")
    written = Written()
    for number, item in enumerate(answer, 1):
        try:
            written.add(item)
        except SolutionError as error:
            written.broke = f"file {number} of the answer {error}: {str(item)[:80]!r}; it and what follows is not there"
            break
    if not written.files:
        raise SolutionError(written.broke or "the answer has no file")
    return written


def kind_of(answer: object) -> str:
    """What a JSON value is, in words."""
    if answer is None:
        return "null"
    kinds = {
        str: "a text",
        dict: "an object",
        list: "a list",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    return kinds.get(type(answer), type(answer).__name__)


def _name_of(item: Any) -> tuple[str, bool]:
    """Where an entry is written, and whether it is an empty folder.

    As in the original, every ``./`` is taken out of a path (so that ``../x`` becomes ``.x``) and a slash at its
    beginning means the project's root.
    """
    if not isinstance(item, dict):
        raise SolutionError(f"is {kind_of(item)}, not an object")
    path, is_folder = item.get("path"), "file" in item and item["file"] is None
    if "file" not in item or not isinstance(path, str):
        raise SolutionError("has no file name" if "file" not in item else "has no path")
    inside = path.replace("./", "").lstrip("/")
    if not is_folder and (not inside or inside.endswith(("/", "\\"))):
        raise SolutionError("has the path of a folder")
    try:
        return str(safe_path(inside)), is_folder
    except SolutionError:
        raise SolutionError("has a path that leads out of the project or cannot be written") from None


def _content_of(code: object) -> bytes:
    if not isinstance(code, str):
        raise SolutionError(f"has {kind_of(code)} for its code, not a text")
    return code.encode("utf-8", "surrogatepass")
