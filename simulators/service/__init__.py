"""Simulated user of a service: a program of the customer's that sends HTTP requests and reads the answers."""

from simulators.service.requests import Answer, Request
from simulators.service.user import ServiceUser

__all__ = ["Answer", "Request", "ServiceUser"]
