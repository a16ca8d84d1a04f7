"""Files of a recorded run and their content."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class RecordedProduct(StrEnum):
    """One file of a recorded run, by the suffix of its name."""

    CODE = ""
    CHECKLIST = "nl_checklist"
    SKELETON = "skeleton"
    PARAMETERS = "parameter"
    START_FILE = "startfile"
    INFORMATION = "information"


COMPARED = {
    "checklist": RecordedProduct.CHECKLIST,
    "skeleton": RecordedProduct.SKELETON,
    "code": RecordedProduct.CODE,
    "parameters": RecordedProduct.PARAMETERS,
}
"""Similarity score → the recorded product that it compares."""


@dataclass(frozen=True)
class RecordedPaths:
    """Paths of a recorded run; `stem` is the path of ``X.json`` without its suffix."""

    stem: Path

    def of(self, product: RecordedProduct) -> Path:
        return self.stem.with_name(f"{self.stem.name}{product and '_'}{product}.json")

    def digest(self) -> str:
        """Digest of all files; a file that cannot be read counts by its error."""
        digest = hashlib.sha256()
        for path in map(self.of, RecordedProduct):
            digest.update(f"\n{path.name}\n".encode())
            try:
                digest.update(path.read_bytes())
            except OSError as error:
                digest.update(type(error).__name__.encode())
        return digest.hexdigest()
