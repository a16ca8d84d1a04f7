"""What is to be built, and what a user tries: all that an author of missions imports."""

from missions.errors import MissionError
from missions.mission import Checklist, Function, Level, Limits, Mission, Mode, Page, Stack
from missions.testcodes.parameters import Command, Element, FileName, Message, ParameterKind, Unanswered, Url, Value
from missions.testcodes.testcode import Parameter, SimulatorName, Testcode, testcode
from simulators.browser import BrowserUser
from simulators.console import ConsoleUser
from simulators.files import FilesUser

__all__ = [
    "BrowserUser",
    "Checklist",
    "Command",
    "ConsoleUser",
    "Element",
    "FileName",
    "FilesUser",
    "Function",
    "Level",
    "Limits",
    "Message",
    "Mission",
    "MissionError",
    "Mode",
    "Page",
    "Parameter",
    "ParameterKind",
    "SimulatorName",
    "Stack",
    "Testcode",
    "Unanswered",
    "Url",
    "Value",
    "testcode",
]
