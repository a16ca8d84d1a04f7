"""Decks, their cards, and files of decks. Everybody reaches the own decks only."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from cards.deck_files import NotADeck, import_deck, write_deck
from cards.forms import CardForm, DeckForm, ImportForm
from cards.models import Card, Deck
from cards.statistics import statistics_of


@login_required
def decks(request: HttpRequest) -> HttpResponse:
    """List the own decks, and create one."""
    form = DeckForm(request.POST or None, instance=Deck(owner=request.user))
    if form.is_valid():
        return redirect(form.save())
    return render(request, "cards/decks.html", {"form": form, "decks": request.user.decks.all()})


@login_required
def deck_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a deck, and add a card."""
    deck = get_object_or_404(request.user.decks, pk=pk)
    form = CardForm(request.POST or None, instance=Card(deck=deck))
    if form.is_valid():
        form.save()
        return redirect(deck)
    return render(request, "cards/deck.html", {"deck": deck, "form": form})


@login_required
def edit_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Change both sides of a card."""
    card = get_object_or_404(Card, pk=pk, deck__owner=request.user)
    form = CardForm(request.POST or None, instance=card)
    if form.is_valid():
        form.instance.save(update_fields=["front", "back"])
        return redirect(card.deck)
    return render(request, "cards/edit_card.html", {"form": form, "deck": card.deck})


@require_POST
@login_required
def delete_card(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a card."""
    card = get_object_or_404(Card, pk=pk, deck__owner=request.user)
    card.delete()
    return redirect(card.deck)


@login_required
def statistics(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the statistics of a deck."""
    deck = get_object_or_404(request.user.decks, pk=pk)
    return render(request, "cards/statistics.html", {"deck": deck, "statistics": statistics_of(deck)})


@login_required
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """Download a deck."""
    deck = get_object_or_404(request.user.decks, pk=pk)
    response = HttpResponse(write_deck(deck), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="deck-{deck.pk}.json"'
    return response


@login_required
def import_page(request: HttpRequest) -> HttpResponse:
    """Make a deck of a file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        try:
            return redirect(import_deck(form.cleaned_data["file"].read(), request.user))
        except NotADeck:
            form.add_error("file", "This is not a deck.")
    return render(request, "cards/import.html", {"form": form})
