"""Pages for visitors."""

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from tickets import services
from tickets.forms import DayForm, FindForm, OrderForm
from tickets.models import Order
from tickets.slots import NotOnSale, start_of


@require_safe
def day(request: HttpRequest) -> HttpResponse:
    """Show the slots of a day, today at first."""
    form = DayForm(request.GET if "day" in request.GET else {"day": timezone.localdate().isoformat()})
    slots = []
    if form.is_valid():
        try:
            slots = services.slots_of(form.cleaned_data["day"])
        except NotOnSale as reason:
            form.add_error("day", str(reason))
    return render(request, "tickets/day.html", {"form": form, "slots": slots})


def book(request: HttpRequest, year: int, month: int, day: int, hour: int) -> HttpResponse:
    """Ask who comes; show the price, or book."""
    try:
        starts = start_of(date(year, month, day), hour)
    except (ValueError, NotOnSale) as reason:
        raise Http404 from reason
    form = OrderForm(request.POST or None, starts=starts)
    bill = None
    if request.method == "POST" and form.is_valid():
        bill = form.bill
        if "book" in request.POST and (order := _book(form)):
            return redirect(order)
    context = {"form": form, "starts": starts, "bill": bill, "free": services.free_places(starts)}
    return render(request, "tickets/book.html", context)


def _book(form: OrderForm) -> Order | None:
    try:
        return services.book(form.instance)
    except services.Refused as refusal:
        form.add_error(None, str(refusal))
        return None


@require_safe
def order(request: HttpRequest, code: str) -> HttpResponse:
    """Show an order to whoever has its code."""
    return render(request, "tickets/order.html", {"order": get_object_or_404(Order, code=code)})


@require_POST
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel an order."""
    found = get_object_or_404(Order, code=code)
    try:
        services.cancel(found)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(found)


def find(request: HttpRequest) -> HttpResponse:
    """Lead to the order of a code and an e-mail address."""
    form = FindForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect(form.order)
    return render(request, "tickets/find.html", {"form": form})
