"""Configuration of the library app."""

from django.apps import AppConfig


class LibraryConfig(AppConfig):
    """The library app."""

    name = "library"
    verbose_name = "Lending library"
