"""The librarian's desk: books, loans, fines and figures."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from library import services
from library.exporting import write_loans
from library.forms import BookForm, DeskLoanForm, ImportForm, YearForm
from library.importing import NotABookList, import_books
from library.models import Book, Category, Loan
from library.permissions import librarian_only
from library.statistics import draw, loans_per_month


@librarian_only
def add_book(request: HttpRequest) -> HttpResponse:
    """Add a book to the catalogue."""
    return _edit(request, BookForm(request.POST or None), "Add a book")


@librarian_only
def edit_book(request: HttpRequest, pk: int) -> HttpResponse:
    """Change a book of the catalogue."""
    book = get_object_or_404(Book, pk=pk)
    return _edit(request, BookForm(request.POST or None, instance=book), "Edit the book")


def _edit(request: HttpRequest, form: BookForm, heading: str) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        book = form.save()
        messages.success(request, f"“{book}” is in the catalogue.")
        return redirect(book)
    return render(request, "library/edit_book.html", {"form": form, "heading": heading})


@librarian_only
def import_file(request: HttpRequest) -> HttpResponse:
    """Import books from a CSV file."""
    form = ImportForm(request.POST or None, request.FILES or None)
    imported = None
    if request.method == "POST" and form.is_valid():
        try:
            imported = import_books(form.cleaned_data["file"].read())
        except NotABookList as error:
            form.add_error("file", str(error))
    return render(request, "library/import.html", {"form": form, "imported": imported})


@librarian_only
def loans(request: HttpRequest) -> HttpResponse:
    """Show the current loans, and note one."""
    form = DeskLoanForm(request.POST or None, initial={"borrowed_on": timezone.localdate()})
    if request.method == "POST" and form.is_valid() and _lend(request, form):
        return redirect("desk-loans")
    current = Loan.objects.current().select_related("book", "member")
    return render(request, "library/desk_loans.html", {"form": form, "current": current})


def _lend(request: HttpRequest, form: DeskLoanForm) -> bool:
    try:
        loan = services.borrow(form.cleaned_data["member"], form.book, on=form.cleaned_data["borrowed_on"])
    except services.Refused as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, f"“{loan.book}” is noted for {loan.member}, due on {loan.due_on}.")
    return True


@require_safe
@librarian_only
def loans_csv(request: HttpRequest) -> HttpResponse:
    """Return all loans as a CSV file."""
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="loans.csv"'},
    )
    write_loans(response)
    return response


@require_safe
@librarian_only
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the loans of a year by month and category."""
    form = YearForm(request.GET or {"year": timezone.localdate().year})
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        months = loans_per_month(form.cleaned_data["year"])
        context |= {
            "year": form.cleaned_data["year"],
            "categories": Category.values,
            "months": months,
            "chart": draw(months),
        }
    return render(request, "library/statistics.html", context)


@require_safe
@librarian_only
def fines(request: HttpRequest) -> HttpResponse:
    """Show the unpaid fines."""
    unpaid = Loan.objects.unpaid()
    total = sum(loan.fine for loan in unpaid)
    return render(request, "library/fines.html", {"unpaid": unpaid, "total": total})


@require_POST
@librarian_only
def mark_paid(request: HttpRequest, pk: int) -> HttpResponse:
    """Note that a fine was paid."""
    loan = get_object_or_404(Loan, pk=pk)
    try:
        services.settle_fine(loan)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, f"The fine of {loan.member} is paid.")
    return redirect("fines")
