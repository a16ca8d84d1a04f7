"""``projecteval setup``, ``doctor``, ``completion``: install what is missing, check this machine, shell completion."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain
from typing import Annotated, Literal

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson
from evaluator.io.terminal import say, tell

APT = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")


@dataclass(frozen=True)
class SystemPart:
    """A part of the system, and the commands that may install it: the next one is tried where one fails."""

    name: str
    is_there: Callable[[], bool]
    commands: tuple[tuple[str, ...], ...]
    is_needed: bool = True


def add_to(app: typer.Typer) -> None:
    described = "Install what is missing: a browser, a sandbox, and the environments that solutions run on."
    app.command("setup", cls=VerbCommand, help=described)(setup)
    app.command("doctor", cls=VerbCommand, help="Check this machine; name what to install.")(doctor)
    described = "Print the completion script of a shell."
    app.command("completion", cls=VerbCommand, epilog=COMPLETIONS, help=described)(completion)


def setup(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the commands and install nothing.")] = False,
    desktop: Annotated[
        bool, typer.Option("--desktop", help="Also what desktop programs need: a display, text recognition, tkinter.")
    ] = False,
) -> None:
    from evaluator.reports.doctor import findings, is_ready, summary
    from simulators.runtime.environments import host as environments

    for part in chain(_parts(), _desktop_parts() if desktop else ()):
        _install(part, dry_run)
    for name in environments.names():
        if environments.is_built(name):
            say(f"environment {name}: present")
        elif dry_run:
            say(f"environment {name}: projecteval environments build {name}")
        elif missing := environments.problem(name):
            tell(f"environment {name} is left out: {missing}")
        else:
            tell(f"building environment {name}")
            environments.build(name)
    found = list(findings())
    say(summary(found))
    sys.exit(0 if dry_run or is_ready(found) else 1)


def _parts() -> Iterator[SystemPart]:
    from simulators.browser.chromium.launch import find_browser, find_driver

    playwright = (sys.executable, "-m", "playwright", "install", "chromium")
    yield SystemPart("browser", _finds(find_browser), ((*APT, "chromium"), playwright))
    yield SystemPart("chromedriver", _finds(find_driver), ((*APT, "chromium-driver"),), is_needed=False)
    yield SystemPart("bubblewrap", partial(_is_program, "bwrap"), ((*APT, "bubblewrap"),), is_needed=False)


def _desktop_parts() -> Iterator[SystemPart]:
    from simulators.runtime.environments import desktop_programs

    for program, package in (("Xvfb", "xvfb"), ("tesseract", "tesseract-ocr")):
        command = (*APT, package)
        yield SystemPart(program, partial(_is_program, program), (command,), is_needed=False)
    yield SystemPart("tkinter", desktop_programs.has_tkinter, ((*APT, "python3-tk"),), is_needed=False)
    yield SystemPart("fonts", desktop_programs.FONT.is_file, ((*APT, "fonts-dejavu-core"),), is_needed=False)


def _is_program(name: str) -> bool:
    return shutil.which(name) is not None


def _finds(find: Callable[[], object]) -> Callable[[], bool]:
    from simulators.browser.chromium.launch import NoBrowser

    def found() -> bool:
        try:
            find()
        except NoBrowser:
            return False
        return True

    return found


def _install(part: SystemPart, dry_run: bool) -> None:
    if part.is_there():
        say(f"{part.name}: present")
        return
    if dry_run:
        say(f"{part.name}: " + " || ".join(" ".join(_as_root(command)) for command in part.commands))
        return
    said = ""
    for command in part.commands:
        tell(f"installing {part.name}: {' '.join(_as_root(command))}")
        said = _output_of_failure(_as_root(command))
        if part.is_there():
            say(f"{part.name}: installed")
            return
    optional = "" if part.is_needed else " (optional)"
    tell(f"{part.name} could not be installed{optional}: {said or 'no error was reported'}")


def _as_root(command: Sequence[str]) -> Sequence[str]:
    """Return the command with ``sudo`` where the package manager needs it; sudo must not ask for a password."""
    return command if command[0] != APT[0] or os.geteuid() == 0 else ("sudo", "-n", *command)


def _output_of_failure(command: Sequence[str]) -> str:
    """Run a command; return the last line of its output where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError as error:
        return f"{error.filename}: there is no such program"
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[-1] if done.returncode and lines else ""


def doctor(as_json: AsJson = False) -> None:
    from evaluator.reports.doctor import findings, is_ready, summary

    found = list(findings())
    if as_json:
        checks = [asdict(finding) for finding in found]
        print(json.dumps({"ready": is_ready(found), "summary": summary(found), "checks": checks}))
    else:
        for finding in found:
            say(f"{finding.mark:<8} {finding.what:<22} {finding.words}")
        say(summary(found))
    sys.exit(0 if is_ready(found) else 1)


COMPLETIONS = """
projecteval completion bash >> ~/.bashrc
projecteval completion zsh >> ~/.zshrc
projecteval completion fish > ~/.config/fish/completions/projecteval.fish
"""


def completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], typer.Argument(help="bash, zsh or fish.", metavar="SHELL")],
) -> None:
    from typer.completion import get_completion_script  # type: ignore[attr-defined]

    from evaluator.cli.app import COMPLETION

    say(get_completion_script(prog_name="projecteval", complete_var=COMPLETION, shell=shell))
