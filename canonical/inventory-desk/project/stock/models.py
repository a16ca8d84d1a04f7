"""Items of the stock and the movements that changed their quantities."""

from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

LARGEST_NUMBER = 9999
"""Largest minimum, and largest quantity that a file may set."""


class Category(models.TextChoices):
    """The category of an item."""

    BRAKES = "Brakes"
    DRIVETRAIN = "Drivetrain"
    WHEELS = "Wheels"
    OTHER = "Other"


class ItemQuerySet(models.QuerySet):
    """Selections of items."""

    def low(self) -> "ItemQuerySet":
        """Return those that have to be ordered."""
        return self.filter(Q(minimum__gt=0) & Q(quantity__lte=F("minimum")))


class Item(models.Model):
    """A kind of spare part. `version` counts the changes of everything but the quantity."""

    part_number = models.CharField(max_length=7, unique=True)
    name = models.CharField(max_length=100)
    category = models.CharField(max_length=10, choices=Category, default=Category.OTHER)
    location = models.CharField(max_length=60, blank=True)
    quantity = models.PositiveIntegerField(default=0, editable=False)
    minimum = models.PositiveIntegerField(default=0, validators=[MaxValueValidator(LARGEST_NUMBER)])
    price = models.DecimalField(max_digits=9, decimal_places=2, validators=[MinValueValidator(Decimal(0))])
    version = models.PositiveIntegerField(default=1, editable=False)

    objects = ItemQuerySet.as_manager()

    class Meta:
        ordering = ["part_number"]

    def __str__(self) -> str:
        return self.part_number

    def get_absolute_url(self) -> str:
        """Return the address of the item's page."""
        return reverse("item", args=[self.pk])

    @property
    def is_low(self) -> bool:
        """True if the item has to be ordered."""
        return 0 < self.minimum >= self.quantity

    @property
    def order(self) -> int:
        """The number of pieces to order when the item is low."""
        return 2 * self.minimum - self.quantity

    @property
    def order_cost(self) -> Decimal:
        """The cost of the pieces to order."""
        return self.order * self.price


class Movement(models.Model):
    """A change of an item's quantity; `stock` is the quantity after it."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="movements")
    change = models.IntegerField()
    stock = models.PositiveIntegerField()
    note = models.CharField(max_length=100, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT)
    booked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.item} {self.change:+}"
