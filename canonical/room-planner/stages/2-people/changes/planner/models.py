"""Rooms and their bookings."""

import uuid

from django.conf import settings
from django.db import models


class Room(models.Model):
    """A room that can be booked."""

    name = models.CharField(max_length=40, unique=True)
    seats = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class BookingQuerySet(models.QuerySet["Booking"]):
    """Bookings by their time."""

    def overlapping(self, start, end) -> "BookingQuerySet":
        """Bookings that share time with a span; touching it is not sharing."""
        return self.filter(start__lt=end, end__gt=start)


class Booking(models.Model):
    """A room for a while. Bookings that were repeated have the same `series`."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="bookings")
    title = models.CharField(max_length=80)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bookings")
    start = models.DateTimeField()
    end = models.DateTimeField()
    series = models.UUIDField(default=uuid.uuid4)
    people = models.PositiveSmallIntegerField(default=1)

    objects = BookingQuerySet.as_manager()

    class Meta:
        ordering = ["start", "pk"]

    def __str__(self) -> str:
        return f"{self.title} in {self.room}"
