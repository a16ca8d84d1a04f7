"""WebDriver commands for clicks, keys and answers to dialogs (W3C WebDriver, sections 12.5, 15 and 16)."""

from __future__ import annotations

from pathlib import Path

from simulators.webdriver import scripts
from simulators.webdriver.driver_session import CommandParameters, DriverSession
from simulators.webdriver.errors import error_of
from simulators.webdriver.keyboard import is_plain
from simulators.webdriver.serialization import node_of
from simulators.webdriver.window import OpenDialog


def click(session: DriverSession, given: CommandParameters) -> None:
    place = session.of_element(scripts.CLICK, given)
    if isinstance(place, list):
        session.hands.click(*place)


def clear(session: DriverSession, given: CommandParameters) -> None:
    session.of_element(scripts.CLEAR, given)


def send_keys(session: DriverSession, given: CommandParameters) -> None:
    text = str(given["text"])
    takes = session.of_element(scripts.TYPE, given, text)
    if takes == "files":
        _choose_files(session, given["id"], text.split("\n"))
    elif takes == "text" and is_plain(text):
        session.window.acted(session.window.send("Input.insertText", {"text": text}))
    elif takes in ("text", "keys"):
        session.hands.type(list(session.hands.keyboard.typed(text)))


def _choose_files(session: DriverSession, element: str, names: list[str]) -> None:
    for name in names:
        if not Path(name).is_file():
            raise error_of(f"invalid argument: File not found : {name}")
    session.call("DOM.setFileInputFiles", files=names, backendNodeId=node_of(element))


def perform(session: DriverSession, given: CommandParameters) -> None:
    session.hands.perform(given["actions"])


def release(session: DriverSession, given: CommandParameters) -> None:
    session.hands.release()


def alert_text(session: DriverSession, given: CommandParameters) -> object:
    return _dialog(session).message


def answer_prompt(session: DriverSession, given: CommandParameters) -> None:
    if _dialog(session).kind != "prompt":
        raise error_of("element not interactable: the dialog has no text box")
    session.answer_to_prompt = str(given["text"])


def accept(session: DriverSession, given: CommandParameters) -> None:
    _close_dialog(session, True)


def dismiss(session: DriverSession, given: CommandParameters) -> None:
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
