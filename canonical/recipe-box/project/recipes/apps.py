"""The application's configuration."""

from django.apps import AppConfig


class RecipesConfig(AppConfig):
    """Configuration of `recipes`."""

    name = "recipes"
