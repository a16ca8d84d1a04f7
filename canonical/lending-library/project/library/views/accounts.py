"""Becoming a member."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from library.forms import RegistrationForm


def register(request: HttpRequest) -> HttpResponse:
    """Register a member."""
    form = RegistrationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        member = form.save()
        login(request, member)
        messages.success(request, f"Welcome to the library, {member}.")
        return redirect("catalogue")
    return render(request, "registration/register.html", {"form": form})
