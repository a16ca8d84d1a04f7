"""Shopping lists: what is added becomes one entry with what is there already, where that can be added."""

from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction

from recipes.ingredients import Ingredient
from recipes.models import ShoppingEntry


@transaction.atomic
def add_to_list(user: User, ingredients: Iterable[Ingredient]) -> None:
    """Add ingredients to the list of `user`."""
    for ingredient in ingredients:
        _add(user, ingredient)


def _add(user: User, ingredient: Ingredient) -> None:
    alike = user.shopping.filter(name__iexact=ingredient.name, unit=ingredient.unit)
    if ingredient.amount is None:
        if not alike.filter(amount="").exists():
            ShoppingEntry.objects.create(user=user, name=ingredient.name)
        return
    entry = alike.exclude(amount="").first()
    if entry is None:
        entry = ShoppingEntry(user=user, name=ingredient.name, unit=ingredient.unit, amount="0")
    entry.amount = str(entry.ingredient.amount + ingredient.amount)
    entry.save()
