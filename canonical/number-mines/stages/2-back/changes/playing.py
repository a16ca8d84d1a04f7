"""Playing a game: moves, and how it ends."""

import re
from enum import Enum, auto

import saved
import scores
import storage
from asking import ask
from drawing import draw, status
from game import Game, Refused
from minefield import Field

MOVE = re.compile(r"([OF])\s+(\S+)")
FIELD = re.compile(r"([A-Z])([1-9][0-9]?)")


class End(Enum):
    """Ways in which playing ends."""

    LEFT = auto()
    LOST = auto()
    WON = auto()


def play(game: Game) -> None:
    """Play a game until it ends, or the player leaves. It is saved if the program is ended."""
    try:
        end = _play(game)
    except (EOFError, KeyboardInterrupt):
        saved.save(game)
        raise
    if end is End.WON:
        _record(game)


def _play(game: Game) -> End:
    while True:
        print(draw(game))
        print(status(game))
        text = input("Move: ").strip().upper()
        if text == "S":
            saved.save(game)
            print("Saved.")
            return End.LEFT
        if text == "Q":
            print("You gave up.")
            print(draw(game, show_mines=True))
            return End.LEFT
        try:
            _move(game, text)
        except Refused as refusal:
            print(refusal)
        if game.is_lost:
            print("Boom!")
            print(draw(game, show_mines=True))
            return End.LOST
        if game.is_won:
            print(draw(game))
            print(f"You won in {game.moves} move{'' if game.moves == 1 else 's'}.")
            return End.WON


def _move(game: Game, text: str) -> None:
    if text == "U":
        game.take_back()
        return
    found = MOVE.fullmatch(text)
    if found is None:
        raise Refused("Use o, f, u, s or q.")
    target = _field(game, found[2])
    if found[1] == "O":
        game.open(target)
    else:
        game.flag(target)


def _field(game: Game, text: str) -> Field:
    found = FIELD.fullmatch(text)
    field = Field(ord(found[1]) - ord("A"), int(found[2]) - 1) if found else None
    if field is None or not game.minefield.has(field):
        raise Refused(f"There is no field {text}.")
    return field


def _record(game: Game) -> None:
    """Ask for a name if the win is one of the best."""
    try:
        known = scores.load()
    except storage.Unreadable:
        return
    size = game.minefield.size
    if scores.belongs(known, size, game.moves):
        name = ask("Your name: ", _name, f"A name has 1 to {scores.LONGEST_NAME} characters.")
        scores.add(known, scores.Score(size.key, name, game.moves))


def _name(text: str) -> str | None:
    return text if 0 < len(text) <= scores.LONGEST_NAME else None
