"""What members do. What a rule forbids raises `Refused` and changes nothing."""

from django.db import transaction

from club.models import Book, Club, Member, new_token

MOST_VOTES = 3


class Refused(Exception):
    """A rule forbids the action; the message says which."""


@transaction.atomic
def start_club(club: Club, organizer: Member) -> Member:
    """Save a new club with its first member."""
    club.save()
    organizer.club = club
    organizer.is_organizer = True
    organizer.save()
    return organizer


@transaction.atomic
def vote(member: Member, book: Book) -> None:
    """Give a vote; a second one for the same book changes nothing."""
    if book.votes.filter(member=member).exists():
        return
    if member.votes.count() >= MOST_VOTES:
        raise Refused("You have given all three votes.")
    book.votes.create(member=member)


def take_back(member: Member, book: Book) -> None:
    """Take the member's vote for a book back."""
    book.votes.filter(member=member).delete()


@transaction.atomic
def close_vote(club: Club) -> None:
    """Make the winner the next book; the others stay, and all votes are free again."""
    winner = club.books.winner()
    if winner is None:
        raise Refused("Nobody has voted yet.")
    club.next_book = str(winner)
    club.save(update_fields=["next_book"])
    winner.delete()
    for book in club.books.all():
        book.votes.all().delete()


@transaction.atomic
def remove(member: Member) -> None:
    """Take a member out of the club, with votes and answers. The organizer stays."""
    if member.is_organizer:
        raise Refused("The organizer cannot be removed.")
    member.delete()


def renew_invitation(club: Club) -> None:
    """Give the club another invitation link; the old one leads nowhere."""
    club.invitation = new_token()
    club.save(update_fields=["invitation"])
