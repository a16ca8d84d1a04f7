"""Depots and the parcels in them, followed scan by scan; only what is there now is remembered."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Depot:
    """Counts of one depot; stays are counted by their minutes."""

    came: int = 0
    went: int = 0
    missed: int = 0
    stray: int = 0
    repeated: int = 0
    grams: int = 0
    now: int = 0
    most: int = 0
    stays: Counter[int] = field(default_factory=Counter)


@dataclass
class Day:
    """Counts of one day."""

    came: int = 0
    went: int = 0
    grams: int = 0


@dataclass(frozen=True)
class Place:
    """Where a parcel is, and since when."""

    depot: str
    since: str
    minute: int


@dataclass
class Depots:
    """All depots, days, and parcels that are in a depot."""

    depots: dict[str, Depot] = field(default_factory=dict)
    days: dict[str, Day] = field(default_factory=dict)
    parcels: dict[str, Place] = field(default_factory=dict)
    scans: int = 0
    first: str = ""
    last: str = ""
    last_minute: int = 0
    most: int = 0

    def take(self, time: str, minute: int, name: str, parcel: str, comes: bool, grams: int) -> None:
        """Follow one scan."""
        self.scans += 1
        self.first = self.first or time
        self.last, self.last_minute = time, minute
        depot = self.depots.get(name)
        if depot is None:
            depot = self.depots[name] = Depot()
        day = self.days.get(time[:10])
        if day is None:
            day = self.days[time[:10]] = Day()
        place = self.parcels.get(parcel)
        if comes:
            self._comes(depot, day, place, Place(name, time, minute), parcel, grams)
        elif place is None or place.depot != name:
            depot.stray += 1
        else:
            del self.parcels[parcel]
            depot.went += 1
            day.went += 1
            depot.now -= 1
            depot.stays[minute - place.minute] += 1

    def _comes(self, depot: Depot, day: Day, was: Place | None, place: Place, parcel: str, grams: int) -> None:
        if was is not None and was.depot == place.depot:
            depot.repeated += 1
            return
        if was is not None:
            self.depots[was.depot].missed += 1
            self.depots[was.depot].now -= 1
        self.parcels[parcel] = place
        depot.came += 1
        depot.grams += grams
        day.came += 1
        day.grams += grams
        depot.now += 1
        depot.most = max(depot.most, depot.now)
        self.most = max(self.most, len(self.parcels))
