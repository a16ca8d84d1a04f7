"""Everything that changes contests. What a rule forbids raises `Refused` and changes nothing."""

from django.db import transaction

from contest.models import Contest, Picture, Vote

MOST_PICTURES = 3


class Refused(Exception):
    """A rule forbids the action; the message says which."""


def require_open(contest: Contest) -> None:
    """Raise `Refused` when a contest is closed."""
    contest.refresh_from_db()
    if contest.is_closed:
        raise Refused("This contest is closed.")


@transaction.atomic
def send_in(picture: Picture) -> None:
    """Save a picture that waits for the curator."""
    require_open(picture.contest)
    standing = picture.contest.pictures.exclude(state=Picture.State.REJECTED)
    if standing.filter(owner=picture.owner).count() >= MOST_PICTURES:
        raise Refused("You have three pictures in this contest already.")
    if standing.filter(digest=picture.digest).exists():
        raise Refused("This picture is in the contest already.")
    picture.save()


@transaction.atomic
def approve(picture: Picture) -> None:
    """Show a picture that waits to everybody."""
    require_waiting(picture)
    picture.state = Picture.State.APPROVED
    picture.save(update_fields=["state"])


@transaction.atomic
def reject(picture: Picture, reason: str) -> None:
    """Keep a picture that waits out of the gallery, and say why."""
    require_waiting(picture)
    if not reason.strip():
        raise Refused("Say why.")
    picture.state, picture.reason = Picture.State.REJECTED, reason.strip()
    picture.save(update_fields=["state", "reason"])


def require_waiting(picture: Picture) -> None:
    """Raise `Refused` when a picture was decided about."""
    if picture.state != Picture.State.WAITING:
        raise Refused("This picture does not wait any more.")


@transaction.atomic
def vote(account, picture: Picture) -> None:
    """Give the account's one vote to a picture, or move it there."""
    require_open(picture.contest)
    if picture.owner_id == account.pk:
        raise Refused("You cannot vote for your own picture.")
    Vote.objects.update_or_create(contest=picture.contest, account=account, defaults={"picture": picture})


@transaction.atomic
def take_back(account, contest: Contest) -> None:
    """Take the account's vote back."""
    require_open(contest)
    contest.votes.filter(account=account).delete()


@transaction.atomic
def withdraw(picture: Picture) -> None:
    """Delete a picture with its file and the votes for it."""
    require_open(picture.contest)
    file = picture.file
    picture.delete()
    transaction.on_commit(lambda: file.delete(save=False))


def close(contest: Contest) -> None:
    """End a contest for ever."""
    contest.is_closed = True
    contest.save(update_fields=["is_closed"])


def ranking(contest: Contest) -> list[tuple[int, Picture]]:
    """Return the approved pictures with their places: most votes first, equal ones share a place, the older first."""
    pictures = list(contest.pictures.approved().with_votes().order_by("-total", "pk"))
    totals = [picture.total for picture in pictures]
    return [(totals.index(picture.total) + 1, picture) for picture in pictures]
