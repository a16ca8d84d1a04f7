"""Simulated user of a service: a program of the customer's that sends HTTP requests and reads the answers."""

from simulators.service.user import Answer, Request, ServiceUser

__all__ = ["Answer", "Request", "ServiceUser"]
