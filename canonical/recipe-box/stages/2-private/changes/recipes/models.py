"""Recipes with their tags, and the shopping lists of the accounts."""

from fractions import Fraction

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse

from recipes.ingredients import Ingredient, numbered_lines, parse_all


class Tag(models.Model):
    """A word that several recipes have in common."""

    name = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class RecipeQuerySet(models.QuerySet["Recipe"]):
    """Selections of recipes."""

    def seen_by(self, user) -> "RecipeQuerySet":
        """Return those that are for everybody, and the user's own ones."""
        own = models.Q(author=user) if user.is_authenticated else models.Q()
        return self.filter(models.Q(is_private=False) | own) if own else self.filter(is_private=False)


class Recipe(models.Model):
    """A recipe; ingredients and steps are stored as they were typed, one per line."""

    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recipes")
    title = models.CharField(max_length=100)
    portions = models.PositiveSmallIntegerField()
    ingredients = models.TextField()
    steps = models.TextField(blank=True)
    photo = models.FileField(upload_to="photos/", blank=True)
    tags = models.ManyToManyField(Tag, blank=True, related_name="recipes")
    is_private = models.BooleanField("Only for me", default=False)

    objects = RecipeQuerySet.as_manager()

    class Meta:
        ordering = [Lower("title"), "pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the address of the recipe's page."""
        return reverse("recipe", args=[self.pk])

    def ingredients_for(self, portions: int) -> list[Ingredient]:
        """Return the ingredients for another number of portions."""
        factor = Fraction(portions, self.portions)
        return [ingredient.scaled(factor) for ingredient in parse_all(self.ingredients)]

    @property
    def step_list(self) -> list[str]:
        """The steps without empty lines."""
        return [line for _, line in numbered_lines(self.steps)]


class ShoppingEntry(models.Model):
    """An ingredient in the shopping list of an account.

    `amount` is an exact fraction as a text, as in `1/3`; it is empty if there is none.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shopping")
    name = models.CharField(max_length=200)
    unit = models.CharField(max_length=10, blank=True)
    amount = models.CharField(max_length=100, blank=True)

    class Meta:
        ordering = [Lower("name"), "pk"]

    def __str__(self) -> str:
        return str(self.ingredient)

    @property
    def ingredient(self) -> Ingredient:
        """The entry as an ingredient."""
        return Ingredient(self.name, self.unit, Fraction(self.amount) if self.amount else None)
