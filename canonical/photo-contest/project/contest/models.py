"""Contests, their pictures, and the votes."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Count, Q
from django.urls import reverse


class Contest(models.Model):
    """A contest that pictures are sent to until it is closed."""

    name = models.CharField(max_length=60, unique=True)
    is_closed = models.BooleanField(default=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Address of the contest's gallery."""
        return reverse("contest", args=[self.pk])


def stored_name(picture: "Picture", name: str) -> str:
    """Return where a file is kept; what the sender called it is of no account."""
    return f"{picture.contest_id}/{secrets.token_hex(16)}"


class PictureQuerySet(models.QuerySet["Picture"]):
    """Pictures by who may see them."""

    def approved(self) -> "PictureQuerySet":
        """Pictures that everybody sees."""
        return self.filter(state=Picture.State.APPROVED)

    def visible_to(self, account) -> "PictureQuerySet":
        """Approved pictures, the own ones, and all of them for the curator."""
        if account.is_staff:
            return self
        return self.filter(Q(state=Picture.State.APPROVED) | Q(owner_id=account.pk))

    def with_votes(self) -> "PictureQuerySet":
        """Add `total` votes; the newest picture first, since grouping forgets the usual order."""
        return self.annotate(total=Count("votes")).order_by("-pk")


class Picture(models.Model):
    """A picture that somebody sent in. `digest` tells whether it is there already."""

    class State(models.TextChoices):
        """How far the curator is with a picture."""

        WAITING = "waiting"
        APPROVED = "approved"
        REJECTED = "rejected"

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="pictures")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pictures")
    title = models.CharField(max_length=80)
    file = models.FileField(upload_to=stored_name)
    kind = models.CharField(max_length=10)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True)

    objects = PictureQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title


class Vote(models.Model):
    """The one vote of an account in a contest."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="votes")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="votes")
    picture = models.ForeignKey(Picture, on_delete=models.CASCADE, related_name="votes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["contest", "account"], name="one_vote_in_a_contest")]

    def __str__(self) -> str:
        return f"{self.account} for {self.picture}"
