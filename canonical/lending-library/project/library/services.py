"""What members and the librarian do with books. Every action is done whole or refused with a reason."""

from datetime import date

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from library import rules
from library.models import Book, Loan, Reservation


class Refused(Exception):
    """A rule of the house forbids the action; the message tells the person why."""


@transaction.atomic
def borrow(member: User, book: Book, on: date | None = None) -> Loan:
    """Lend `book` to `member`, today or `on` an earlier day; a reservation of theirs is fulfilled by it."""
    if member.loans.current().filter(book=book).exists():
        raise Refused(f"“{book}” is already on loan to {member}.")
    if member.loans.current().count() >= rules.LOAN_LIMIT:
        raise Refused(f"{member} has {rules.LOAN_LIMIT} books on loan, and that is the limit.")
    if not book.shelf().is_open_to(member.pk):
        raise Refused(f"No copy of “{book}” is available to {member} now.")
    book.reservations.filter(member=member).delete()
    borrowed_on = on or timezone.localdate()
    return Loan.objects.create(
        book=book, member=member, borrowed_on=borrowed_on, due_on=rules.due_date(borrowed_on)
    )


@transaction.atomic
def take_back(loan: Loan) -> Loan:
    """End a loan today; its fine, if there is one, stays as it is now."""
    loan.refresh_from_db()
    if loan.returned_on:
        raise Refused(f"“{loan.book}” was returned on {loan.returned_on}.")
    loan.returned_on = timezone.localdate()
    loan.save(update_fields=["returned_on"])
    return loan


@transaction.atomic
def reserve(member: User, book: Book) -> Reservation:
    """Put `member` at the end of the queue for a book that is out."""
    if member.loans.current().filter(book=book).exists():
        raise Refused(f"“{book}” is already on loan to {member}.")
    if book.reservations.filter(member=member).exists():
        raise Refused(f"{member} waits for “{book}” already.")
    if book.shelf().available:
        raise Refused(f"“{book}” is on the shelf; borrow it instead.")
    return Reservation.objects.create(book=book, member=member)


@transaction.atomic
def settle_fine(loan: Loan) -> None:
    """Note that the fine of a returned book was paid."""
    loan.refresh_from_db()
    if loan.returned_on is None:
        raise Refused("The fine still grows; it can be paid when the book is back.")
    if loan.fine_paid_on is None:
        loan.fine_paid_on = timezone.localdate()
        loan.save(update_fields=["fine_paid_on"])
