"""All changes of appointments and absences. A refused change raises `Refused` and has no effect."""

from datetime import date, datetime

from django.db import transaction

from clinic.models import Absence, Appointment, Doctor, Patient
from clinic.schedule import day_bounds, is_free

MOST_APPOINTMENTS = 3


class Refused(Exception):
    """The change is against the rules of the practice; the message says which."""


@transaction.atomic
def book(patient: Patient, doctor: Doctor, starts: datetime, reason: str) -> Appointment:
    """Book the time for the patient."""
    if not is_free(doctor, starts):
        raise Refused("This time is no longer free.")
    ends = starts + doctor.length
    own = patient.appointments.active()
    if own.overlapping(starts, ends).exists():
        raise Refused("You have another appointment at this time.")
    if own.coming().count() >= MOST_APPOINTMENTS:
        raise Refused("You have three appointments already.")
    return Appointment.objects.create(doctor=doctor, patient=patient, starts=starts, ends=ends, reason=reason)


@transaction.atomic
def cancel(appointment: Appointment) -> None:
    """Cancel for the patient; the time is free again."""
    if not appointment.can_be_cancelled:
        raise Refused("Too late to cancel online.")
    appointment.delete()


def cancel_by_clinic(appointment: Appointment) -> None:
    """Cancel for the doctor; the patient still sees the appointment, with a note."""
    appointment.cancelled_by_clinic = True
    appointment.save(update_fields=["cancelled_by_clinic"])


@transaction.atomic
def enter_absence(doctor: Doctor, day: date) -> None:
    """Note that the doctor is absent on a day without appointments."""
    starts, ends = day_bounds(day, day)
    if doctor.appointments.active().overlapping(starts, ends).exists():
        raise Refused("There are appointments on this day.")
    Absence.objects.get_or_create(doctor=doctor, day=day)
