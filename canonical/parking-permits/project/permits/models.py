"""Permits, the payments for them, and the audit log."""

from decimal import Decimal

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone

from permits.rules import CENT, fee_for, is_plate, last_day_of, spell_plate

OVERLAP = "There is a permit for this plate in this zone already."


class Zone(models.TextChoices):
    """A part of the town."""

    A = "A", "A"
    B = "B", "B"
    C = "C", "C"


class Duration(models.IntegerChoices):
    """Duration of a permit in months."""

    ONE = 1, "1 month"
    THREE = 3, "3 months"
    SIX = 6, "6 months"
    TWELVE = 12, "12 months"


class Status(models.TextChoices):
    """Decision of the staff."""

    WAITING = "waiting", "waiting"
    APPROVED = "approved", "approved"
    REJECTED = "rejected", "rejected"


class Permit(models.Model):
    """A permit, from its application on. `last_day` and `fee` follow from the rest."""

    reference = models.CharField(max_length=11, unique=True, editable=False)
    name = models.CharField(max_length=100)
    plate = models.CharField("license plate", max_length=20)
    zone = models.CharField(max_length=1, choices=Zone)
    first_day = models.DateField("first day", default=timezone.localdate)
    months = models.PositiveSmallIntegerField("duration", choices=Duration)
    electric = models.BooleanField(default=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING, editable=False)
    last_day = models.DateField("last day", editable=False)
    fee = models.DecimalField(max_digits=8, decimal_places=2, editable=False)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.reference

    def calculate(self) -> None:
        """Set what follows from zone, first day, duration and electric."""
        self.last_day = last_day_of(self.first_day, self.months)
        self.fee = fee_for(self.zone, self.months, electric=self.electric)

    @property
    def paid(self) -> Decimal:
        """The sum of all payments."""
        return sum((payment.amount for payment in self.payments.all()), Decimal("0.00"))

    @property
    def open(self) -> Decimal:
        """The amount that has not been paid."""
        return self.fee - self.paid

    def clean(self) -> None:
        """Spell the plate, and refuse wrong plates and permits that overlap another one."""
        self.plate = spell_plate(self.plate)
        if not is_plate(self.plate):
            raise ValidationError({"plate": "This is not a license plate."})
        if not (self.zone and self.months and self.first_day) or self.status == Status.REJECTED:
            return
        others = Permit.objects.exclude(pk=self.pk).exclude(status=Status.REJECTED)
        last_day = last_day_of(self.first_day, self.months)
        alike = others.filter(plate=self.plate, zone=self.zone)
        if alike.filter(first_day__lte=last_day, last_day__gte=self.first_day).exists():
            raise ValidationError({"plate": OVERLAP})


class Payment(models.Model):
    """Money that was paid for a permit."""

    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="payments")
    amount = models.DecimalField(
        max_digits=8,
        decimal_places=2,
        validators=[MinValueValidator(CENT, "Give an amount of at least 0.01.")],
    )
    day = models.DateField(default=timezone.localdate)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.amount:.2f}"


class AuditEntry(models.Model):
    """Something that happened to a permit, and who did it."""

    time = models.DateTimeField(auto_now_add=True)
    who = models.CharField(max_length=150)
    permit = models.ForeignKey(Permit, on_delete=models.PROTECT, related_name="log")
    what = models.CharField(max_length=300)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "audit log"

    def __str__(self) -> str:
        return f"{self.who}: {self.permit} {self.what}"
