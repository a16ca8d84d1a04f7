"""Decks of cards, and the answers that were given."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone

LAST_BOX = 5
DAYS_UNTIL_DUE = {1: 1, 2: 3, 3: 7, 4: 14, LAST_BOX: 30}
"""Days after which a card is due again that has moved to a box."""


class Deck(models.Model):
    """The cards of one learner for one purpose."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks")
    name = models.CharField(max_length=80)

    class Meta:
        ordering = [Lower("name"), "pk"]
        constraints = [models.UniqueConstraint("owner", Lower("name"), name="one_deck_of_a_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the deck's page."""
        return reverse("deck", args=[self.pk])

    def due_cards(self) -> "models.QuerySet[Card]":
        """Return the cards to study today: those answered wrong last, the others by due day."""
        return self.cards.filter(due__lte=timezone.localdate()).order_by("waiting_number", "due", "pk")


class Card(models.Model):
    """A front and a back. `version` counts the answers.

    `waiting_number` is the place among the cards that were answered wrong; 0 if the last answer was right.
    """

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="cards")
    front = models.CharField(max_length=200)
    back = models.CharField(max_length=200)
    box = models.PositiveSmallIntegerField(default=0)
    due = models.DateField(default=timezone.localdate)
    waiting_number = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.front

    @property
    def is_due(self) -> bool:
        """True if the card is to be studied today."""
        return self.due <= timezone.localdate()

    def accepts(self, answer: str) -> bool:
        """Return True if `answer` is one of the right ones."""
        return normalized(answer) in {normalized(option) for option in self.back.split("/")}


class Answer(models.Model):
    """An answer to a card of a deck on one day."""

    deck = models.ForeignKey(Deck, on_delete=models.CASCADE, related_name="answers")
    day = models.DateField(default=timezone.localdate)
    is_right = models.BooleanField()

    def __str__(self) -> str:
        return f"{self.day}: {'right' if self.is_right else 'wrong'}"


def normalized(text: str) -> str:
    """Return what counts when answers are compared: no capitals, no superfluous blanks."""
    return " ".join(text.casefold().split())
