"""The application's entry in the settings."""

from django.apps import AppConfig


class TicketsConfig(AppConfig):
    """the ticket office of the Lantern Museum."""

    name = "tickets"
