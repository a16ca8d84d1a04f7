"""Catalogs: sets of missions, found by name; formats are plug-ins of the entry point group ``projecteval.catalogs``.

An entry point names a callable that takes the folder of the data and returns a `Catalog`; ``NAME:FOLDER`` opens it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path

from missions.errors import MissionError
from missions.formats import Catalog
from missions.formats.folder import BUILT_IN, LIBRARIES, FolderCatalog
from missions.mission import STAGE_MARK, Mission
from missions.names import hint, matching, unknown_names
from missions.testcodes.described import NotDescribed

__all__ = ["Catalog", "describe", "full_name", "open_catalog", "select", "usable"]

GROUP = "projecteval.catalogs"


NAMED: Mapping[str, Path] = {"": BUILT_IN, "catalog": BUILT_IN, "libraries": LIBRARIES}
"""The catalogs that come with the project; ``catalog`` is the default."""


def open_catalog(name: str) -> Catalog:
    """Open ``catalog`` (the default) or ``libraries``, a folder of missions, or ``FORMAT:FOLDER``."""
    if name in NAMED:
        return FolderCatalog(NAMED[name])
    prefix, separator, rest = name.partition(":")
    if separator:
        for entry in entry_points(group=GROUP, name=prefix):
            catalog: Catalog = entry.load()(Path(rest))
            return catalog
    folder = Path(name).resolve()
    if separator and not folder.is_dir():
        known = ", ".join(sorted({entry.name for entry in entry_points(group=GROUP)}))
        if not known:
            raise MissionError("no catalog format is installed: install ProjectEval again (clone: `pip install -e .`)")
        raise MissionError(f"there is no catalog format {prefix!r}; there are {known}")
    return FolderCatalog(folder)


def describe(catalog: Catalog, mission_id: str) -> Mission:
    """Return a mission to be read, not to be run: nothing is imported where its source says all that is needed.

    Raises `NotTrusted` where only its execution would tell, and the user does not trust it.
    """
    try:
        return catalog.described(mission_id)
    except NotDescribed:
        return catalog.mission(mission_id)


def full_name(name: str) -> str:
    """Return the name by which `open_catalog` finds the same catalog from any folder."""
    prefix, separator, rest = name.partition(":")
    if separator and entry_points(group=GROUP, name=prefix):
        return f"{prefix}:{Path(rest).resolve()}"
    unknown_format = separator and not Path(name).exists()
    return name if unknown_format or name in NAMED else str(Path(name).resolve())


def select(catalog: Catalog, requested: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of `requested` (ids and patterns) in catalog order, all when it is empty; ``ID@STAGE`` is a
    mission with its later requests up to a stage. Raises `MissionError` for what fits no mission."""
    there = catalog.ids()
    if unknown := unknown_names([each.partition(STAGE_MARK)[0] for each in requested], there):
        raise MissionError(f"no mission {', '.join(map(repr, unknown))} in {catalog.name}; {hint(unknown[0], there)}")
    asked = dict.fromkeys(each for given in requested for each in _named(given, there))
    order = {mission_id: number for number, mission_id in enumerate(there)}
    return tuple(sorted(asked, key=lambda each: order[each.partition(STAGE_MARK)[0]])) or there


def _named(pattern: str, ids: Sequence[str]) -> list[str]:
    name, mark, stage = pattern.partition(STAGE_MARK)
    return [f"{each}{mark}{stage}" for each in ids if each in matching([name], ids)]


def usable(catalog: Catalog, ids: Sequence[str], requested: Sequence[str]) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Return the missions of `ids` that can be built and evaluated, and why each of the others cannot.

    Raises `MissionError` when one of the others is among `requested`, or when none is left.
    """
    reasons = {mission_id: reason for mission_id in ids if (reason := catalog.mission(mission_id).unusable)}
    named = [mission_id for mission_id in reasons if mission_id in requested]
    if named or (ids and len(reasons) == len(ids)):
        listed = "\n".join(f"mission {name} cannot be used: {reasons[name]}" for name in named or list(reasons)[:3])
        raise MissionError(listed if named else f"{catalog.name}: none of {len(ids)} missions can be used\n{listed}")
    return tuple(mission_id for mission_id in ids if mission_id not in reasons), reasons
