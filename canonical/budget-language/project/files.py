"""Files of inputs: loaded, saved, run."""

from pathlib import Path

from inputs import split_into_inputs
from problems import Problem
from session import Definitions, Session
from values import written

WRONG_FILE, UNREADABLE_FILE = 1, 2
"""Exit statuses of a run."""


def load(name: str, session: Session) -> str:
    """Do what stands in a file, all or nothing, and return the answer."""
    text = _read(name)
    if text is None:
        return f"Cannot read {name}."
    trial = session.copy()
    for typed in split_into_inputs(text):
        if typed.text:
            try:
                trial.perform(typed)
            except Problem as problem:
                return problem.report(name)
    session.change(f":load {name}", trial.definitions)
    session.ans = trial.ans
    return f"Loaded {name}."


def save(name: str, definitions: Definitions) -> str:
    """Write all definitions to a file and return the answer."""
    lines = [f"let {variable} = {written(value)}" for variable, value in sorted(definitions.variables.items())]
    lines += [f"def {definition.head} = {definition.text}" for _, definition in sorted(definitions.functions.items())]
    try:
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError:
        return f"Cannot write {name}."
    return f"Saved {name}."


def run_file(name: str) -> int:
    """Do what stands in a file, show the answers, and return the exit status."""
    text = _read(name)
    if text is None:
        print(f"Cannot read {name}.")
        return UNREADABLE_FILE
    session = Session()
    for typed in split_into_inputs(text):
        if typed.text:
            try:
                print(session.perform(typed))
            except Problem as problem:
                print(problem.report(name))
                return WRONG_FILE
    return 0


def _read(name: str) -> str | None:
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
