"""Greetings by name."""

from greeter.greeting import greet

__all__ = ["greet"]
