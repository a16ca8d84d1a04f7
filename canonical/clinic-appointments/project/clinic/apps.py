"""The application's configuration."""

from django.apps import AppConfig


class ClinicConfig(AppConfig):
    """Configuration of `clinic`."""

    name = "clinic"
