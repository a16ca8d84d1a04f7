"""The application's entry in the settings."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """the reading clubs of Turnpage."""

    name = "club"
