"""Run: a folder with a request and what it resolved to; runs below a folder found, removed, and merged from shards."""

from __future__ import annotations

import fcntl
import os
import shutil
import stat
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from evaluator.io.files import read_json, write_json
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.result import Attempt
from evaluator.runs.folder.options import RAISABLE, shard_of
from evaluator.runs.folder.paths import RunPaths, read_spans, write_spans
from evaluator.runs.folder.request import Lock, RunRequest, differences, read_request, write_request
from evaluator.runs.folder.strangers import ArtifactFolders, check_entries, check_format, check_names
from simulators.data_files import RUN_FILE, read_json_value

MAX_ATTEMPTS = 1_000_000
"""Attempts of one run: a lock of a few bytes asks for any number."""


@dataclass(frozen=True)
class Run:
    """A run folder with its request and its lock."""

    folder: Path
    request: RunRequest
    lock: Lock

    @property
    def paths(self) -> RunPaths:
        return RunPaths(self.folder)

    def attempts(self) -> tuple[Attempt, ...]:
        return tuple(self.request.attempts(tuple(self.lock.missions), self.lock.combinations, self.lock.recorded))

    def check(self) -> None:
        """Raise `RunFolderError` when a name of the lock cannot be a part of a path, and for too many attempts."""
        check_names(self.lock, self.paths)
        number = len(self.lock.missions) * (
            len(self.lock.recorded) or len(self.lock.combinations) * self.request.samples
        )
        if number > MAX_ATTEMPTS:
            raise RunFolderError(f"{self.folder}: has {number} attempts, more than {MAX_ATTEMPTS}; divide the run")


def open_run(folder: Path) -> Run:
    """Open a run for reading, without a check for changes. Raises `RunFolderError` also for names and links that lead
    out of the folder, and for pipes and devices, which never end."""
    paths = RunPaths(folder)
    check_entries(folder, is_left_out=lambda entry: True, max_bytes=sys.maxsize)  # events of a large run are many
    check_format(paths)
    run = Run(folder, read_request(paths.request), read_json(paths.lock, Lock))
    run.check()
    labels = (attempt.label for attempt in run.attempts())
    check_entries(paths.attempts, ArtifactFolders.of(paths.attempts, labels).has)
    for below in (paths.references, paths.details, paths.judge):
        check_entries(below)
    return run


LATEST = "latest"
USUAL_FOLDER = Path("runs")


@dataclass(frozen=True)
class FoundRun:
    """A run folder with its agent and score; `total` is None without a summary."""

    folder: Path
    agent: str
    began: float
    passed: int | None = None
    total: int | None = None


def runs_in(folder: Path) -> list[FoundRun]:
    """Return the runs directly below `folder`, the latest first; folders that are no runs are left out."""
    places = [path.parent for path in folder.glob("*/run.toml")]
    return sorted((run for each in places if (run := _found(each))), key=lambda run: run.began, reverse=True)


def run_folder_named(folder: Path) -> Path:
    """Return the folder of a run; ``latest`` is the last one below ``runs/``. Raises `UsageError`."""
    if str(folder) != LATEST or folder.exists():
        return folder.resolve()
    found = runs_in(USUAL_FOLDER)
    if not found:
        raise UsageError(f"latest: there is no run below {USUAL_FOLDER.resolve()}; name the folder of a run")
    return found[0].folder.resolve()


def _found(folder: Path) -> FoundRun | None:
    paths = RunPaths(folder)
    try:
        agent, began = read_request(paths.request).agent, paths.request.stat().st_mtime
    except (RunFolderError, OSError):
        return None
    try:
        summary = read_json_value(paths.results, RUN_FILE)
        return FoundRun(folder, agent, began, int(summary["passed"]), int(summary["total"]))
    except (OSError, ValueError, KeyError, TypeError):
        return FoundRun(folder, agent, began)


def remove_run(folder: Path) -> None:
    """Remove a run with all that it holds. Raises `UsageError` for a folder that is no run, and while it goes on."""
    paths = RunPaths(folder)
    if folder.is_symlink() or not paths.request.is_file():
        raise UsageError(f"{folder}: this is no run folder (it has no {paths.request.name}); nothing was removed")
    if _is_worked_on(paths):
        raise UsageError(f"{folder}: the run goes on; end it first; nothing was removed")
    shutil.rmtree(folder)


