"""Template filters for amounts of money."""

from decimal import Decimal

from django import template

register = template.Library()


@register.filter
def euros(amount: Decimal) -> str:
    """2.8 as ``€2.80``."""
    return f"€{amount:,.2f}"
