"""Settings of the farm: ``data/settings.ini``."""

from __future__ import annotations

import configparser
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from greenbox.errors import Damaged, Refused
from greenbox.money import parse_amount, parse_percent

FILE = "settings.ini"
KNOWN = {
    "farm": ("name",),
    "invoices": ("due_days",),
    "discount": ("boxes", "percent"),
    "crates": ("deposit",),
}


@dataclass(frozen=True)
class Settings:
    """What the farm decides once: amounts in cents.

    From `discount_boxes` boxes in a month on, a member gets `discount_percent` off all boxes of the month; 0 boxes:
    there is no discount.
    """

    name: str = "The farm"
    due_days: int = 14
    discount_boxes: int = 0
    discount_percent: Decimal = Decimal(0)
    deposit: int = 0


def read_settings(folder: Path) -> Settings:
    """Return the settings; those that are not in the file are as usual. Raises `Damaged`."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string((folder / FILE).read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, configparser.Error) as error:
        raise Damaged(f"{FILE}: {' '.join(str(error).split())}") from error
    _check_names(parser)
    usual = Settings()
    try:
        return Settings(
            parser.get("farm", "name", fallback=usual.name),
            _whole(parser.get("invoices", "due_days", fallback=str(usual.due_days)), "due_days"),
            _whole(parser.get("discount", "boxes", fallback="0"), "boxes"),
            parse_percent(parser.get("discount", "percent", fallback="0")),
            parse_amount(parser.get("crates", "deposit", fallback="0")),
        )
    except Refused as error:
        raise Damaged(f"{FILE}: {error}") from error


def _check_names(parser: configparser.ConfigParser) -> None:
    for section in parser.sections():
        if section not in KNOWN:
            raise Damaged(f"{FILE}: there is no section [{section}]; there are {', '.join(KNOWN)}")
        for key in parser[section]:
            if key not in KNOWN[section]:
                raise Damaged(f"{FILE}: [{section}] has no {key}; it has {', '.join(KNOWN[section])}")


def _whole(text: str, key: str) -> int:
    if not text.strip().isdecimal() or int(text) > 365:
        raise Refused(f"{key} = {text} is not a number from 0 to 365")
    return int(text)
