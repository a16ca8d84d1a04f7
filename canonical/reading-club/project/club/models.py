"""Clubs, their members, the books that they vote on, and their meetings."""

import secrets

from django.db import models
from django.db.models import Count
from django.urls import reverse

from club.zones import ZONES


def new_token() -> str:
    """Return the secret part of a link."""
    return secrets.token_urlsafe(18)


class Club(models.Model):
    """People who read the same books. `token` is in its own address, `invitation` in the link for new members."""

    name = models.CharField(max_length=60)
    token = models.CharField(max_length=32, unique=True, default=new_token)
    invitation = models.CharField(max_length=32, unique=True, default=new_token)
    next_book = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Address of the club's page."""
        return reverse("club", args=[self.token])


class Member(models.Model):
    """Someone in a club. The organizer is who started it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    name = models.CharField(max_length=40)
    zone = models.CharField(max_length=30, choices=[(zone, zone) for zone in ZONES], default=ZONES[0])
    is_organizer = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class BookQuerySet(models.QuerySet["Book"]):
    """Books in the order of their votes."""

    def ranked(self) -> "BookQuerySet":
        """Add `total` votes; most votes first, equal ones by title."""
        return self.annotate(total=Count("votes")).order_by("-total", "title", "pk")

    def winner(self) -> "Book | None":
        """Return the book with most votes, of equals the one proposed first; None without any vote."""
        return self.annotate(total=Count("votes")).filter(total__gt=0).order_by("-total", "pk").first()


class Book(models.Model):
    """A book that may be the next one."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="books")
    title = models.CharField(max_length=100)
    author = models.CharField(max_length=80)
    proposed_by = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL)

    objects = BookQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.title} by {self.author}"


class Vote(models.Model):
    """One member's voice for one book."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="votes")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="votes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["book", "member"], name="one_vote_for_a_book")]

    def __str__(self) -> str:
        return f"{self.member} for {self.book}"


class Meeting(models.Model):
    """When the club meets."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="meetings")
    starts = models.DateTimeField()

    class Meta:
        ordering = ["starts", "pk"]

    def __str__(self) -> str:
        return f"{self.club} on {self.starts:%Y-%m-%d %H:%M} UTC"


class Answer(models.Model):
    """Whether a member comes to a meeting."""

    class Choice(models.TextChoices):
        """What can be answered."""

        COMING = "coming", "Coming"
        MAYBE = "maybe", "Maybe"
        NOT_COMING = "not", "Not coming"

    meeting = models.ForeignKey(Meeting, on_delete=models.CASCADE, related_name="answers")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="answers")
    choice = models.CharField(max_length=6, choices=Choice)

    class Meta:
        ordering = ["member__name"]
        constraints = [models.UniqueConstraint(fields=["meeting", "member"], name="one_answer_to_a_meeting")]

    def __str__(self) -> str:
        return f"{self.member}: {self.choice}"
