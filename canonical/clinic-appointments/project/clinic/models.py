"""Doctors with their hours and absences, patients, and the appointments between them."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

ZONES = ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo", "Pacific/Auckland"]


class Doctor(models.Model):
    """A doctor of the practice, whose appointments all take the same number of minutes."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    name = models.CharField(max_length=60, unique=True)
    minutes = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def length(self) -> timedelta:
        """The duration of one appointment."""
        return timedelta(minutes=self.minutes)


class WorkingHours(models.Model):
    """The hours of a doctor on one day of the week (Monday is 0), in the time of the practice."""

    doctor = models.ForeignKey(Doctor, on_delete=models.CASCADE, related_name="hours")
    weekday = models.PositiveSmallIntegerField()
    starts = models.TimeField()
    ends = models.TimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["doctor", "weekday"], name="one_span_per_weekday")]

    def __str__(self) -> str:
        return f"{self.doctor}, weekday {self.weekday}: {self.starts:%H:%M}–{self.ends:%H:%M}"


class Absence(models.Model):
    """A day on which a doctor has no appointments."""

    doctor = models.ForeignKey(Doctor, on_delete=models.CASCADE, related_name="absences")
    day = models.DateField()

    class Meta:
        ordering = ["day"]
        constraints = [models.UniqueConstraint(fields=["doctor", "day"], name="one_absence_per_day")]

    def __str__(self) -> str:
        return f"{self.doctor} on {self.day}"


class Patient(models.Model):
    """A patient: an account with a time zone."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    zone = models.CharField("time zone", max_length=40, choices=[(zone, zone) for zone in ZONES], default=ZONES[0])

    def __str__(self) -> str:
        return self.user.get_username()

    @property
    def tzinfo(self) -> ZoneInfo:
        """The time zone in which the patient sees all times."""
        return ZoneInfo(self.zone)


class AppointmentQuerySet(models.QuerySet):
    """Selections of appointments."""

    def active(self) -> "AppointmentQuerySet":
        """Those that the clinic has not cancelled."""
        return self.filter(cancelled_by_clinic=False)

    def coming(self) -> "AppointmentQuerySet":
        """Those that have not begun."""
        return self.filter(starts__gt=timezone.now())

    def overlapping(self, starts, ends) -> "AppointmentQuerySet":
        """Those that share more than a moment with the span from `starts` to `ends`."""
        return self.filter(starts__lt=ends, ends__gt=starts)


class Appointment(models.Model):
    """A patient's appointment with a doctor. One that the patient cancels is deleted."""

    NOTICE = timedelta(hours=24)
    """A patient may cancel until so long before the beginning."""

    doctor = models.ForeignKey(Doctor, on_delete=models.CASCADE, related_name="appointments")
    patient = models.ForeignKey(Patient, on_delete=models.CASCADE, related_name="appointments")
    starts = models.DateTimeField()
    ends = models.DateTimeField()
    reason = models.CharField(max_length=200)
    cancelled_by_clinic = models.BooleanField(default=False)

    objects = AppointmentQuerySet.as_manager()

    class Meta:
        ordering = ["starts", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["doctor", "starts"], condition=Q(cancelled_by_clinic=False), name="one_patient_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.patient} at {self.doctor}'s, {self.starts:%Y-%m-%d %H:%M}"

    @property
    def can_be_cancelled(self) -> bool:
        """True while the patient may still cancel online."""
        return not self.cancelled_by_clinic and self.starts - timezone.now() >= self.NOTICE
