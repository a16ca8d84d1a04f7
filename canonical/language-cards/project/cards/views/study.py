"""Studying a deck."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from cards.forms import AnswerForm
from cards.models import Card, Deck
from cards.studying import AnsweredAlready, answer, next_card


@login_required
def study(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask the next card, and count an answer."""
    deck = get_object_or_404(request.user.decks, pk=pk)
    form = AnswerForm(request.POST) if request.method == "POST" else None
    if form is not None and form.is_valid():
        _count(request, deck, form)
        return redirect("study", pk)
    card = next_card(deck)
    if card is not None and form is None:
        form = AnswerForm(initial={"card": card.pk, "version": card.version})
    return render(request, "cards/study.html", {"deck": deck, "card": card, "form": form})


def _count(request: HttpRequest, deck: Deck, form: AnswerForm) -> None:
    """Count an answer, and show the result."""
    card = get_object_or_404(Card, pk=form.cleaned_data["card"], deck=deck)
    try:
        is_right = answer(card, form.cleaned_data["version"], form.cleaned_data["answer"])
    except AnsweredAlready:
        messages.error(request, "This card has been answered already.")
        return
    if is_right:
        messages.success(request, "Right.")
    else:
        messages.error(request, f"Wrong: the answer is {card.back}.")
