"""The application's entry in the settings."""

from django.apps import AppConfig


class PlannerConfig(AppConfig):
    """the room planner of the Berlin office."""

    name = "planner"
