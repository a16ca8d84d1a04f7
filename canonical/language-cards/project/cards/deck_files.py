"""Decks as JSON files, out and in."""

import json
from dataclasses import dataclass
from datetime import date

from django.contrib.auth.models import User
from django.db import transaction

from cards.models import LAST_BOX, Card, Deck

DECK_KEYS = {"deck", "cards"}
CARD_KEYS = {"front", "back", "box", "due"}
LONGEST_NAME, LONGEST_SIDE = 70, 200


class NotADeck(ValueError):
    """The file holds no deck."""


@dataclass(frozen=True)
class CardData:
    """A card of a file."""

    front: str
    back: str
    box: int
    due: date


def write_deck(deck: Deck) -> str:
    """Return a deck as a file."""
    cards = [
        {"front": card.front, "back": card.back, "box": card.box, "due": card.due.isoformat()}
        for card in deck.cards.all()
    ]
    return json.dumps({"deck": deck.name, "cards": cards}, ensure_ascii=False, indent=1)


@transaction.atomic
def import_deck(content: bytes, owner: User) -> Deck:
    """Make a new deck of a file. Raises `NotADeck`."""
    name, cards = _read(content)
    deck = Deck.objects.create(owner=owner, name=_free_name(name, owner))
    Card.objects.bulk_create(
        Card(deck=deck, front=card.front, back=card.back, box=card.box, due=card.due) for card in cards
    )
    return deck


def _read(content: bytes) -> tuple[str, list[CardData]]:
    try:
        data = json.loads(content.decode("utf-8-sig"))
    except ValueError:
        raise NotADeck from None
    if not isinstance(data, dict) or set(data) != DECK_KEYS or not isinstance(data["cards"], list):
        raise NotADeck
    cards = [_read_card(card) for card in data["cards"]]
    if len({card.front.casefold() for card in cards}) < len(cards):
        raise NotADeck
    return _read_text(data["deck"], LONGEST_NAME), cards


def _read_card(data: object) -> CardData:
    if not isinstance(data, dict) or set(data) != CARD_KEYS:
        raise NotADeck
    box = data["box"]
    if not isinstance(box, int) or isinstance(box, bool) or not 0 <= box <= LAST_BOX:
        raise NotADeck
    front, back = (_read_text(data[side], LONGEST_SIDE) for side in ("front", "back"))
    return CardData(front, back, box, _read_day(data["due"]))


def _read_text(value: object, longest: int) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > longest:
        raise NotADeck
    return value.strip()


def _read_day(value: object) -> date:
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise NotADeck from None


def _free_name(name: str, owner: User) -> str:
    """Return `name`, with a number if the owner has such a deck already."""
    candidate, number = name, 1
    while owner.decks.filter(name__iexact=candidate).exists():
        number += 1
        candidate = f"{name} ({number})"
    return candidate
