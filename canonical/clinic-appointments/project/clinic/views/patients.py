"""The pages of patients."""

from datetime import UTC, datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from clinic import services
from clinic.access import for_patients
from clinic.calendar_file import write_calendar
from clinic.forms import ProfileForm, ReasonForm, TimesForm
from clinic.models import Doctor, Patient
from clinic.schedule import free_times


@for_patients
def profile(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Change the time zone."""
    form = ProfileForm(request.POST or None, instance=patient)
    if form.is_valid():
        form.save()
        messages.success(request, "Your time zone has been changed.")
        return redirect("profile")
    return render(request, "clinic/profile.html", {"form": form})


@for_patients
def choose_time(request: HttpRequest, patient: Patient) -> HttpResponse:
    """Show the free times of a doctor on a day."""
    form = TimesForm(request.GET or None)
    context = {"form": form, "asked": form.is_valid()}
    if form.is_valid():
        context["doctor"] = form.cleaned_data["doctor"]
        context["times"] = free_times(form.cleaned_data["doctor"], form.cleaned_data["day"])
    return render(request, "clinic/choose_time.html", context)


@for_patients
def book(request: HttpRequest, patient: Patient, doctor: int, stamp: str) -> HttpResponse:
    """Ask for the reason and book the time that `stamp` (UTC, `20250331T0700`) names."""
    chosen, starts = get_object_or_404(Doctor, pk=doctor), _read_stamp(stamp)
    form = ReasonForm(request.POST or None)
    if form.is_valid():
        try:
            services.book(patient, chosen, starts, form.cleaned_data["reason"])
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "Your appointment is booked.")
            return redirect("my-appointments")
    return render(request, "clinic/book.html", {"form": form, "doctor": chosen, "starts": starts})


@for_patients
def my_appointments(request: HttpRequest, patient: Patient) -> HttpResponse:
    """List the patient's coming appointments."""
    appointments = patient.appointments.coming().select_related("doctor")
    return render(request, "clinic/my_appointments.html", {"appointments": appointments})


@require_POST
@for_patients
def cancel(request: HttpRequest, patient: Patient, pk: int) -> HttpResponse:
    """Cancel one of the patient's own appointments."""
    try:
        services.cancel(get_object_or_404(patient.appointments.coming(), pk=pk))
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "Your appointment is cancelled.")
    return redirect("my-appointments")


@for_patients
def calendar_file(request: HttpRequest, patient: Patient, pk: int) -> HttpResponse:
    """Download one of the patient's own appointments for a calendar program."""
    appointment = get_object_or_404(patient.appointments.active(), pk=pk)
    response = HttpResponse(write_calendar(appointment), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="appointment-{pk}.ics"'
    return response


def _read_stamp(stamp: str) -> datetime:
    """Return the moment that an address names; 404 if it names none."""
    try:
        return datetime.strptime(stamp, "%Y%m%dT%H%M").replace(tzinfo=UTC)
    except ValueError:
        raise Http404 from None
