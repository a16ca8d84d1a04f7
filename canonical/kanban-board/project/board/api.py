"""The JSON interface of the pages' scripts."""

import json
from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET, require_POST

from board import services
from board.models import Board, Card, Column, Label

View = Callable[..., JsonResponse]


class NotUnderstood(Exception):
    """The request is none that the scripts send."""


def interface(view: View) -> View:
    """Answer 403 without an account, 404 for what does not exist, and refusals with their message."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> JsonResponse:
        if not request.user.is_authenticated:
            return JsonResponse({"message": "Log in first."}, status=403)
        try:
            return view(request, *args, **kwargs)
        except Http404:
            return JsonResponse({"message": "It is not there any more."}, status=404)
        except NotUnderstood:
            return JsonResponse({"message": "The request cannot be understood."}, status=400)
        except services.Refused as refusal:
            return JsonResponse({"message": str(refusal)}, status=409)

    return guarded


def describe(board: Board) -> dict[str, object]:
    """Return all that is on a board."""
    cards = list(board.cards.filter(is_deleted=False))
    columns = [
        {
            "id": column.value,
            "name": column.label,
            "cards": [
                {"id": card.pk, "title": card.title, "label": card.label} for card in cards if card.column == column
            ],
        }
        for column in Column
    ]
    return {"name": board.name, "version": board.version, "columns": columns}


@require_GET
@interface
def show(request: HttpRequest, pk: int) -> JsonResponse:
    """Describe a board."""
    return JsonResponse(describe(get_object_or_404(Board, pk=pk)))


@require_POST
@interface
def add(request: HttpRequest, pk: int) -> JsonResponse:
    """Add a card."""
    board = get_object_or_404(Board, pk=pk)
    services.add_card(board, _one_of(Column, request, "column"), _text(request, "title"), request.user)
    return _answer(board)


@require_POST
@interface
def move(request: HttpRequest, pk: int) -> JsonResponse:
    """Move a card."""
    card, index = _card(pk), _value(request, "index")
    if index is not None and not isinstance(index, int):
        raise NotUnderstood
    services.move_card(card, _one_of(Column, request, "column"), index, request.user)
    return _answer(card.board)


@require_POST
@interface
def rename(request: HttpRequest, pk: int) -> JsonResponse:
    """Rename a card."""
    card = _card(pk)
    services.rename_card(card, _text(request, "title"), request.user)
    return _answer(card.board)


@require_POST
@interface
def label(request: HttpRequest, pk: int) -> JsonResponse:
    """Label a card."""
    card = _card(pk)
    services.label_card(card, _one_of(Label, request, "label"), request.user)
    return _answer(card.board)


@require_POST
@interface
def delete(request: HttpRequest, pk: int) -> JsonResponse:
    """Delete a card."""
    card = _card(pk)
    services.delete_card(card, request.user)
    return _answer(card.board)


@require_POST
@interface
def undo(request: HttpRequest, pk: int) -> JsonResponse:
    """Take back the user's last change."""
    board = get_object_or_404(Board, pk=pk)
    services.undo(board, request.user)
    return _answer(board)


def _answer(board: Board) -> JsonResponse:
    board.refresh_from_db()
    return JsonResponse(describe(board))


def _card(pk: int) -> Card:
    return get_object_or_404(Card.objects.select_related("board"), pk=pk, is_deleted=False)


def _value(request: HttpRequest, key: str) -> object:
    try:
        return json.loads(request.body)[key]
    except (ValueError, KeyError, TypeError):
        raise NotUnderstood from None


def _text(request: HttpRequest, key: str) -> str:
    value = _value(request, key)
    if not isinstance(value, str):
        raise NotUnderstood
    return value


def _one_of(choices: type[Column] | type[Label], request: HttpRequest, key: str) -> str:
    value = _text(request, key)
    if value not in choices.values:
        raise NotUnderstood
    return value
