"""Generated tiny wheels."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Sequence
from pathlib import Path


def wheel(folder: Path, name: str, version: str, code: str, requires: Sequence[str] = ()) -> Path:
    """Write a wheel with one module, named like the package, that contains `code`."""
    folder.mkdir(parents=True, exist_ok=True)
    told = f"{name}-{version}.dist-info"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}", *(f"Requires-Dist: {r}" for r in requires)]
    files = {
        f"{name}.py": code,
        f"{told}/METADATA": "\n".join(metadata) + "\n",
        f"{told}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = [f"{path},sha256={_digest(content)},{len(content.encode())}" for path, content in files.items()]
    files[f"{told}/RECORD"] = "\n".join([*record, f"{told}/RECORD,,"]) + "\n"
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for inner, content in files.items():
            archive.writestr(inner, content)
    return path


def _digest(content: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
