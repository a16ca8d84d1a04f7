"""Windows desktop that the testcodes expect: paths, clock, forms of dates, and functions of their module `utils`."""

from __future__ import annotations

import ntpath
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from simulators.setting import Setting

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


SHAPES = {
    "date": ("{0:04d}-{1:02d}-{2:02d}", 3),
    "month": ("{0:04d}-{1:02d}", 2),
    "datetime-local": ("{0:04d}-{1:02d}-{2:02d}T{3:02d}:{4:02d}", 5),
    "time": ("{0:02d}:{1:02d}", 2),
}
"""Input type → format of its value, and the number of fields in it."""


def date_input_value(kind: str, typed: str) -> str | None:
    """Return the value for an input of type `kind`, or None when `typed` is not a date typed year first.

    ``2023-10-31-09-47`` in a ``datetime-local`` input is ``2023-10-31T09:47``.
    """
    if kind not in SHAPES or not re.fullmatch(r"[\d\s:/.\-T]+", typed.strip()):
        return None
    form, needed = SHAPES[kind]
    numbers = [int(number) for number in re.findall(r"\d+", typed)]
    if kind == "datetime-local" and len(numbers) == 3:
        numbers += [0, 0]
    if len(numbers) < needed or (kind != "time" and numbers[0] < 1000):
        return None
    value = form.format(*numbers[:needed])
    return value if _is_possible(kind, numbers) else None


def _is_possible(kind: str, numbers: list[int]) -> bool:
    from datetime import datetime

    if kind == "time":
        return numbers[0] < 24 and numbers[1] < 60
    year, month, day, hour, minute = (*numbers, *(1, 1, 1, 0, 0)[len(numbers) :])[:5]
    try:
        datetime(year, month, day, hour, minute)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class TestcodeClock:
    """Clock of a testcode: `offset` seconds ahead of the real time, in the zone `timezone`."""

    offset: float
    timezone: ZoneInfo

    @classmethod
    def of(cls, setting: Setting, offset: float) -> TestcodeClock:
        return cls(offset, ZoneInfo(setting.timezone))

    def module_time(self, wait: Callable[[float], None]) -> Any:
        """Return the module `time`, whose `sleep` is `wait`."""
        names = {name: getattr(time, name) for name in dir(time) if not name.startswith("_")}
        moved = {
            "sleep": wait,
            "time": self._now,
            "localtime": self._localtime,
            "gmtime": lambda seconds=None: time.gmtime(self._now() if seconds is None else seconds),
            "ctime": lambda seconds=None: time.asctime(self._localtime(seconds)),
            "asctime": lambda moment=None: time.asctime(moment or self._localtime()),
            "strftime": lambda form, moment=None: time.strftime(form, moment or self._localtime()),
        }
        return SimpleNamespace(**{**names, **moved})

    def class_datetime(self) -> type[datetime]:
        """Return the class `datetime`, whose `now` and `today` use the mission's clock."""
        clock = self

        class Kind(type):
            def __instancecheck__(cls, value: object) -> bool:
                return isinstance(value, datetime)

        class Moment(datetime, metaclass=Kind):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> Any:
                found = datetime.fromtimestamp(clock._now(), tz or clock.timezone)
                return found if tz else found.replace(tzinfo=None)

            @classmethod
            def today(cls) -> Any:
                return cls.now()

            @classmethod
            def utcnow(cls) -> Any:
                return cls.now(UTC).replace(tzinfo=None)

        return Moment

    def _now(self) -> float:
        return time.time() + self.offset

    def _localtime(self, seconds: float | None = None) -> time.struct_time:
        return datetime.fromtimestamp(self._now() if seconds is None else seconds, self.timezone).timetuple()


SEARCHED_ELEMENTS = 5
"""Elements that `selenium_find_minimum_ancestor` searches, beginning with its argument."""

ENOUGH_MATCHES = 0.2
"""Share of matched features above which two pictures are similar."""


def string_similarity(one: str, other: str) -> float:
    """Return 1 − Levenshtein distance / the longer length; 1 for two empty texts."""
    from Levenshtein import distance

    longer = max(len(one), len(other))
    return 1 - distance(one, other) / longer if longer else 1.0


def selenium_find_minimum_ancestor(driver: Any, tag: Any, by: str, value: str) -> Any:
    """Return the nearest of `tag` and its ancestors that contains an element found by `by` and `value`."""
    from selenium.common.exceptions import NoSuchElementException

    for step in range(SEARCHED_ELEMENTS):
        tag = tag.find_element("xpath", "./ancestor::*[1]") if step else tag
        if tag.find_elements(by, value):
            return tag
    raise NoSuchElementException(f"the element and {SEARCHED_ELEMENTS - 1} ancestors do not contain {value!r}")


def calculate_histogram_similarity(one: Path, other: Path) -> bool:
    """Return whether two pictures are similar: ORB features, cross-checked Hamming matches / fewer keypoints > 0.2.

    Raises `FileNotFoundError` for a file that is missing or not a picture.
    """
    import cv2

    pictures = [cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in (one, other)]
    for path, picture in zip((one, other), pictures, strict=True):
        if picture is None:
            raise FileNotFoundError(f"{path.name} is missing or not a picture")
    orb: Any = cv2.ORB.create()
    (points, features), (other_points, other_features) = (orb.detectAndCompute(p, None) for p in pictures)
    if features is None or other_features is None:
        return features is None and other_features is None
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(features, other_features)
    return bool(len(matches) / min(len(points), len(other_points)) > ENOUGH_MATCHES)
