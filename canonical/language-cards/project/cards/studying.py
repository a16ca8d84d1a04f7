"""Studying: which card comes next, and what an answer does."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from cards.models import DAYS_UNTIL_DUE, LAST_BOX, Answer, Card, Deck


class AnsweredAlready(Exception):
    """The card was answered in another window."""


def next_card(deck: Deck) -> Card | None:
    """Return the card to ask now; None if nothing is left today."""
    return deck.due_cards().first()


@transaction.atomic
def answer(card: Card, version: int, text: str) -> bool:
    """Count an answer to a card of which the learner saw `version`, and return True if it is right."""
    card.refresh_from_db()
    if card.version != version or not card.is_due:
        raise AnsweredAlready
    is_right = card.accepts(text)
    if is_right:
        _move_up(card)
    else:
        _bring_back(card)
    card.version += 1
    card.save()
    Answer.objects.create(deck=card.deck, is_right=is_right)
    return is_right


def _move_up(card: Card) -> None:
    card.box = min(card.box + 1, LAST_BOX)
    card.due = timezone.localdate() + timedelta(days=DAYS_UNTIL_DUE[card.box])
    card.waiting_number = 0


def _bring_back(card: Card) -> None:
    last = card.deck.cards.aggregate(last=Max("waiting_number"))["last"]
    card.box, card.due, card.waiting_number = 0, timezone.localdate(), last + 1
