"""Registering."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from recipes.forms import RegistrationForm


def register(request: HttpRequest) -> HttpResponse:
    """Create an account, and log in."""
    form = RegistrationForm(request.POST or None)
    if form.is_valid():
        login(request, form.save())
        return redirect("recipes")
    return render(request, "registration/register.html", {"form": form})
