"""Missions as data: everything that an author of missions imports.

Types of simulated users are imported when they are first named: a mission needs one of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from missions.errors import MissionError
from missions.mission import Checklist, Document, Function, Limits, Mission, Page, Stack
from missions.reference import Suite
from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Unanswered, Url, Value
from missions.testcodes.testcode import Inputs, Parameter, SimulatorName, Testcode, testcode

if TYPE_CHECKING:
    from simulators.browser import BrowserUser
    from simulators.console import ConsoleUser
    from simulators.desktop import DesktopUser
    from simulators.files import FilesUser
    from simulators.service import Answer, Request, ServiceUser

USERS = {
    "BrowserUser": "simulators.browser",
    "ConsoleUser": "simulators.console",
    "DesktopUser": "simulators.desktop",
    "FilesUser": "simulators.files",
    "ServiceUser": "simulators.service",
    "Answer": "simulators.service",
    "Request": "simulators.service",
}
"""Packages of the types of simulated users, and of what they send and receive."""

__all__ = [
    "Answer",
    "BrowserUser",
    "Checklist",
    "Command",
    "ConsoleUser",
    "DesktopUser",
    "Document",
    "Element",
    "FileName",
    "FilesUser",
    "Function",
    "Inputs",
    "Limits",
    "Message",
    "Mission",
    "MissionError",
    "Page",
    "Parameter",
    "ParameterKind",
    "Request",
    "ServiceUser",
    "SimulatorName",
    "Stack",
    "Suite",
    "Testcode",
    "Unanswered",
    "Url",
    "Value",
    "testcode",
]


def __getattr__(name: str) -> Any:
    """Import the type of a simulated user."""
    if name not in USERS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(USERS[name]), name)
