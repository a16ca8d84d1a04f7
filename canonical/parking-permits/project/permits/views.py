"""The public pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from permits import services
from permits.forms import ApplicationForm, CheckForm, LookUpForm
from permits.models import Permit, Status
from permits.rules import spell_plate


def apply(request: HttpRequest) -> HttpResponse:
    """Take an application."""
    form = ApplicationForm(request.POST or None)
    if form.is_valid():
        services.apply(form.instance)
        return render(request, "permits/applied.html", {"permit": form.instance})
    return render(request, "permits/apply.html", {"form": form})


def look_up(request: HttpRequest) -> HttpResponse:
    """Show an application to who knows reference and plate."""
    form = LookUpForm(request.GET or None)
    return render(request, "permits/look_up.html", {"form": form, "asked": form.is_bound, "permit": form.find()})


def check(request: HttpRequest) -> HttpResponse:
    """Say whether a plate may park in a zone today."""
    form = CheckForm(request.GET or None)
    permit = None
    if form.is_valid():
        permit = _valid_permit(spell_plate(form.cleaned_data["plate"]), form.cleaned_data["zone"])
    return render(request, "permits/check.html", {"form": form, "asked": form.is_bound, "permit": permit})


def _valid_permit(plate: str, zone: str) -> Permit | None:
    """Return a permit that is approved, wholly paid and valid today; None if there is none."""
    today = timezone.localdate()
    approved = Permit.objects.filter(plate=plate, zone=zone, status=Status.APPROVED)
    current = approved.filter(first_day__lte=today, last_day__gte=today)
    return next((permit for permit in current if permit.open <= 0), None)
