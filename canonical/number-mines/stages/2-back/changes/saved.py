"""The saved game."""

from pathlib import Path

import storage
from game import Game, Position
from minefield import LARGEST_SEED, SIZES, Field, Minefield

FILE = Path("game.json")
KEYS = {"size", "seed", "moves", "opened", "flags"}
EARLIER = "earlier"
"""Key of what can be taken back; games that were saved by the first version do not have it."""


def save(game: Game) -> None:
    """Save a game in the place of the one that was saved before."""
    storage.write(
        FILE,
        {
            "size": game.minefield.size.key,
            "seed": game.minefield.seed,
            "moves": game.moves,
            "opened": sorted(game.opened),
            "flags": sorted(game.flags),
            EARLIER: [[sorted(opened), sorted(flags)] for opened, flags in game.earlier],
        },
    )


def take() -> Game | None:
    """Return the saved game, which is then used up; None if there is none. Raises `storage.Unreadable`."""
    content = storage.read(FILE)
    if content is None and not FILE.exists():
        return None
    game = _understood(content)
    FILE.unlink()
    return game


def _understood(content: object) -> Game:
    if not isinstance(content, dict) or set(content) - {EARLIER} != KEYS or content["size"] not in SIZES:
        raise storage.Unreadable
    seed, moves = content["seed"], content["moves"]
    if not storage.is_count(seed) or seed > LARGEST_SEED or not storage.is_count(moves):
        raise storage.Unreadable
    minefield = Minefield(SIZES[content["size"]], seed)
    opened, flags = (_fields(content[key], minefield) for key in ("opened", "flags"))
    return Game(minefield, opened, flags, moves, _positions(content.get(EARLIER, []), minefield))


def _positions(content: object, minefield: Minefield) -> list[Position]:
    if not isinstance(content, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in content):
        raise storage.Unreadable
    return [(frozenset(_fields(opened, minefield)), frozenset(_fields(flags, minefield))) for opened, flags in content]


def _fields(content: object, minefield: Minefield) -> set[Field]:
    if not isinstance(content, list):
        raise storage.Unreadable
    fields: set[Field] = set()
    for pair in content:
        if not isinstance(pair, list) or len(pair) != len(Field._fields) or not all(map(storage.is_count, pair)):
            raise storage.Unreadable
        field = Field(*pair)
        if not minefield.has(field):
            raise storage.Unreadable
        fields.add(field)
    return fields
