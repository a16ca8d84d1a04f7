"""What everybody may look at: the catalogue and the page of a book."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from library.forms import SearchForm
from library.models import Book

BOOKS_PER_PAGE = 10


@require_safe
def catalogue(request: HttpRequest) -> HttpResponse:
    """Show the books that match a search."""
    form = SearchForm(request.GET)
    books = Book.objects.all()
    if form.is_valid():
        books = books.matching(form.cleaned_data["words"])
        if category := form.cleaned_data["category"]:
            books = books.filter(category=category)
    page = Paginator(books.with_availability(), BOOKS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "library/catalogue.html", {"form": form, "page": page})


@require_safe
def book(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a book with its copies and what the member may do."""
    found = get_object_or_404(Book, pk=pk)
    shelf = found.shelf()
    context = {
        "book": found,
        "shelf": shelf,
        "is_open": shelf.is_open_to(request.user.pk),
        "position": shelf.position_of(request.user.pk),
    }
    return render(request, "library/book.html", context)
