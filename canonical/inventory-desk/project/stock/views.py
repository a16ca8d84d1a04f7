"""The pages, and the buttons on them."""

from decimal import Decimal

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from stock import csv_files, services
from stock.access import managers_only
from stock.forms import ImportForm, ItemForm, MovementForm
from stock.listing import Listing
from stock.models import Item


@login_required
def items(request: HttpRequest) -> HttpResponse:
    """List the items that the address asks for, page by page."""
    listing = Listing(request.GET)
    page = listing.page()
    context = {
        "listing": listing,
        "page": page,
        "previous": listing.address_of_page(page.previous_page_number()) if page.has_previous() else "",
        "next": listing.address_of_page(page.next_page_number()) if page.has_next() else "",
    }
    return render(request, "stock/items.html", context)


@login_required
def export(request: HttpRequest) -> HttpResponse:
    """Download the items that the address asks for, all of them."""
    response = HttpResponse(csv_files.write_items(Listing(request.GET).items()), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="items.csv"'
    return response


@login_required
def item_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an item, and book a movement."""
    item = get_object_or_404(Item, pk=pk)
    form = MovementForm(request.POST or None)
    if form.is_valid():
        pieces = form.cleaned_data["pieces"]
        change = -pieces if "take_out" in request.POST else pieces
        try:
            services.move(item, change, form.cleaned_data["note"], request.user)
        except services.Refused as refusal:
            form.add_error("pieces", str(refusal))
            item.refresh_from_db()
        else:
            return redirect(item)
    movements = item.movements.select_related("user")
    return render(request, "stock/item.html", {"item": item, "form": form, "movements": movements})


@managers_only
def new_item(request: HttpRequest) -> HttpResponse:
    """Add an item."""
    return _edit(request, Item())


@managers_only
def edit_item(request: HttpRequest, pk: int) -> HttpResponse:
    """Change an item."""
    return _edit(request, get_object_or_404(Item, pk=pk))


def _edit(request: HttpRequest, item: Item) -> HttpResponse:
    """Show the form of a new or existing item, and save it."""
    form = ItemForm(request.POST or None, instance=item, initial={"version": item.version})
    if form.is_valid():
        try:
            services.save_item(form.instance, form.cleaned_data["version"])
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(form.instance)
    return render(request, "stock/item_form.html", {"form": form, "item": item})


@require_POST
@managers_only
def remove_item(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove an item that is not in stock."""
    item = get_object_or_404(Item, pk=pk)
    try:
        services.remove(item)
    except services.Refused as refusal:
        messages.error(request, str(refusal))
        return redirect(item)
    return redirect("items")


@managers_only
def import_items(request: HttpRequest) -> HttpResponse:
    """Import a file of items, and say what it did."""
    form = ImportForm(request.POST or None, request.FILES or None)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        try:
            context["counts"] = csv_files.import_items(form.cleaned_data["file"].read(), request.user)
        except csv_files.NotItems:
            form.add_error("file", "This is not a file of items.")
        except csv_files.WrongRows as wrong:
            context["problems"] = wrong.problems
    return render(request, "stock/import.html", context)


@managers_only
def low_stock(request: HttpRequest) -> HttpResponse:
    """List what has to be ordered, the highest cost first."""
    low = sorted(Item.objects.low(), key=lambda item: (-item.order_cost, item.part_number))
    total = sum((item.order_cost for item in low), Decimal(0))
    return render(request, "stock/low_stock.html", {"items": low, "total": total})