def prune_runs(runs: Sequence[FoundRun], keep: int) -> list[Path]:
    """Remove all of `runs` (the latest first) behind the first `keep`; return their folders. Those that go on stay."""
    removed = []
    for run in runs[keep:]:
        with suppress(UsageError):
            remove_run(run.folder)
            removed.append(run.folder)
    return removed


def _is_worked_on(paths: RunPaths) -> bool:
    """Return True while a process holds the lock of the run."""
    try:
        with os.fdopen(os.open(paths.in_use, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def merge(folders: Sequence[Path], out: Path) -> Run:
    """Copy the attempts of all shards of one request into `out`, which is then an ordinary run.

    Raises `RunFolderError` when the runs do not belong together (saying what differs), when a shard is
    missing or there twice, and when `out` is not empty; `UsageError` when there is nothing to merge.
    """
    if not folders:
        raise UsageError("merge needs the folders of the runs to put together")
    runs = [open_run(folder) for folder in folders]
    for other in runs[1:]:
        _check_same_run(runs[0], other)
    _check_all_shards(runs)
    if out.exists() and any(out.iterdir()):
        raise RunFolderError(f"{out}: there is something in this folder; choose another --out")
    whole = Run(out, replace(runs[0].request, shard=""), runs[0].lock)
    _write(whole, runs)
    return whole


def _check_same_run(first: Run, other: Run) -> None:
    changed = [*_other_words(first.request, other.request), *differences(first.lock, other.lock)]
    if changed:
        raise RunFolderError(f"{other.folder} does not belong to {first.folder}: " + "; ".join(changed))


def _other_words(first: RunRequest, other: RunRequest) -> Iterator[str]:
    then, now = first.plain(), other.plain()
    for name in then:
        if name not in ("shard", *RAISABLE) and then[name] != now[name]:
            yield f"{name}: {then[name]} → {now[name]}"
    if shard_of(first.shard)[1] != shard_of(other.shard)[1]:
        yield f"shard: {first.shard or 'the whole'} → {other.shard or 'the whole'}"


def _check_all_shards(runs: Sequence[Run]) -> None:
    by_number: dict[int, list[Path]] = defaultdict(list)
    for run in runs:
        by_number[shard_of(run.request.shard)[0]].append(run.folder)
    of = shard_of(runs[0].request.shard)[1]
    for number, found in sorted(by_number.items()):
        if len(found) > 1:
            raise RunFolderError(f"shard {number}/{of} is there {len(found)} times: {', '.join(map(str, found))}")
    missing = [f"{number}/{of}" for number in range(1, of + 1) if number not in by_number]
    if missing:
        raise RunFolderError(f"shards are missing: {', '.join(missing)}")


def _write(whole: Run, runs: Sequence[Run]) -> None:
    """Write next to `whole` first, so that an incomplete run never counts as complete."""
    whole.folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=whole.folder.parent, prefix=".merging-") as temporary:
        folder = Path(temporary) / "run"
        for run in runs:
            for attempt in run.attempts():
                source = run.paths.of(attempt).folder
                if source.is_dir():
                    shutil.copytree(source, RunPaths(folder).of(attempt).folder, symlinks=True, copy_function=_copied)
            for mission in run.lock.missions:
                for reference in (each.folder for each in run.paths.references_of(mission)):
                    copied = RunPaths(folder).reference(reference.name).folder
                    if reference.is_dir() and not copied.exists():
                        shutil.copytree(reference, copied, symlinks=True, copy_function=_copied)
        beside = replace(whole, folder=folder)
        write_json(beside.paths.lock, whole.lock)
        write_spans(beside.paths.times, [span for run in runs for span in read_spans(run.paths.times)])
        write_request(beside.paths.request, whole.request)
        folder.replace(whole.folder)


def _copied(source: str, target: str) -> None:
    """Copy a file of a run. Raises `RunFolderError` for a large one: a hole of a TiB would fill the disk. What agents
    left besides files, links and folders is left out."""
    found = os.lstat(source)
    if stat.S_ISREG(found.st_mode) and found.st_size > RUN_FILE.max_bytes:
        raise RunFolderError(f"{source}: has more than {RUN_FILE.max_bytes} bytes; remove it")
    if stat.S_ISREG(found.st_mode) or stat.S_ISLNK(found.st_mode):
        shutil.copy2(source, target, follow_symlinks=False)
