"""Commands: what begins with a colon."""

from collections.abc import Callable

import files
from session import Definitions, Session
from values import shown


def variables(session: Session) -> list[str]:
    """List the variables."""
    known = sorted(session.definitions.variables.items())
    return [f"{name} = {shown(value)}" for name, value in known] or ["No variables."]


def functions(session: Session) -> list[str]:
    """List the functions."""
    known = sorted(session.definitions.functions.items())
    return [f"{definition.head} = {definition.text}" for _, definition in known] or ["No functions."]


def clear(session: Session) -> list[str]:
    """Remove all variables and functions."""
    session.change(":clear", Definitions())
    return ["Cleared."]


def undo(session: Session) -> list[str]:
    """Take back the last step."""
    text = session.undo()
    return ["Nothing to undo." if text is None else f"Undone: {text}"]


def redo(session: Session) -> list[str]:
    """Do again what was undone last."""
    text = session.redo()
    return ["Nothing to redo." if text is None else f"Redone: {text}"]


PLAIN: dict[str, Callable[[Session], list[str]]] = {
    ":vars": variables,
    ":functions": functions,
    ":clear": clear,
    ":undo": undo,
    ":redo": redo,
}


def obey(line: str, session: Session) -> list[str]:
    """Do what a command says and return the answer, line by line."""
    command, _, argument = line.strip().partition(" ")
    argument = argument.strip()
    if command == ":save" and argument:
        return [files.save(argument, session.definitions)]
    if command == ":load" and argument:
        return [files.load(argument, session)]
    if command in PLAIN and not argument:
        return PLAIN[command](session)
    return [f"Unknown command: {line.strip()}"]
