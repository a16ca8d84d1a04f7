"""Windows desktop that the testcodes expect: paths of the home folder, downloads and material."""

from __future__ import annotations

import ntpath
import os
import re
import time
from pathlib import Path
from types import SimpleNamespace

HOME = "C:\\Users\\user"
"""Value of ``%USERPROFILE%``; always translated, never opened."""

DOWNLOADS = re.compile(
    r"^(?:file:/+)?(?:[A-Za-z]:[\\/]Users[\\/][^\\/]+|~|/(?:home|Users)/[^/]+)[\\/]Downloads[\\/](.+)$"
)
MAX_DOWNLOAD_SECONDS = 5.0
"""Seconds to wait for a file that the browser saves."""

MATERIAL = re.compile(r"[\\/]data[\\/]material[\\/](.+)$")


class WindowsDesktop:
    """Translator of desktop paths; `downloads` and `material` are the real folders."""

    def __init__(self, downloads: Path, material: Path | None) -> None:
        self.downloads, self.material = downloads, material
        self._seen: set[str] = set()

    def path(self, text: str) -> str:
        """Translate a path of the desktop; any other text is returned unchanged."""
        if (found := MATERIAL.search(text)) and self.material is not None:
            return str(self.material / Path(found[1].replace("\\", "/")).name)
        if found := DOWNLOADS.match(text):
            return str(self.downloads / Path(found[1].replace("\\", "/")).name)
        return text

    def expandvars(self, text: str) -> str:
        """Expand ``%USERPROFILE%``, ``$HOME`` and ``~``, then translate the path."""
        text = re.sub(r"%USERPROFILE%|%HOMEPATH%|\$HOME\b|\$\{HOME\}", lambda _: HOME, text, flags=re.IGNORECASE)
        return self.path(re.sub(r"^~(?=[\\/])", lambda _: HOME, text))

    def os(self) -> SimpleNamespace:
        """Return the part of `os` that testcodes use; it waits for files that the browser is saving."""
        files = SimpleNamespace(
            expandvars=self.expandvars,
            expanduser=self.expandvars,
            getsize=lambda name: Path(self._own(name)).stat().st_size,
            exists=lambda name: Path(self._own(name)).exists(),
            isfile=lambda name: Path(self._own(name)).is_file(),
            join=ntpath.join,
            basename=ntpath.basename,
            sep="\\",
        )
        return SimpleNamespace(
            path=files,
            getcwd=lambda: HOME,
            listdir=lambda name: os.listdir(self._own(name)),
            remove=lambda name: Path(self._own(name)).unlink(),
            environ={"USERPROFILE": HOME},
            sep="\\",
        )

    def _own(self, name: str) -> str:
        """Return the path of a download or a file in the current folder. Raises `FileNotFoundError` for others."""
        path = Path(self.path(name))
        if path.is_absolute() and self.downloads not in path.parents and path != self.downloads:
            raise FileNotFoundError(f"[Errno 2] No such file or directory: {name!r}")
        if ".." in path.parts:
            raise FileNotFoundError(f"[Errno 2] No such file or directory: {name!r}")
        self.wait_for(path)
        return str(path)

    def has_new_download(self) -> bool:
        """Return True when a download was completed since the last call that returned True."""
        names = {path.name for path in self.downloads.iterdir() if path.suffix not in (".crdownload", ".tmp")}
        new = {name for name in names - self._seen if not name.startswith(".")}
        self._seen |= new
        return bool(new)

    def wait_for(self, path: Path) -> None:
        """Wait until the browser has saved a download; return at once for other paths."""
        end = time.monotonic() + MAX_DOWNLOAD_SECONDS
        while path.parent == self.downloads and time.monotonic() < end:
            if path.exists() and path.stat().st_size and not list(self.downloads.glob("*.crdownload")):
                return
            time.sleep(0.01)
