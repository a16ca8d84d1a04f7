"""Polls with their options, and the votes of the tenants."""

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.urls import reverse
from django.utils import timezone


class PollQuerySet(models.QuerySet):
    """Selections of polls."""

    def open(self) -> "PollQuerySet":
        """Return those that accept votes, the next to close first."""
        return self.filter(closes__gt=timezone.now()).order_by("closes", "pk")

    def closed(self) -> "PollQuerySet":
        """Return those that accept no votes any more, the last closed first."""
        return self.filter(closes__lte=timezone.now()).order_by("-closes", "-pk")


class Poll(models.Model):
    """A question to the house. The first poll of the site has no creator."""

    question = models.CharField(max_length=200)
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="polls")
    closes = models.DateTimeField()

    objects = PollQuerySet.as_manager()

    def __str__(self) -> str:
        return self.question

    def get_absolute_url(self) -> str:
        """Return the address of the poll's page."""
        return reverse("poll", args=[self.pk])

    @property
    def is_closed(self) -> bool:
        """True once the poll accepts no votes any more."""
        return self.closes <= timezone.now()

    def has_vote_of(self, user: User) -> bool:
        """Return True if `user` has voted in this poll."""
        return user.is_authenticated and self.votes.filter(voter=user).exists()

    def shows_results_to(self, user: User) -> bool:
        """Return True if `user` may see the results now."""
        return self.is_closed or self.is_of(user) or self.has_vote_of(user)

    def is_of(self, user: User) -> bool:
        """Return True if `user` has created this poll."""
        return user.is_authenticated and self.creator_id == user.pk


class Option(models.Model):
    """One possible answer; `position` is its place in the order in which the options were typed."""

    poll = models.ForeignKey(Poll, on_delete=models.CASCADE, related_name="options")
    text = models.CharField(max_length=100)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.text


class Vote(models.Model):
    """The one vote of a tenant in a poll."""

    poll = models.ForeignKey(Poll, on_delete=models.CASCADE, related_name="votes")
    option = models.ForeignKey(Option, on_delete=models.CASCADE, related_name="votes")
    voter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="votes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["poll", "voter"], name="one_vote_for_each_tenant")]

    def __str__(self) -> str:
        return f"{self.voter} votes for {self.option}"


class Comment(models.Model):
    """What a tenant says about a poll."""

    MOST_CHARACTERS = 500

    poll = models.ForeignKey(Poll, on_delete=models.CASCADE, related_name="comments")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="comments")
    text = models.TextField()
    written = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["written", "pk"]

    def __str__(self) -> str:
        return f"{self.author} about {self.poll}"
