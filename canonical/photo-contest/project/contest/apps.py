"""The application's entry in the settings."""

from django.apps import AppConfig


class ContestConfig(AppConfig):
    """the photo contests of the Aperture club."""

    name = "contest"
