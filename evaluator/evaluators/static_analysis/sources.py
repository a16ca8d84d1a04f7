"""Selection and decoding of the Python files that are analysed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from missions.project_files import Files


def package_files(files: Files, package: str) -> Files:
    """Return the files of the folder `package` where the project has it, else all files."""
    prefix = f"{package.strip('/')}/"
    inside = {path: content for path, content in files.items() if path.startswith(prefix)}
    return inside if package and inside else files


def python_sources(files: Files, left_out: Collection[str], *, any_case: bool) -> Iterator[tuple[str, str]]:
    """Yield path and text of the Python files that are not below a folder in `left_out`, in the order of their paths.

    `any_case` compares the names of folders in lower case.
    """
    for path in sorted(files):
        folders = PurePosixPath(path).parts[:-1]
        names = [name.lower() for name in folders] if any_case else folders
        if path.endswith(".py") and not any(name in left_out for name in names):
            yield path, decoded(files[path])


def decoded(content: bytes) -> str:
    """Return the text of a file without the bytes that are not UTF-8, with ``\\n`` line ends."""
    return content.decode("utf-8", errors="ignore").replace("\r\n", "\n").replace("\r", "\n")


def code_lines(text: str) -> int:
    """Return the number of lines that are neither blank nor comments."""
    return sum(bool(line.strip()) and not line.strip().startswith("#") for line in text.splitlines())
