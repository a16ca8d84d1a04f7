"""Missions as data: everything that an author of missions imports."""

from missions.errors import MissionError
from missions.mission import Checklist, Document, Function, Limits, Mission, Page, Stack
from missions.suites import Suite
from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Unanswered, Url, Value
from missions.testcodes.testcode import Parameter, SimulatorName, Testcode, testcode
from simulators.browser import BrowserUser
from simulators.console import ConsoleUser
from simulators.desktop import DesktopUser
from simulators.files import FilesUser

__all__ = [
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
    "Limits",
    "Message",
    "Mission",
    "MissionError",
    "Page",
    "Parameter",
    "ParameterKind",
    "SimulatorName",
    "Stack",
    "Suite",
    "Testcode",
    "Unanswered",
    "Url",
    "Value",
    "testcode",
]
