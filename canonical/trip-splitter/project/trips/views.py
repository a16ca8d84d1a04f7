"""The pages, and the buttons on them."""

from decimal import Decimal, InvalidOperation

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from trips import services
from trips.balances import find_balances, suggest_payments
from trips.forms import ExpenseForm, FilterForm, TripForm
from trips.models import Trip
from trips.reports import total_by_category, total_of, write_summary


def new_trip(request: HttpRequest) -> HttpResponse:
    """Start a trip with its members."""
    form = TripForm(request.POST or None)
    if form.is_valid():
        return redirect(form.save())
    return render(request, "trips/new_trip.html", {"form": form})


def trip_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show a trip with expenses, balances and suggested payments."""
    trip = get_object_or_404(Trip, token=token)
    filter_form = FilterForm(request.GET or None, trip=trip)
    expenses = _expenses_of(trip)
    listed = list(filter_form.narrow(expenses))
    return render(
        request,
        "trips/trip.html",
        {
            **_figures(trip),
            "filter_form": filter_form,
            "listed": listed,
            "listed_total": total_of(listed),
            "settled_payments": trip.payments.select_related("payer", "receiver"),
            "link": request.build_absolute_uri(trip.get_absolute_url()),
        },
    )


def printable(request: HttpRequest, token: str) -> HttpResponse:
    """Show a trip for printing."""
    trip = get_object_or_404(Trip, token=token)
    figures = {**_figures(trip), "today": timezone.localdate()}
    figures["expenses"].reverse()
    return render(request, "trips/printable.html", figures)


def _expenses_of(trip: Trip):
    return trip.expenses.select_related("payer").prefetch_related("parts__member")


def _figures(trip: Trip) -> dict:
    """What the trip's page and the printable one both show."""
    expenses = list(_expenses_of(trip))
    balances = find_balances(trip)
    payments = suggest_payments(balances)
    return {
        "trip": trip,
        "expenses": expenses,
        "total": total_of(expenses),
        "balances": balances,
        "payments": payments,
        "categories": total_by_category(expenses),
        "summary": write_summary(trip, expenses, balances, payments),
    }


def add_expense(request: HttpRequest, token: str) -> HttpResponse:
    """Add an expense to a trip."""
    trip = _open_trip(token)
    form = ExpenseForm(request.POST or None, trip=trip, initial={"payer": trip.members.first()})
    return _expense_form(request, trip, form)


def edit_expense(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Change an expense."""
    trip = _open_trip(token)
    expense = get_object_or_404(trip.expenses, pk=pk)
    return _expense_form(request, trip, ExpenseForm(request.POST or None, trip=trip, instance=expense))


def _expense_form(request: HttpRequest, trip: Trip, form: ExpenseForm) -> HttpResponse:
    if form.is_valid():
        form.save()
        messages.success(request, "Expense saved.")
        return redirect(trip)
    return render(request, "trips/expense_form.html", {"trip": trip, "form": form})


@require_POST
def delete_expense(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Delete an expense."""
    trip = _open_trip(token)
    services.delete_expense(get_object_or_404(trip.expenses, pk=pk))
    messages.success(request, "Expense deleted.")
    return redirect(trip)


@require_POST
def settle(request: HttpRequest, token: str) -> HttpResponse:
    """Note a payment between two members."""
    trip = _open_trip(token)
    try:
        payer, receiver = int(request.POST["payer"]), int(request.POST["receiver"])
        amount = Decimal(request.POST["amount"])
    except (KeyError, ValueError, InvalidOperation) as error:
        raise BadRequest("Not a payment.") from error
    try:
        services.settle(trip, payer, receiver, amount)
    except services.OutdatedPayment:
        messages.error(request, "This payment is no longer needed.")
    return redirect(trip)


@require_POST
def undo(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Undo a payment that was noted."""
    trip = _open_trip(token)
    services.undo_payment(get_object_or_404(trip.payments, pk=pk))
    return redirect(trip)


@require_POST
def archive(request: HttpRequest, token: str) -> HttpResponse:
    """Archive a trip, which makes it read only."""
    trip = _open_trip(token)
    services.archive(trip)
    return redirect(trip)


def _open_trip(token: str) -> Trip:
    """The trip, to be changed: 404 when there is none, 403 when it is archived."""
    trip = get_object_or_404(Trip, token=token)
    services.require_open(trip)
    return trip
