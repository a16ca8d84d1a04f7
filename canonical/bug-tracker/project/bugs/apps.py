"""The application's entry in the settings."""

from django.apps import AppConfig


class BugsConfig(AppConfig):
    """the bug tracker Thimble."""

    name = "bugs"
