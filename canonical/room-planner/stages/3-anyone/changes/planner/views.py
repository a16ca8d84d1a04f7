"""The page, the interface that its script uses, and the calendar file."""

import json
from datetime import date, datetime, time, timedelta

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from planner import services
from planner.calendars import write_calendar
from planner.forms import RegistrationForm
from planner.models import Booking, DeletedBooking, Room
from planner.wishes import Refused, read_wish


def register(request: HttpRequest) -> HttpResponse:
    """Make an account, and log in."""
    form = RegistrationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        return redirect("planner")
    return render(request, "planner/register.html", {"form": form})


@require_safe
@login_required
@ensure_csrf_cookie
def planner(request: HttpRequest) -> HttpResponse:
    """Show the page; its script fetches the bookings."""
    context = {"rooms": Room.objects.all(), "today": timezone.localdate()}
    return render(request, "planner/planner.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def bookings(request: HttpRequest) -> JsonResponse:
    """List the bookings of a room from one day to another, or make some."""
    return _make(request) if request.method == "POST" else _list(request)


def _list(request: HttpRequest) -> JsonResponse:
    room = get_object_or_404(Room, name=request.GET.get("room"))
    try:
        first, last = (date.fromisoformat(request.GET.get(key, "")) for key in ("from", "to"))
    except ValueError:
        return JsonResponse({"message": "Give the days from and to."}, status=400)
    start, end = (timezone.make_aware(datetime.combine(day, time())) for day in (first, last + timedelta(days=1)))
    found = room.bookings.overlapping(start, end).select_related("room", "owner")
    return JsonResponse({"bookings": [_shown(booking) for booking in found]})


def _shown(booking: Booking) -> dict[str, object]:
    """A booking as the script gets it: times are those of the office, with their offset."""
    start, end = timezone.localtime(booking.start), timezone.localtime(booking.end)
    return {
        "id": booking.pk,
        "room": booking.room.name,
        "title": booking.title,
        "by": booking.owner.username,
        "start": start.isoformat(timespec="minutes"),
        "end": end.isoformat(timespec="minutes"),
        "people": booking.people,
        "repeated": Booking.objects.filter(series=booking.series).exclude(pk=booking.pk).exists(),
    }


def _make(request: HttpRequest) -> JsonResponse:
    try:
        content = json.loads(request.body)
        room = Room.objects.get(name=content["room"])
    except (ValueError, KeyError, TypeError, Room.DoesNotExist):
        return JsonResponse({"message": "Choose a room."}, status=400)
    try:
        made = services.book(room, request.user, read_wish(content))
    except Refused as refusal:
        return JsonResponse({"message": str(refusal)}, status=409)
    return JsonResponse({"booked": len(made)}, status=201)


@require_http_methods(["DELETE"])
@login_required
def booking(request: HttpRequest, pk: int) -> JsonResponse:
    """Delete a booking, with those that follow in its series if wanted."""
    found = Booking.objects.filter(pk=pk).first()
    if found is None:
        return JsonResponse({"message": "This booking is gone."}, status=404)
    services.delete(found, request.user, following="following" in request.GET)
    return JsonResponse({})


@require_http_methods(["GET", "POST"])
@login_required
def deleted_bookings(request: HttpRequest) -> HttpResponse:
    """List the deleted bookings, or book one of them again."""
    message = ""
    if request.method == "POST":
        deleted = get_object_or_404(DeletedBooking, pk=request.POST.get("booking"))
        try:
            services.book_again(deleted)
            return redirect("deleted")
        except Refused as refusal:
            message = str(refusal)
    found = DeletedBooking.objects.select_related("room", "owner", "deleter")
    return render(request, "planner/deleted.html", {"bookings": found, "message": message})


@require_safe
@login_required
def calendar(request: HttpRequest, name: str) -> HttpResponse:
    """Deliver all bookings of a room as a calendar file."""
    room = get_object_or_404(Room, name=name)
    text = write_calendar(room.bookings.select_related("room"), timezone.now())
    headers = {"Content-Disposition": f'attachment; filename="{slugify(room.name)}.ics"'}
    return HttpResponse(text, content_type="text/calendar; charset=utf-8", headers=headers)
