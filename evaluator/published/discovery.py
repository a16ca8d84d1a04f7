"""Which recorded runs a folder holds, how they are called, and at which level and in which mode they were made."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from evaluator.model.errors import UsageError
from evaluator.published.recorded_run import PRODUCTS, RecordedRun
from missions.formats.projecteval_2025.levels import Level, Mode

DEEPEST = 3
"""Folders below the one that was named: the public layout has two, model and mode."""

FOLDER_NAME = re.compile(r"(?:(?P<model>.+)[-_])?(?P<mode>cascade|direct)[-_]level[-_]?(?P<level>[1-3])", re.IGNORECASE)
"""``<model>-<mode>-level-<n>``: a folder that holds one run."""

FILE_NAME = re.compile(r"(?P<model>.+?)(?:_\d{8}-\d{6})?[-_]level[-_]?(?P<level>[1-3])", re.IGNORECASE)
"""``<model>_<time>_level_<n>``: the files of a run, as the original names them, below ``<model>/<mode>/``."""


def recorded_runs(folder: Path) -> list[RecordedRun]:
    """The recorded runs in `folder` and below it. Raises `UsageError` when there is none, or when one contradicts
    itself."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder of recorded runs")
    found = list(_stems(folder))
    stems = [stem for stem, is_sure in found if is_sure] or [stem for stem, _ in found]
    if not stems:
        raise UsageError(f"{folder}: no recorded run here; a run is X.json with X_parameter.json and others beside it")
    names = _names(folder, stems)
    return [_run(names[stem], stem) for stem in stems]


def _run(name: str, stem: Path) -> RecordedRun:
    """What the names of its folder and files say of it. Raises `UsageError` when they contradict each other."""
    of_folder, of_file = FOLDER_NAME.fullmatch(stem.parent.name), FILE_NAME.fullmatch(stem.name)
    levels = {match["level"] for match in (of_folder, of_file) if match}
    if len(levels) > 1:
        raise UsageError(
            f"{stem}.json: its folder says level {of_folder and of_folder['level']}, its own name says level "
            f"{of_file and of_file['level']}; rename one of them"
        )
    mode = of_folder["mode"].lower() if of_folder else stem.parent.name.lower()
    return RecordedRun(
        name=name,
        stem=stem,
        model=(of_folder and of_folder["model"]) or (of_file["model"] if of_file else ""),
        level=Level(int(levels.pop())) if levels else None,
        named_mode=Mode(mode) if mode in set(Mode) else None,
    )


def _stems(folder: Path) -> Iterator[tuple[Path, bool]]:
    """Paths without ``.json`` and product, and whether a product says that it is a recorded run."""
    for parent, folders, names in os.walk(folder):
        depth = len(Path(parent).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if depth < DEEPEST and not name.startswith("."))
        found: dict[str, bool] = {}
        for name in sorted(name.removesuffix(".json") for name in names if name.endswith(".json")):
            product = next((product for product in PRODUCTS if name.endswith(f"_{product}")), None)
            stem = name.removesuffix(f"_{product}")
            found[stem] = found.get(stem, False) or product is not None
        yield from ((Path(parent) / stem, is_sure) for stem, is_sure in found.items() if stem)


def _names(folder: Path, stems: list[Path]) -> dict[Path, str]:
    """A run is called after its folder where it is alone there, else after its files, else by its whole path."""
    in_folder = Counter(stem.parent for stem in stems)
    short = {stem: stem.parent.name if in_folder[stem.parent] == 1 else stem.name for stem in stems}
    taken = Counter(short.values())
    long = {stem: "-".join(stem.relative_to(folder).parts) for stem in stems}
    names = {stem: short[stem] if taken[short[stem]] == 1 else long[stem] for stem in stems}
    for name, times in Counter(names.values()).items():
        if times > 1:
            raise UsageError(f"{folder}: {times} recorded runs would be called {name}; rename their folders")
    return names
