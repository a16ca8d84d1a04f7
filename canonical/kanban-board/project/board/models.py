"""Boards, their cards, and the changes that can be undone."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse


class Column(models.TextChoices):
    """The columns of every board, from left to right."""

    TODO = "todo", "To do"
    DOING = "doing", "Doing"
    DONE = "done", "Done"


class Label(models.TextChoices):
    """The kind of work on a card."""

    NONE = "", "No label"
    BUG = "bug", "bug"
    FEATURE = "feature", "feature"
    CHORE = "chore", "chore"


class Board(models.Model):
    """A board; `version` grows with every change of it."""

    name = models.CharField(max_length=80)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = [Lower("name"), "pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the board's page."""
        return reverse("board", args=[self.pk])


class Card(models.Model):
    """A card; `position` is its place in its column, from 0. Deleted cards stay, so that they can come back."""

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="cards")
    title = models.CharField(max_length=100)
    label = models.CharField(max_length=7, choices=Label, blank=True, default=Label.NONE)
    column = models.CharField(max_length=5, choices=Column)
    position = models.PositiveIntegerField(default=0)
    is_deleted = models.BooleanField(default=False)

    class Meta:
        ordering = ["position", "pk"]

    def __str__(self) -> str:
        return self.title


class Change(models.Model):
    """A change of a card, with all that is needed to take it back: the card as it was before.

    A change that was undone, or cannot be any more, is closed.
    """

    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="changes")
    card = models.ForeignKey(Card, on_delete=models.CASCADE, related_name="changes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="changes")
    title = models.CharField(max_length=100)
    label = models.CharField(max_length=7, blank=True)
    column = models.CharField(max_length=5)
    position = models.PositiveIntegerField()
    was_deleted = models.BooleanField()
    is_undone = models.BooleanField(default=False)
    is_closed = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.user} changed {self.card}"
