"""WebDriver commands that find, read and use elements, the page and its dialogs (W3C WebDriver, sections 12 to 17)."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

from evaluator.benchmarks.projecteval_2025.webdriver import scripts
from evaluator.benchmarks.projecteval_2025.webdriver.input import is_plain
from evaluator.benchmarks.projecteval_2025.webdriver.pipe import error_of
from evaluator.benchmarks.projecteval_2025.webdriver.serialization import ELEMENT, node_of
from evaluator.benchmarks.projecteval_2025.webdriver.session import Command, CommandParameters, DriverSession
from evaluator.benchmarks.projecteval_2025.webdriver.window import OpenDialog

POLL_SECONDS: Final = 0.05
"""Seconds between two searches for an element that a testcode waits for."""


def find(session: DriverSession, parameters: CommandParameters) -> object:
    return _first(session, parameters)


def find_all(session: DriverSession, parameters: CommandParameters) -> object:
    return _several(session, parameters)


def find_below(session: DriverSession, parameters: CommandParameters) -> object:
    return _first(session, parameters, {ELEMENT: parameters.get("id") or parameters.get("shadowId")})


def find_all_below(session: DriverSession, parameters: CommandParameters) -> object:
    return _several(session, parameters, {ELEMENT: parameters.get("id") or parameters.get("shadowId")})


def _first(session: DriverSession, parameters: CommandParameters, *root: object) -> object:
    element = _found(session, parameters, False, *root)
    if element is None and session.window.dialog is None:
        sought = f'{{"method":"{parameters["using"]}","selector":"{parameters["value"]}"}}'
        raise error_of(f"no such element: Unable to locate element: {sought}")
    return element


def _several(session: DriverSession, parameters: CommandParameters, *root: object) -> object:
    return _found(session, parameters, True, *root) or []


def _found(session: DriverSession, parameters: CommandParameters, several: bool, *root: object) -> object:
    end = time.monotonic() + session.implicit
    while True:
        found = session.ask(scripts.FIND, parameters["using"], parameters["value"], several, *root)
        if found or time.monotonic() >= end:
            return found
        session.browser.pipe.listen(POLL_SECONDS)


def active(session: DriverSession, parameters: CommandParameters) -> object:
    return session.ask(scripts.ACTIVE)


def _command_of(script: str, *names: str) -> Command:
    """Return the command that calls `script` with an element and those of its parameters that have the `names`."""
    return lambda session, parameters: session.of_element(script, parameters, *(parameters[name] for name in names))


shadow_root = _command_of(scripts.SHADOW_ROOT)
text = _command_of(scripts.TEXT)
tag_name = _command_of(scripts.TAG_NAME)
attribute = _command_of(scripts.ATTRIBUTE, "name")
style = _command_of(scripts.STYLE, "propertyName")
selected = _command_of(scripts.SELECTED)
enabled = _command_of(scripts.ENABLED)
element_rectangle = _command_of(scripts.RECTANGLE)


def property_of(session: DriverSession, parameters: CommandParameters) -> object:
    return session.ask(scripts.PROPERTY, {ELEMENT: parameters["id"]}, parameters["name"], testcodes=True)


def role(session: DriverSession, parameters: CommandParameters) -> object:
    return _accessible(session, parameters, "role")


def label(session: DriverSession, parameters: CommandParameters) -> object:
    return _accessible(session, parameters, "name")


def _accessible(session: DriverSession, parameters: CommandParameters, what: str) -> object:
    node = node_of(parameters["id"])
    nodes = session.call("Accessibility.getPartialAXTree", backendNodeId=node, fetchRelatives=False)["nodes"]
    return nodes[0].get(what, {}).get("value", "") if nodes else ""


def script_answer(session: DriverSession, parameters: CommandParameters) -> object:
    return session.ask(f"function () {{ {parameters['script']}\n}}", *parameters["args"], testcodes=True)


def async_script_answer(session: DriverSession, parameters: CommandParameters) -> object:
    called = f"(function () {{ {parameters['script']}\n}}).apply(null, [...given, done])"
    return session.ask(f"(...given) => new Promise((done) => {{ {called}; }})", *parameters["args"], testcodes=True)


def screenshot(session: DriverSession, parameters: CommandParameters) -> object:
    return session.call("Page.captureScreenshot", format="png").get("data", "")


def element_screenshot(session: DriverSession, parameters: CommandParameters) -> object:
    session.of_element("(element) => element.scrollIntoView({ block: 'nearest', behavior: 'instant' })", parameters)
    box = element_rectangle(session, parameters)
    assert isinstance(box, dict)
    return session.call("Page.captureScreenshot", format="png", clip={**box, "scale": 1}).get("data", "")


def printed(session: DriverSession, parameters: CommandParameters) -> object:
    return session.call("Page.printToPDF").get("data", "")


def click(session: DriverSession, parameters: CommandParameters) -> None:
    place = session.of_element(scripts.CLICK, parameters)
    if isinstance(place, list):
        session.hands.click(*place)


def clear(session: DriverSession, parameters: CommandParameters) -> None:
    session.of_element(scripts.CLEAR, parameters)


def send_keys(session: DriverSession, parameters: CommandParameters) -> None:
    text = str(parameters["text"])
    takes = session.of_element(scripts.TYPE, parameters, text)
    if takes == "files":
        _choose_files(session, parameters["id"], text.split("\n"))
    elif takes == "text" and is_plain(text):
        session.window.acted(session.window.send("Input.insertText", {"text": text}))
    elif takes in ("text", "keys"):
        session.hands.type(list(session.hands.keyboard.typed(text)))


def _choose_files(session: DriverSession, element: str, names: list[str]) -> None:
    for name in names:
        if not Path(name).is_file():
            raise error_of(f"invalid argument: File not found : {name}")
    session.call("DOM.setFileInputFiles", files=names, backendNodeId=node_of(element))


def perform(session: DriverSession, parameters: CommandParameters) -> None:
    session.hands.perform(parameters["actions"])


def release(session: DriverSession, parameters: CommandParameters) -> None:
    session.hands.release()


def alert_text(session: DriverSession, parameters: CommandParameters) -> object:
    return _dialog(session).message


def answer_prompt(session: DriverSession, parameters: CommandParameters) -> None:
    if _dialog(session).kind != "prompt":
        raise error_of("element not interactable: the dialog has no text box")
    session.answer_to_prompt = str(parameters["text"])


def accept(session: DriverSession, parameters: CommandParameters) -> None:
    _close_dialog(session, True)


def dismiss(session: DriverSession, parameters: CommandParameters) -> None:
    _close_dialog(session, False)


def _dialog(session: DriverSession) -> OpenDialog:
    session.browser.pipe.catch_up()
    if session.window.dialog is None:
        raise error_of("no such alert: no dialog is open")
    return session.window.dialog


def _close_dialog(session: DriverSession, accept: bool) -> None:
    _dialog(session)
    prompt = {} if session.answer_to_prompt is None else {"promptText": session.answer_to_prompt}
    session.answer_to_prompt = session.window.dialog = None
    session.call("Page.handleJavaScriptDialog", accept=accept, **prompt)
