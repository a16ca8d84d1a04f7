"""The shopping list of the account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from recipes.shopping import add_to_list
from recipes.views.recipes import portions_asked_for, seen_recipe


@login_required
def shopping_list(request: HttpRequest) -> HttpResponse:
    """Show the list."""
    return render(request, "recipes/shopping.html", {"entries": request.user.shopping.all()})


@require_POST
@login_required
def add(request: HttpRequest, pk: int) -> HttpResponse:
    """Add the ingredients of a recipe for the portions in the address."""
    recipe = seen_recipe(request, pk)
    portions, _ = portions_asked_for(request, recipe)
    add_to_list(request.user, recipe.ingredients_for(portions))
    messages.success(request, "The ingredients are on your shopping list.")
    return redirect("shopping")


@require_POST
@login_required
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove one entry of the own list."""
    get_object_or_404(request.user.shopping, pk=pk).delete()
    return redirect("shopping")


@require_POST
@login_required
def clear(request: HttpRequest) -> HttpResponse:
    """Remove all entries of the own list."""
    request.user.shopping.all().delete()
    return redirect("shopping")
