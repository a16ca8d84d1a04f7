"""All changes of polls. A refused change raises `Refused` and has no effect."""

from collections.abc import Iterable
from datetime import datetime

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from polls.models import Comment, Option, Poll, Vote


class Refused(Exception):
    """The change is against the rules; the message says which."""


@transaction.atomic
def create(creator: User, question: str, options: Iterable[str], closes: datetime) -> Poll:
    """Create a poll with its options in their order."""
    poll = Poll.objects.create(creator=creator, question=question, closes=closes)
    Option.objects.bulk_create(
        Option(poll=poll, text=text, position=position) for position, text in enumerate(options)
    )
    return poll


@transaction.atomic
def vote(poll: Poll, voter: User, option: Option) -> None:
    """Count the vote of a tenant, the only one in this poll at a time."""
    poll.refresh_from_db()
    if poll.is_closed:
        raise Refused("This poll is closed.")
    if poll.has_vote_of(voter):
        raise Refused("You have voted already.")
    Vote.objects.create(poll=poll, voter=voter, option=option)


@transaction.atomic
def take_back(poll: Poll, voter: User) -> None:
    """Forget the vote of a tenant in an open poll."""
    poll.refresh_from_db()
    if poll.is_closed:
        raise Refused("This poll is closed.")
    taken, _ = poll.votes.filter(voter=voter).delete()
    if not taken:
        raise Refused("You have not voted.")


def comment(poll: Poll, author: User, text: str) -> None:
    """Add a comment of a tenant who sees the results."""
    if not poll.shows_results_to(author):
        raise PermissionDenied
    Comment.objects.create(poll=poll, author=author, text=text)


def _require_creator(poll: Poll, user: User) -> None:
    """Raise `PermissionDenied` unless `user` has created the poll."""
    if not poll.is_of(user):
        raise PermissionDenied


@transaction.atomic
def close(poll: Poll, user: User) -> None:
    """Close an open poll at once."""
    _require_creator(poll, user)
    if not poll.is_closed:
        poll.closes = timezone.now()
        poll.save(update_fields=["closes"])


@transaction.atomic
def delete(poll: Poll, user: User) -> None:
    """Delete a poll without votes."""
    _require_creator(poll, user)
    if poll.votes.exists():
        raise Refused("There are votes already.")
    poll.delete()
