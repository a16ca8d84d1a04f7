"""Finding recipes by words and tags."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q

from recipes.ingredients import parse_all
from recipes.models import Recipe, Tag


def find_recipes(user: User, words: str, tag: str) -> list[Recipe]:
    """Return the recipes that a user may see in which every word occurs, and that have the tag, if there is one."""
    recipes = Recipe.objects.seen_by(user).select_related("author")
    if tag:
        recipes = recipes.filter(tags__name=tag)
    wanted = words.casefold().split()
    return [recipe for recipe in recipes if _has_words(recipe, wanted)]


def _has_words(recipe: Recipe, words: list[str]) -> bool:
    names = [recipe.title.casefold(), *(part.name.casefold() for part in parse_all(recipe.ingredients))]
    return all(any(word in name for name in names) for word in words)


@dataclass(frozen=True)
class TagCount:
    """A tag and the number of recipes that have it."""

    name: str
    count: int


def count_tags(user: User) -> list[TagCount]:
    """Return all tags in use in the recipes that a user may see, in alphabetical order."""
    seen = Q(recipes__in=Recipe.objects.seen_by(user))
    counted = Tag.objects.annotate(count=Count("recipes", filter=seen)).filter(count__gt=0).order_by("name")
    return [TagCount(tag.name, tag.count) for tag in counted]
