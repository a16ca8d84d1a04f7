"""Trips, who travels, what was spent and for whom, and what was paid back."""

import secrets

from django.db import models
from django.urls import reverse
from django.utils import timezone


def new_token() -> str:
    """The part of a trip's link that nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


class AmountField(models.DecimalField):
    """An amount of money, exact to the cent."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **{"max_digits": 9, "decimal_places": 2, **kwargs})


class Trip(models.Model):
    """A journey of friends. Whoever knows its token may read and change it until it is archived."""

    class Currency(models.TextChoices):
        """The currencies of trips."""

        EUR = "EUR", "EUR"
        USD = "USD", "USD"
        GBP = "GBP", "GBP"
        CHF = "CHF", "CHF"

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    name = models.CharField(max_length=80)
    currency = models.CharField(max_length=3, choices=Currency, default=Currency.EUR)
    archived_on = models.DateField(null=True, blank=True, editable=False)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the trip's page."""
        return reverse("trip", args=[self.token])

    @property
    def is_archived(self) -> bool:
        """True when the trip can no longer be changed."""
        return self.archived_on is not None


class Member(models.Model):
    """Someone who travels. `position` is the order in which the trip names its members."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="members")
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["trip", "name"], name="one_member_of_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Expense(models.Model):
    """What one member paid for several."""

    class Category(models.TextChoices):
        """The categories of expenses."""

        FOOD = "food", "Food"
        LODGING = "lodging", "Lodging"
        TRANSPORT = "transport", "Transport"
        ACTIVITIES = "activities", "Activities"
        OTHER = "other", "Other"

    class Split(models.TextChoices):
        """The ways of splitting an expense."""

        EQUALLY = "equally", "Equally"
        SHARES = "shares", "By shares"
        EXACT = "exact", "Exact amounts"

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="expenses")
    description = models.CharField(max_length=80)
    amount = AmountField()
    spent_on = models.DateField("date", default=timezone.localdate)
    payer = models.ForeignKey(
        Member, on_delete=models.PROTECT, related_name="expenses", verbose_name="paid by"
    )
    category = models.CharField(max_length=10, choices=Category, default=Category.OTHER)
    split = models.CharField(max_length=7, choices=Split, default=Split.EQUALLY)

    class Meta:
        ordering = ["-spent_on", "-pk"]

    def __str__(self) -> str:
        return self.description


class Part(models.Model):
    """What an expense costs one member; the parts of an expense add up to its amount.

    `shares` is what the amount was calculated from; exact amounts have none.
    """

    expense = models.ForeignKey(Expense, on_delete=models.CASCADE, related_name="parts")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="parts")
    shares = models.PositiveSmallIntegerField(null=True)
    amount = AmountField()

    class Meta:
        ordering = ["member__position"]
        constraints = [
            models.UniqueConstraint(fields=["expense", "member"], name="one_part_per_member"),
        ]

    def __str__(self) -> str:
        return f"{self.member} {self.amount}"


class Payment(models.Model):
    """Money that one member gave back to another."""

    trip = models.ForeignKey(Trip, on_delete=models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="payments_made")
    receiver = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="payments_received")
    amount = AmountField()
    paid_on = models.DateField(default=timezone.localdate)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.payer} paid {self.receiver} {self.amount}"
