"""Typed cause of a case that did not pass; the types are those that simulators raise and return."""

from simulators.failures import INFRASTRUCTURE, MAY_BE_THE_MACHINE, Failure, FailureKind

__all__ = ["INFRASTRUCTURE", "MAY_BE_THE_MACHINE", "Failure", "FailureKind"]
