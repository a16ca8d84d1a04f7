"""Public data sets: fetched once at a pinned commit, checked by digest, and named in the lock of each run.

``$PROJECTEVAL_HOME/data/NAME-COMMIT/`` holds the files, and in `RECORD` where they come from.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from missions.errors import MissionError
from missions.project_files import LEFT_OUT, files_digest, read_files, write_files
from missions.sources.repository import GitCommit, files_of, git_of
from simulators.data_files import DataError, home, read_json_value, read_toml

TABLE = Path(__file__).with_name("data_sets.toml")
RECORD = "projecteval-data.json"
"""File of a data set with its `DataRecord`."""


class DataSet(BaseModel):
    """A public data set: the files below `paths` of one commit, with their digest."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    repository: str
    commit: str
    paths: tuple[str, ...]
    sha256: str


@dataclass(frozen=True)
class DataRecord:
    """Origin of the files of a folder."""

    name: str
    commit: str
    sha256: str


RECORDS = TypeAdapter(DataRecord)


def data_sets() -> Mapping[str, DataSet]:
    """Return the known data sets by name."""
    return TypeAdapter(dict[str, DataSet]).validate_python(read_toml(TABLE))


def folder_of(name: str) -> Path:
    """Return the folder of a data set, stored or not."""
    return home() / "data" / f"{name}-{data_sets()[name].commit[:12]}"


def add_data_set(name: str, origin: Path | None = None) -> Path:
    """Store a data set from `origin`, a clone or git directory (None: the public repository), and return its folder.

    Raises `MissionError` where the data set or its commit is unknown, or the files have another digest.
    """
    known = data_sets()
    if name not in known:
        raise MissionError(f"there is no data set {name!r}; there are {', '.join(known)}")
    folder, wanted = folder_of(name), known[name]
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".adding-") as temporary:
        found = _files(wanted, origin, Path(temporary))
        files = {name: content for name, content in found.items() if LEFT_OUT.isdisjoint(name.split("/"))}
        if (digest := files_digest(files)) != wanted.sha256:
            raise MissionError(f"{name}: the digest of its files is {digest}, not the pinned {wanted.sha256}")
        content = Path(temporary) / "files"
        content.mkdir()
        write_files(files, content)
        record = asdict(DataRecord(name, wanted.commit, digest))
        (content / RECORD).write_text(json.dumps(record) + "\n", encoding="utf-8")
        shutil.move(content, folder)
    return folder


def _files(data_set: DataSet, origin: Path | None, temporary: Path) -> dict[str, bytes]:
    if origin is None:
        return GitCommit(data_set.repository, data_set.commit, data_set.paths).download(temporary)
    if not origin.is_dir():
        raise MissionError(f"{origin}: there is no such folder")
    return files_of(git_of(origin), data_set.commit, data_set.paths)


def origin_of(folder: Path) -> dict[str, str]:
    """Return what the lock of a run on a data set says: its name, with commit and digest; nothing for other folders.

    The digest is that of the files as they are now; a changed data set says so.
    """
    if not (folder / RECORD).is_file():
        return {}
    try:
        record = RECORDS.validate_python(read_json_value(folder / RECORD))
    except (DataError, ValidationError) as error:
        raise MissionError(f"{folder / RECORD}: cannot be read: {error}") from error
    digest = files_digest({name: content for name, content in read_files(folder).items() if name != RECORD})
    changed = "" if digest == record.sha256 else "changed, "
    return {record.name: f"{changed}commit {record.commit} sha256 {digest}"}
