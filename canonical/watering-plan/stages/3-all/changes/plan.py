"""The plan: all plants, their changes, and the way back."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from plant import Entry, Plant, counted

Save = Callable[[Sequence[Plant]], None]


@dataclass(frozen=True)
class View:
    """What of the plan is shown; an empty room means all of them."""

    search: str = ""
    room: str = ""
    only_thirsty: bool = False

    def shows(self, plant: Plant, today: date) -> bool:
        """Return True when a plant meets all conditions."""
        return (
            self.search.strip().casefold() in plant.name.casefold()
            and self.room in ("", plant.room)
            and (plant.is_thirsty(today) or not self.only_thirsty)
        )


class Plan:
    """Plants by name. Every change is saved, and can be taken back until the program ends."""

    def __init__(self, plants: Iterable[Plant], save: Save) -> None:
        """Begin with `plants`; `save` is called after every change."""
        self._plants = tuple(plants)
        self._save = save
        self._before: list[tuple[Plant, ...]] = []

    def plant(self, name: str) -> Plant:
        """Return the plant with this name."""
        return next(plant for plant in self._plants if plant.name == name)

    def shown(self, view: View) -> list[Plant]:
        """Return the plants of a view, those first that need water first."""
        today = date.today()
        found = [plant for plant in self._plants if view.shows(plant, today)]
        return sorted(found, key=lambda plant: (plant.next, plant.name.casefold()))

    def thirsty(self) -> list[Plant]:
        """Return all plants that need water."""
        today = date.today()
        return [plant for plant in self._plants if plant.is_thirsty(today)]

    def add(self, entry: Entry) -> None:
        """Add the plant of the form. Raises `Refused`."""
        self._change((*self._plants, entry.plant(self._plants, date.today())))

    def change(self, name: str, entry: Entry) -> None:
        """Replace the plant `name` by that of the form. Raises `Refused`."""
        others = [plant for plant in self._plants if plant.name != name]
        changed = entry.plant(others, date.today())
        self._change(tuple(changed if plant.name == name else plant for plant in self._plants))

    def delete(self, name: str) -> None:
        """Remove the plant with this name."""
        self._change(tuple(plant for plant in self._plants if plant.name != name))

    def water(self, names: Iterable[str]) -> None:
        """Note that these plants were watered today."""
        watered, today = set(names), date.today()
        self._change(
            tuple(replace(plant, last=today, skipped=0) if plant.name in watered else plant for plant in self._plants)
        )

    def skip(self, name: str) -> None:
        """Put the next watering of this plant off by a day."""
        skipped = (replace(plant, skipped=plant.skipped + 1) if plant.name == name else plant for plant in self._plants)
        self._change(tuple(skipped))

    def undo(self) -> bool:
        """Take the last change back; return False when there is none."""
        if not self._before:
            return False
        self._plants = self._before.pop()
        self._save(self._plants)
        return True

    def _change(self, plants: tuple[Plant, ...]) -> None:
        """Save a new state; one that equals the present is no change."""
        if plants == self._plants:
            return
        self._before.append(self._plants)
        self._plants = plants
        self._save(plants)


def summary(plants: Sequence[Plant], today: date) -> str:
    """Return how many plants there are, how many are thirsty, and how much water these need."""
    thirsty = [plant for plant in plants if plant.is_thirsty(today)]
    needed = sum(plant.millilitres for plant in thirsty)
    return f"{counted(len(plants), 'plant')}, {len(thirsty)} thirsty, {needed} ml needed"
