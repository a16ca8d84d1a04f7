"""What can go wrong while a user is played.

    SimulatorError
    ├── Unmet             an expectation did not hold: what was seen is in the message   → failed
    │   └── NotThere      what the user needed was not there, or not usable              → failed
    ├── OutOfTime         the testcode's time was up                                     → timeout
    ├── Vacuous           an answer names nothing in particular (also ``ValueError``)    → unanswered
    └── SimulatorBroke    our side broke: the browser died, the disk is full             → infrastructure

The arrow names the verdict that judging gives. `Unmet` is an `AssertionError` too, so a plain
``assert`` in a testcode and an expectation of a simulator are reported alike.
"""

from __future__ import annotations


class SimulatorError(Exception):
    """Base of everything that a simulator raises on purpose."""


class Unmet(SimulatorError, AssertionError):
    """An expectation did not hold; the message says what was expected and what was seen."""


class NotThere(Unmet):
    """What the user wanted to use is not there, is hidden, or is there more than once."""


class OutOfTime(SimulatorError):
    """The testcode as a whole used up its time limit (one verb's patience ending is `Unmet`)."""


class Vacuous(SimulatorError, ValueError):
    """An answered parameter is empty, foreign to the project, or names everything at once."""


class SimulatorBroke(SimulatorError):
    """The simulator itself broke; never the fault of the judged project."""
