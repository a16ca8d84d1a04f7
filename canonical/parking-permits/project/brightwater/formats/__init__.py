"""Formats of dates, by language."""
