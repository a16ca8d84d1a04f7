"""The application's configuration."""

from django.apps import AppConfig


class PermitsConfig(AppConfig):
    """Configuration of `permits`."""

    name = "permits"
