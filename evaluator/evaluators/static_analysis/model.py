"""Results of the static analysis, and which files of a project are analysed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from missions.project_files import Files


@dataclass(frozen=True)
class FileMetrics:
    """Metrics of one Python file. A file that cannot be parsed has a maintainability index of 0."""

    path: str
    lines: int
    maintainability: float = 0.0
    mean_complexity: float = 0.0
    max_complexity: int = 0
    volume: float = 0.0
    is_parsed: bool = True


@dataclass(frozen=True)
class Maintainability:
    """Metrics of the files of a project that have any code."""

    files: tuple[FileMetrics, ...]

    @property
    def minimum(self) -> float | None:
        """Lowest maintainability index of a file, from 0 to 100; None without files."""
        return min((file.maintainability for file in self.files), default=None)

    @property
    def lines(self) -> int:
        """Lines that are neither blank nor comments."""
        return sum(file.lines for file in self.files)

    @property
    def max_complexity(self) -> int:
        """Highest complexity of a function."""
        return max((file.max_complexity for file in self.files), default=0)


@dataclass(frozen=True)
class RiskyCall:
    """A call that executes code or deserializes data."""

    path: str
    line: int
    name: str


@dataclass(frozen=True)
class BanditFinding:
    """An issue that bandit reports. Severity and confidence are LOW, MEDIUM or HIGH."""

    path: str
    line: int
    test: str
    severity: str
    confidence: str
    message: str


@dataclass(frozen=True)
class Security:
    """Risky calls in the files of a project. `unparsed` files were not searched."""

    calls: tuple[RiskyCall, ...]
    files: int
    unparsed: tuple[str, ...] = ()


@dataclass(frozen=True)
class StaticAnalysis:
    """All results for one project. A part is None where it could not be computed; `problems` say why."""

    maintainability: Maintainability | None = None
    security: Security | None = None
    findings: tuple[BanditFinding, ...] | None = None
    problems: tuple[str, ...] = ()


def package_modules(files: Files, package: str) -> int:
    """Return the number of Python modules of `package` that are not empty: below its folder, also in ``src/``, or the
    module itself."""
    return sum(
        bool(content.strip())
        for path, content in files.items()
        if path.endswith(".py") and _belongs(path.removeprefix("src/"), package)
    )


def _belongs(path: str, package: str) -> bool:
    return path == f"{package}.py" or path.startswith(f"{package}/")


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
