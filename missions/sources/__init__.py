"""Published projects, fetched once, checked, and kept below ``$PROJECTEVAL_HOME``: source distributions and commits."""

from missions.sources.archive import read_archive
from missions.sources.repository import GitCommit
from missions.sources.store import LockedMissions, PublishedReferences, Source, SourceDistribution, fetch, stored_files

__all__ = [
    "GitCommit",
    "LockedMissions",
    "PublishedReferences",
    "Source",
    "SourceDistribution",
    "fetch",
    "read_archive",
    "stored_files",
]
