"""What members do: borrow, reserve, return, and look after their own loans."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from library import services
from library.models import Book, Loan, Reservation
from library.permissions import members_only


@require_safe
@members_only
def my_loans(request: HttpRequest) -> HttpResponse:
    """Show the member's loans and reservations."""
    loans = request.user.loans.select_related("book")
    context = {
        "current": loans.current().order_by("due_on", "pk"),
        "returned": loans.exclude(returned_on=None),
        "reservations": request.user.reservations.select_related("book"),
        "owed": sum(loan.fine for loan in loans.unpaid()),
    }
    return render(request, "library/my_loans.html", context)


@require_POST
@members_only
def borrow(request: HttpRequest, pk: int) -> HttpResponse:
    """Borrow a book."""
    book = get_object_or_404(Book, pk=pk)
    try:
        loan = services.borrow(request.user, book)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"“{book}” is yours until {loan.due_on}.")
    return redirect(book)


@require_POST
@members_only
def reserve(request: HttpRequest, pk: int) -> HttpResponse:
    """Reserve a book."""
    book = get_object_or_404(Book, pk=pk)
    try:
        reservation = services.reserve(request.user, book)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"You are number {reservation.position} in the queue for “{book}”.")
    return redirect(book)


@require_POST
@members_only
def cancel_reservation(request: HttpRequest, pk: int) -> HttpResponse:
    """Cancel the member's reservation of a book."""
    reservation = get_object_or_404(Reservation, pk=pk, member=request.user)
    reservation.delete()
    messages.success(request, f"You no longer wait for “{reservation.book}”.")
    return redirect("my-loans")


@require_safe
@login_required
def loan(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one of the member's loans."""
    return render(request, "library/loan.html", {"loan": _loan_for(request, pk)})


@require_POST
@login_required
def give_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a borrowed book."""
    loan = _loan_for(request, pk)
    try:
        services.take_back(loan)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"“{loan.book}” is back. Thank you.")
    return redirect("desk-loans" if request.user.is_staff else "my-loans")


def _loan_for(request: HttpRequest, pk: int) -> Loan:
    """The loan, if it belongs to who asks, or the librarian asks; 403 otherwise."""
    loan = get_object_or_404(Loan.objects.select_related("book", "member"), pk=pk)
    if loan.member_id != request.user.pk and not request.user.is_staff:
        raise PermissionDenied
    return loan
