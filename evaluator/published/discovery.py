"""Discovery of the recorded runs in a folder, with their names, levels and modes."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from evaluator.model.errors import UsageError
from evaluator.published.layout import RecordedProduct
from evaluator.published.recorded_run import RecordedRun
from missions.formats.projecteval_2025.levels import Level, Mode

MAX_FOLDER_DEPTH = 3
"""Levels of folders that are searched; the public layout has two, model and mode."""

FOLDER_NAME = re.compile(r"(?:(?P<model>.+)[-_])?(?P<mode>cascade|direct)[-_]level[-_]?(?P<level>[1-3])", re.IGNORECASE)
"""``<model>-<mode>-level-<n>``: a folder that holds one run."""

FILE_NAME = re.compile(r"(?P<model>.+?)(?:_\d{8}-\d{6})?[-_]level[-_]?(?P<level>[1-3])", re.IGNORECASE)
"""``<model>_<time>_level_<n>``: the files of a run as the original names them, below ``<model>/<mode>/``."""


def recorded_runs(folder: Path) -> list[RecordedRun]:
    """Return the recorded runs in `folder` and below it. Raises `UsageError` when there is none, or when the names of
    one contradict each other."""
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; --agent replay:FOLDER takes a folder of recorded runs")
    found = list(_stems(folder))
    stems = [stem for stem, is_certain in found if is_certain] or [stem for stem, _ in found]
    if not stems:
        raise UsageError(f"{folder}: no recorded run here; a run is X.json with X_parameter.json and others beside it")
    names = _names(folder, stems)
    return [_run(names[stem], stem) for stem in stems]


def _run(name: str, stem: Path) -> RecordedRun:
    """Return the run at `stem` with level and mode of its names. Raises `UsageError` when they contradict."""
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
    """Yield paths without ``.json`` and product suffix, and True when name or product identifies a recorded run."""
    suffixes = {f"_{product}" for product in RecordedProduct if product}
    for parent, folders, names in os.walk(folder):
        depth = len(Path(parent).relative_to(folder).parts)
        folders[:] = sorted(name for name in folders if depth < MAX_FOLDER_DEPTH and not name.startswith("."))
        found: dict[str, bool] = {}
        for name in sorted(name.removesuffix(".json") for name in names if name.endswith(".json")):
            suffix = next((suffix for suffix in suffixes if name.endswith(suffix)), "")
            stem = name.removesuffix(suffix)
            found[stem] = found.get(stem, False) or bool(suffix) or FILE_NAME.fullmatch(stem) is not None
        yield from ((Path(parent) / stem, is_certain) for stem, is_certain in found.items() if stem)


def _names(folder: Path, stems: list[Path]) -> dict[Path, str]:
    """Return the names of runs: those of their files; runs with equal names are distinguished by their paths."""
    same = Counter(stem.name for stem in stems)
    by_path = {stem: "-".join(stem.relative_to(folder).parts) for stem in stems}
    names = {stem: stem.name if same[stem.name] == 1 else by_path[stem] for stem in stems}
    for name, times in Counter(names.values()).items():
        if times > 1:
            raise UsageError(f"{folder}: {times} recorded runs have the name {name}; rename their folders")
    return names
