"""The calendar of the doctors."""

from datetime import date, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from clinic import services
from clinic.access import for_doctors
from clinic.forms import AbsenceForm
from clinic.models import Doctor
from clinic.schedule import day_bounds, today

WEEK = timedelta(days=7)


@for_doctors
def calendar(request: HttpRequest, doctor: Doctor) -> HttpResponse:
    """Show the doctor's appointments of one week, and the days of absence."""
    form = AbsenceForm(request.POST or None)
    if form.is_valid():
        try:
            services.enter_absence(doctor, form.cleaned_data["day"])
        except services.Refused as refusal:
            form.add_error("day", str(refusal))
        else:
            return redirect(request.get_full_path())
    monday = _monday(request.GET.get("week", ""))
    starts, ends = day_bounds(monday, monday + timedelta(days=6))
    appointments = doctor.appointments.active().overlapping(starts, ends).select_related("patient__user")
    context = {
        "form": form,
        "absences": doctor.absences.all(),
        "appointments": appointments,
        "monday": monday,
        "sunday": monday + timedelta(days=6),
        "previous": monday - WEEK,
        "next": monday + WEEK,
    }
    return render(request, "clinic/calendar.html", context)


@require_POST
@for_doctors
def cancel(request: HttpRequest, doctor: Doctor, pk: int) -> HttpResponse:
    """Cancel one of the doctor's own appointments."""
    services.cancel_by_clinic(get_object_or_404(doctor.appointments.active(), pk=pk))
    messages.success(request, "The appointment is cancelled.")
    return redirect("calendar")


@require_POST
@for_doctors
def remove_absence(request: HttpRequest, doctor: Doctor, pk: int) -> HttpResponse:
    """Make a day of absence a working day again."""
    get_object_or_404(doctor.absences, pk=pk).delete()
    return redirect("calendar")


def _monday(text: str) -> date:
    """Return the Monday of the week in which the day `text` lies; of the current week if it is no day."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = today()
    return day - timedelta(days=day.weekday())
