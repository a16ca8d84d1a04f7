"""Runs of shards put together: one run folder, as if one machine had done it all."""

from __future__ import annotations

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from evaluator.io.files import write_json
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.runs.folder.options import RAISABLE, shard_of
from evaluator.runs.folder.paths import RunPaths, read_spans, write_spans
from evaluator.runs.folder.request import RunRequest, differences, write_request
from evaluator.runs.folder.run import Run, open_run


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
                    shutil.copytree(source, RunPaths(folder).of(attempt).folder, symlinks=True)
            for mission in run.lock.missions:
                for reference in (each.folder for each in run.paths.references_of(mission)):
                    copied = RunPaths(folder).reference(reference.name).folder
                    if reference.is_dir() and not copied.exists():
                        shutil.copytree(reference, copied, symlinks=True)
        beside = replace(whole, folder=folder)
        write_json(beside.paths.lock, whole.lock)
        write_spans(beside.paths.times, [span for run in runs for span in read_spans(run.paths.times)])
        write_request(beside.paths.request, whole.request)
        folder.replace(whole.folder)
