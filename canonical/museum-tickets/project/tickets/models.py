"""Orders and vouchers."""

import secrets

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Sum
from django.urls import reverse

from tickets.prices import Party, percent_of

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


def new_code() -> str:
    """Return the code of an order: eight random letters and digits, without those that look alike."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(8))


class Voucher(models.Model):
    """Something off the price, for a number of orders until a day."""

    class Kind(models.TextChoices):
        """How a voucher lowers the price."""

        PERCENT = "percent", "Percent"
        AMOUNT = "amount", "Amount"

    code = models.CharField(max_length=20, unique=True)
    kind = models.CharField(max_length=7, choices=Kind)
    value = models.DecimalField(max_digits=6, decimal_places=2)
    valid_until = models.DateField()
    uses = models.PositiveIntegerField(default=1, validators=[MinValueValidator(1)])

    class Meta:
        ordering = ["code"]

    def __str__(self) -> str:
        return self.code

    @property
    def used(self) -> int:
        """Number of orders that hold the voucher; a cancelled order gives it back."""
        return self.orders.filter(cancelled_at=None).count()

    def is_good_for(self, day) -> bool:
        """True when the voucher can be used for a visit on `day`."""
        return day <= self.valid_until and self.used < self.uses

    def discount_on(self, amount):
        """Return what is taken off `amount`, never more than it."""
        if self.kind == self.Kind.PERCENT:
            return percent_of(amount, self.value)
        return min(self.value, amount)


class OrderQuerySet(models.QuerySet):
    """Orders by what is asked about them."""

    def standing(self):
        """Orders that were not cancelled."""
        return self.filter(cancelled_at=None)

    def visitors(self) -> int:
        """Number of visitors of all these orders."""
        counted = self.aggregate(all=Sum(F("adults") + F("reduced") + F("children")))
        return counted["all"] or 0


class Order(models.Model):
    """Tickets of one party for one slot."""

    code = models.CharField(max_length=8, unique=True, default=new_code, editable=False)
    starts = models.DateTimeField()
    name = models.CharField(max_length=80)
    email = models.EmailField()
    adults = models.PositiveSmallIntegerField(default=0)
    reduced = models.PositiveSmallIntegerField(default=0)
    children = models.PositiveSmallIntegerField(default=0)
    voucher = models.ForeignKey(Voucher, null=True, blank=True, on_delete=models.PROTECT, related_name="orders")
    total = models.DecimalField(max_digits=8, decimal_places=2)
    booked_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True)
    checked_in_at = models.DateTimeField(null=True)

    objects = OrderQuerySet.as_manager()

    class Meta:
        ordering = ["starts", "pk"]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        """Address of the order's page."""
        return reverse("order", args=[self.code])

    @property
    def party(self) -> Party:
        """Who comes with this order."""
        return Party(self.adults, self.reduced, self.children)

    @property
    def state(self) -> str:
        """One word for the visitor and the staff."""
        if self.cancelled_at:
            return "cancelled"
        return "checked in" if self.checked_in_at else "booked"
