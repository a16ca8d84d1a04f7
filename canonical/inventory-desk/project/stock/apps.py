"""The application's configuration."""

from django.apps import AppConfig


class StockConfig(AppConfig):
    """Configuration of `stock`."""

    name = "stock"
