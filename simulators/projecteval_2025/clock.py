"""Replacements of the modules `time` and `datetime` in testcodes, on the clock of the mission."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

from simulators.setting import Setting


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
