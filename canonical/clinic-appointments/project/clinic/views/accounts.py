"""Registering, and the first page for each kind of user."""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from clinic.forms import RegistrationForm
from clinic.models import Doctor


def register(request: HttpRequest) -> HttpResponse:
    """Make a visitor a patient, and log in."""
    form = RegistrationForm(request.POST or None)
    if form.is_valid():
        login(request, form.save())
        return redirect("home")
    return render(request, "registration/register.html", {"form": form})


@login_required
def home(request: HttpRequest) -> HttpResponse:
    """Lead doctors to their calendar and patients to their appointments."""
    is_doctor = Doctor.objects.filter(user=request.user).exists()
    return redirect("calendar" if is_doctor else "my-appointments")
