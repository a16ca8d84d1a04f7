"""Typed cause of a case that did not pass."""

from __future__ import annotations

from dataclasses import dataclass

from simulators.failures import INFRASTRUCTURE, MAY_BE_THE_MACHINE, FailureKind

__all__ = ["INFRASTRUCTURE", "MAY_BE_THE_MACHINE", "Failure", "FailureKind"]


@dataclass(frozen=True)
class Failure:
    """Why a case did not pass. Decisions read `kind`; `message` is for people only.

    `caused_by` is the id of the earlier case that this one follows from; empty when it stands for itself.
    """

    kind: FailureKind
    message: str
    caused_by: str = ""
