"""The application's configuration."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Configuration of `cards`."""

    name = "cards"
