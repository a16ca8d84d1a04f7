"""The application's configuration."""

from django.apps import AppConfig


class PollsConfig(AppConfig):
    """Configuration of `polls`."""

    name = "polls"
