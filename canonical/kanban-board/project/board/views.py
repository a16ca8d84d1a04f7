"""The pages: the list of boards, and a board."""

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie

from board.api import describe
from board.forms import BoardForm
from board.models import Board, Column, Label


@login_required
def boards(request: HttpRequest) -> HttpResponse:
    """List all boards, and create one."""
    form = BoardForm(request.POST or None)
    if form.is_valid():
        return redirect(form.save())
    cards = Count("cards", filter=Q(cards__is_deleted=False))
    counted = Board.objects.annotate(count=cards).order_by(Lower("name"), "pk")
    return render(request, "board/boards.html", {"form": form, "boards": counted})


@ensure_csrf_cookie
@login_required
def board_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a board; its cards are drawn by the script."""
    board = get_object_or_404(Board, pk=pk)
    context = {"board": board, "state": describe(board), "columns": Column, "labels": Label.choices}
    return render(request, "board/board.html", context)
