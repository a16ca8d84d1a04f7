"""Source distributions of published projects: fetched once by pip, checked, kept in ``$PROJECTEVAL_HOME/sdists``."""

from missions.sdists.archive import read_archive
from missions.sdists.store import PublishedReferences, SourceDistribution, fetch, stored_files

__all__ = ["PublishedReferences", "SourceDistribution", "fetch", "read_archive", "stored_files"]
