"""Configuration of the trips app."""

from django.apps import AppConfig


class TripsConfig(AppConfig):
    """The trips app."""

    name = "trips"
