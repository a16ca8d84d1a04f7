"""The application's configuration."""

from django.apps import AppConfig


class BoardConfig(AppConfig):
    """Configuration of `board`."""

    name = "board"
