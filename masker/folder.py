"""Masking of a folder on disk into another."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from masker.model import MaskedFile, Skeleton, Treatment
from masker.project import mask
from masker.rules import why_left_out

MAX_FILE_BYTES = 16 * 1024 * 1024
"""Bytes of a file that is read; larger ones are left out."""
MAX_FILES = 20_000
"""Files of a folder that is masked."""


class MaskError(Exception):
    """A folder that cannot be masked; the message says why and what to do."""


def mask_folder(folder: Path, out: Path) -> Skeleton:
    """Mask all files below `folder` and write the skeleton below `out`, which must be new or empty.

    Return every file with its treatment. Links are left out, because they may lead outside of the folder. Raise
    `MaskError` where `folder` is not a folder, `out` is not empty or inside of it, or reading or writing fails.
    """
    _check(folder, out)
    try:
        contents: dict[str, bytes] = {}
        left_out: list[MaskedFile] = []
        for path in _files(folder):
            name = path.relative_to(folder).as_posix()
            reason = _why_unread(path, name)
            if reason:
                left_out.append(MaskedFile(name, b"", Treatment.LEFT_OUT, reason))
            else:
                contents[name] = path.read_bytes()
        masked = mask(contents)
        _write(masked, folder, out)
    except OSError as error:
        raise MaskError(f"{error.filename or folder}: {error.strerror or error}") from error
    return Skeleton(tuple(sorted([*masked, *left_out], key=lambda file: file.path)))


def _check(folder: Path, out: Path) -> None:
    if not folder.is_dir():
        raise MaskError(f"{folder} is not a folder")
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise MaskError(f"{out} is not empty: name a folder that does not exist yet")
    if out.resolve().is_relative_to(folder.resolve()):
        raise MaskError(f"{out} is inside of {folder}: name a folder outside of it")


def _files(folder: Path) -> Iterator[Path]:
    """Yield all files in the order of their names, except those in folders created by tools."""
    count = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not why_left_out(f"{name}/file"))
        linked = [name for name in folders if Path(place, name).is_symlink()]
        for name in sorted([*names, *linked]):
            count += 1
            if count > MAX_FILES:
                raise MaskError(f"{folder} has more than {MAX_FILES} files: name the project's own folder")
            yield Path(place, name)


def _why_unread(path: Path, name: str) -> str | None:
    if path.is_symlink():
        return "it is a symbolic link"
    if not path.is_file():
        return "it is not a regular file"
    size = path.stat().st_size
    if size > MAX_FILE_BYTES:
        return f"it has {size} bytes, {MAX_FILE_BYTES} are read"
    return why_left_out(name)


def _write(masked: Skeleton, folder: Path, out: Path) -> None:
    for name, content in masked.contents().items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
        shutil.copymode(folder / name, target)
