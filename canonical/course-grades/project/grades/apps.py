"""The application's entry in the settings."""

from django.apps import AppConfig


class GradesConfig(AppConfig):
    """the grade book of the evening school."""

    name = "grades"
