"""The pages of recipes."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from recipes.forms import RecipeForm, ScaleForm
from recipes.models import Recipe
from recipes.searching import count_tags, find_recipes


def recipe_list(request: HttpRequest) -> HttpResponse:
    """List the recipes that have the words and the tag asked for."""
    words, tag = request.GET.get("words", ""), request.GET.get("tag", "")
    context = {"recipes": find_recipes(request.user, words, tag), "words": words, "tag": tag}
    context["tags"] = count_tags(request.user)
    return render(request, "recipes/recipes.html", context)


def seen_recipe(request: HttpRequest, pk: int) -> Recipe:
    """Return a recipe that the user may see, else the status 404."""
    return get_object_or_404(Recipe.objects.seen_by(request.user), pk=pk)


def portions_asked_for(request: HttpRequest, recipe: Recipe) -> tuple[int, ScaleForm]:
    """Return the number of portions in the address (the recipe's own if there is none, or a wrong one) and its form."""
    asked = "portions" in request.GET
    form = ScaleForm(request.GET if asked else None, initial={"portions": recipe.portions})
    return (form.cleaned_data["portions"] if form.is_valid() else recipe.portions), form


def recipe_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a recipe for the portions asked for."""
    recipe = seen_recipe(request, pk)
    portions, form = portions_asked_for(request, recipe)
    context = {
        "recipe": recipe,
        "form": form,
        "portions": portions,
        "ingredients": recipe.ingredients_for(portions),
        "is_author": request.user == recipe.author,
    }
    return render(request, "recipes/recipe.html", context)


def print_view(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a recipe without anything that does not belong on paper."""
    recipe = seen_recipe(request, pk)
    portions, _ = portions_asked_for(request, recipe)
    context = {"recipe": recipe, "portions": portions, "ingredients": recipe.ingredients_for(portions)}
    return render(request, "recipes/print.html", context)


@login_required
def new_recipe(request: HttpRequest) -> HttpResponse:
    """Write a recipe."""
    return _edit(request, Recipe(author=request.user))


@login_required
def edit_recipe(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one's own recipe."""
    return _edit(request, _own_recipe(request, pk))


@transaction.atomic
def _edit(request: HttpRequest, recipe: Recipe) -> HttpResponse:
    form = RecipeForm(request.POST or None, request.FILES or None, instance=recipe)
    if form.is_valid():
        return redirect(form.save())
    return render(request, "recipes/recipe_form.html", {"form": form})


@require_POST
@login_required
def delete_recipe(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete one's own recipe."""
    _own_recipe(request, pk).delete()
    return redirect("recipes")


def _own_recipe(request: HttpRequest, pk: int) -> Recipe:
    """Return a recipe of the user: 404 if there is none, 403 if another account wrote it."""
    recipe = seen_recipe(request, pk)
    if recipe.author != request.user:
        raise PermissionDenied
    return recipe
