"""The pages of the greeter."""

from django.shortcuts import render


def home(request):
    """Ask for a name, and greet by the one that was sent."""
    name = request.GET.get("name", "").strip()
    is_missing = "name" in request.GET and not name
    return render(request, "home.html", {"name": name, "is_missing": is_missing})
