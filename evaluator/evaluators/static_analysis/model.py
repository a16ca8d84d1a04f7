"""Results of static analysis."""

from __future__ import annotations

from dataclasses import dataclass


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
