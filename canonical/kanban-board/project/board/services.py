"""All changes of a board. A refused change raises `Refused` and has no effect."""

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from board.models import Board, Card, Change, Column, Label

MOST_IN_DOING = 3
LONGEST_TITLE = Card._meta.get_field("title").max_length


class Refused(Exception):
    """The change is against the rules; the message says why."""


@transaction.atomic
def add_card(board: Board, column: str, title: str, user: User) -> None:
    """Add a card at the end of a column."""
    card = Card(board=board, title=_checked_title(title), column=Column(column), is_deleted=True)
    _check_room(board, card.column)
    card.save()
    _note(card, user)
    card.is_deleted = False
    _place(card, card.column, None)


@transaction.atomic
def move_card(card: Card, column: str, index: int | None, user: User) -> None:
    """Move a card to a place of a column, counted without the card itself; to its end if `index` is None."""
    if column != card.column:
        _check_room(card.board, column)
    _note(card, user)
    _place(card, Column(column), index)


@transaction.atomic
def rename_card(card: Card, title: str, user: User) -> None:
    """Give a card another title."""
    title = _checked_title(title)
    if title != card.title:
        _note(card, user)
        card.title = title
        card.save(update_fields=["title"])


@transaction.atomic
def label_card(card: Card, label: str, user: User) -> None:
    """Give a card another label."""
    _note(card, user)
    card.label = Label(label)
    card.save(update_fields=["label"])


@transaction.atomic
def delete_card(card: Card, user: User) -> None:
    """Delete a card."""
    _note(card, user)
    card.is_deleted = True
    card.save(update_fields=["is_deleted"])
    _number(list(_cards(card.board, card.column)))


def undo(board: Board, user: User) -> None:
    """Take back the last change of `user` that is still open."""
    change = board.changes.filter(user=user, is_closed=False).last()
    if change is None:
        raise Refused("Nothing to undo.")
    if change.card.changes.filter(pk__gt=change.pk, is_undone=False).exclude(user=user).exists():
        change.is_closed = True
        change.save(update_fields=["is_closed"])
        raise Refused("Cannot undo: somebody else has changed this card.")
    _take_back(change)


@transaction.atomic
def _take_back(change: Change) -> None:
    """Make a card what it was before a change."""
    card = change.card
    comes_back = card.is_deleted and not change.was_deleted
    if not change.was_deleted and (comes_back or card.column != change.column):
        _check_room(change.board, change.column)
    was_elsewhere = comes_back or (card.column, card.position) != (change.column, change.position)
    card.title, card.label, card.is_deleted = change.title, change.label, change.was_deleted
    if was_elsewhere and not card.is_deleted:
        _place(card, change.column, change.position)
    else:
        card.save()
        _number(list(_cards(card.board, card.column)))
    change.is_undone = change.is_closed = True
    change.save(update_fields=["is_undone", "is_closed"])
    _count(change.board)


def _cards(board: Board, column: str):
    """Return the cards of a column in their order."""
    return board.cards.filter(column=column, is_deleted=False)


def _check_room(board: Board, column: str) -> None:
    if column == Column.DOING and _cards(board, column).count() >= MOST_IN_DOING:
        raise Refused("Doing is full.")


def _checked_title(title: str) -> str:
    title = " ".join(title.split())
    if not title:
        raise Refused("Give the card a title.")
    if len(title) > LONGEST_TITLE:
        raise Refused(f"A title has at most {LONGEST_TITLE} characters.")
    return title


def _place(card: Card, column: str, index: int | None) -> None:
    """Put a card into a column, save it, and renumber the cards of both columns."""
    left = card.column
    others = list(_cards(card.board, column).exclude(pk=card.pk))
    others.insert(len(others) if index is None else max(0, index), card)
    card.column = column
    card.save()
    _number(others)
    if left != column:
        _number(list(_cards(card.board, left)))


def _number(cards: list[Card]) -> None:
    for position, card in enumerate(cards):
        card.position = position
        card.save(update_fields=["position"])


def _note(card: Card, user: User) -> None:
    """Remember how a card is before a change."""
    Change.objects.create(
        board=card.board,
        card=card,
        user=user,
        title=card.title,
        label=card.label,
        column=card.column,
        position=card.position,
        was_deleted=card.is_deleted,
    )
    _count(card.board)


def _count(board: Board) -> None:
    Board.objects.filter(pk=board.pk).update(version=F("version") + 1)
