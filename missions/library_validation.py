"""What must be true of a library mission beyond its format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from missions.mission import Mission
from missions.project_files import Files


def library_problems(mission: Mission, files: Files | None) -> Iterator[str]:
    """Yield what is wrong with a library mission and its reference, whose files are `files` (None: there is none)."""
    yield from _of_components(mission, files or {})
    if files is None:
        yield "there is no canonical solution"
        return
    if not any(path in files for path in _package_files(mission)):
        yield f"canonical solution: it has no package {mission.package}"
    for suite in mission.suites:
        for path in sorted(set(suite.files) & set(files)):
            yield f"canonical solution: {path} is a file of the suite {suite.name}; remove it"


def _package_files(mission: Mission) -> tuple[str, ...]:
    name = mission.package.replace(".", "/")
    return tuple(f"{folder}{name}{end}" for folder in ("", "src/") for end in ("/__init__.py", ".py"))


def _of_components(mission: Mission, files: Mapping[str, bytes]) -> Iterator[str]:
    components = {path: sources for suite in mission.suites for path, sources in suite.components.items()}
    for path, sources in components.items():
        for source in sources:
            if files and source not in files:
                yield f"mission.toml: {path} is said to test {source}, which the canonical solution does not have"
    tested = {source for sources in components.values() for source in sources}
    for path in files if components else ():
        is_code = path.endswith(".py") and path.startswith((f"{mission.package}/", f"src/{mission.package}/"))
        if is_code and path not in tested and PurePosixPath(path).name != "__init__.py":
            yield f"mission.toml: no test file of [components] tests {path}"
