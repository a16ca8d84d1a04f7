"""Books, loans, and who waits for what."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, F, Q
from django.db.models.functions import Greatest
from django.urls import reverse
from django.utils import timezone

from library import rules
from library.isbn import validate_isbn, without_hyphens


class Category(models.TextChoices):
    """The categories of books."""

    FICTION = "Fiction"
    SCIENCE = "Science"
    HISTORY = "History"
    CHILDREN = "Children"


class BookQuerySet(models.QuerySet["Book"]):
    """Queries of books."""

    def matching(self, words: str) -> BookQuerySet:
        """Books that have every one of `words` in the title, the author's name or the ISBN."""
        found = self
        for word in words.split():
            fits = Q(title__icontains=word) | Q(author__icontains=word)
            if digits := without_hyphens(word):
                fits |= Q(isbn__contains=digits)
            found = found.filter(fits)
        return found

    def with_availability(self) -> BookQuerySet:
        """Adds `available`: copies that anybody could take home now (see `Shelf`); sorted by title."""
        on_loan = Count("loans", filter=Q(loans__returned_on=None), distinct=True)
        waiting = Count("reservations", distinct=True)
        available = Greatest(F("copies") - on_loan - waiting, 0)
        return self.annotate(available=available).order_by("title", "pk")


@dataclass(frozen=True)
class Shelf:
    """Where the copies of one book are. `queue` are the ids of the members who wait, first come first."""

    copies: int
    on_loan: int
    queue: tuple[int, ...]

    @property
    def in_house(self) -> int:
        """The number of copies that are not on loan."""
        return max(self.copies - self.on_loan, 0)

    @property
    def available(self) -> int:
        """Copies in the house that are not held for somebody who waits."""
        return max(self.in_house - len(self.queue), 0)

    def position_of(self, member_id: int | None) -> int | None:
        """1 for the first in the queue; None for who does not wait."""
        return self.queue.index(member_id) + 1 if member_id in self.queue else None

    def is_open_to(self, member_id: int | None) -> bool:
        """Whether this member could take a copy home now."""
        position = self.position_of(member_id)
        return self.available > 0 if position is None else position <= self.in_house


class Book(models.Model):
    """A book of the catalogue, with its number of copies."""

    title = models.CharField(max_length=200)
    author = models.CharField(max_length=120)
    isbn = models.CharField(
        "ISBN",
        max_length=13,
        unique=True,
        validators=[validate_isbn],
        error_messages={"unique": "A book with this ISBN is in the catalogue already."},
    )
    category = models.CharField(max_length=20, choices=Category)
    copies = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(20)])

    objects = BookQuerySet.as_manager()

    class Meta:
        ordering = ["title", "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the address of the book's page."""
        return reverse("book", args=[self.pk])

    def shelf(self) -> Shelf:
        """Return the state of the book's copies and its queue."""
        queue = self.reservations.values_list("member_id", flat=True)
        return Shelf(self.copies, self.loans.current().count(), tuple(queue))


class LoanQuerySet(models.QuerySet["Loan"]):
    """Queries of loans."""

    def current(self) -> LoanQuerySet:
        """The loans of books that have not been returned."""
        return self.filter(returned_on=None)

    def unpaid(self) -> list[Loan]:
        """Loans that cost a fine which nobody has paid yet, longest due first."""
        late = self.filter(fine_paid_on=None, due_on__lt=timezone.localdate())
        return [loan for loan in late.select_related("book", "member").order_by("due_on", "pk") if loan.fine]


class Loan(models.Model):
    """A loan of a book to a member, with its fine."""

    book = models.ForeignKey(Book, on_delete=models.PROTECT, related_name="loans")
    member = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="loans")
    borrowed_on = models.DateField()
    due_on = models.DateField()
    returned_on = models.DateField(null=True, blank=True)
    fine_paid_on = models.DateField(null=True, blank=True)

    objects = LoanQuerySet.as_manager()

    class Meta:
        ordering = ["-borrowed_on", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["book", "member"],
                condition=Q(returned_on=None),
                name="one_current_loan_of_a_book_per_member",
            )
        ]

    def __str__(self) -> str:
        return f"{self.book} to {self.member} on {self.borrowed_on}"

    def get_absolute_url(self) -> str:
        """Return the address of the loan's page."""
        return reverse("loan", args=[self.pk])

    @property
    def last_day(self) -> date:
        """The day up to which lateness counts: that of the return, or today."""
        return self.returned_on or timezone.localdate()

    @property
    def days_overdue(self) -> int:
        """The days after the due day, up to the return."""
        return rules.days_overdue(self.due_on, self.last_day)

    @property
    def fine(self) -> Decimal:
        """The fine for a late return."""
        return rules.fine(self.due_on, self.last_day, for_children=self.book.category == Category.CHILDREN)


class Reservation(models.Model):
    """A member's place in the queue for a book."""

    book = models.ForeignKey(Book, on_delete=models.CASCADE, related_name="reservations")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reservations"
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["book", "member"], name="one_reservation_of_a_book_per_member")
        ]

    def __str__(self) -> str:
        return f"{self.member} waits for {self.book}"

    @property
    def position(self) -> int | None:
        """The place in the queue, from 1; None when the member does not wait."""
        return self.book.shelf().position_of(self.member_id)

    @property
    def is_ready(self) -> bool:
        """A copy is held for this member."""
        return self.book.shelf().is_open_to(self.member_id)
