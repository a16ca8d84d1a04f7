"""All that the program knows, read from the folder ``data``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from greenbox.catalogue import Catalogue, read_catalogue
from greenbox.journal import Journal, read_journal
from greenbox.members import Members, members_of
from greenbox.register import Register, read_register
from greenbox.rounds import Rounds, read_rounds
from greenbox.settings import Settings, read_settings

DATA = Path("data")
"""Folder with the files of the farm, in the folder where the program is started."""


@dataclass(frozen=True)
class Farm:
    """Settings, products, routes, members and invoices of the farm."""

    folder: Path
    settings: Settings
    catalogue: Catalogue
    rounds: Rounds
    journal: Journal
    members: Members
    register: Register


def read_farm(folder: Path = DATA) -> Farm:
    """Read everything. Raises `Damaged` for a file that cannot be understood."""
    journal = read_journal(folder)
    return Farm(
        folder,
        read_settings(folder),
        read_catalogue(folder),
        read_rounds(folder),
        journal,
        members_of(journal.valid()),
        read_register(folder),
    )
