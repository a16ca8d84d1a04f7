"""All verbs, and the exit status of each exception."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
import typer.main
from typer.completion import completion_init  # type: ignore[attr-defined]

from evaluator.cli.command import VerbGroup
from evaluator.io.terminal import say, tell
from evaluator.model.errors import EvaluatorError, ExitStatus

VERBS = (
    *("run", "check", "resume", "generate", "evaluate", "report", "view", "leaderboard", "runs", "compare", "merge"),
    *("missions", "data", "solutions", "prompts", "mask", "diagram", "trust", "environments", "agents", "doctor"),
    *("setup", "completion"),
)
MODULES = {verb: verb for verb in VERBS} | {
    **dict.fromkeys(("resume", "generate", "evaluate", "report"), "steps"),
    **dict.fromkeys(("merge", "view"), "runs"),
    **dict.fromkeys(("mask", "diagram"), "source"),
    **dict.fromkeys(("doctor", "setup", "completion"), "installation"),
}
"""Verb → module that adds it; a module is imported when its verb is called, and for the list of verbs."""


class Verbs(VerbGroup):
    """The verbs of the command line, each loaded when it is needed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        for verb in (cmd_name,) if cmd_name in MODULES else MODULES:  # all of them: the closest is suggested
            if verb not in self.commands:
                self.commands.update(_verbs_of(MODULES[verb]))
        return self.commands.get(cmd_name)


def _verbs_of(module: str) -> Any:
    found = typer.Typer(cls=VerbGroup, rich_markup_mode=None, add_completion=False)
    found.callback()(_nothing)
    import_module(f"evaluator.cli.{module}").add_to(found)
    return typer.main.get_group(found).commands


def _nothing() -> None:
    """Make a group of a single verb as well."""


app = typer.Typer(
    name="projecteval",
    cls=Verbs,
    help="Evaluate generated projects by simulated use: in a browser, at a terminal, with files.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(value: bool) -> None:
    if value:
        from importlib.metadata import version

        say(f"projecteval {version('projecteval')}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Options before the verb."""


COMPLETION = "_PROJECTEVAL_COMPLETE"
"""Variable with which a shell asks for completions."""

COMMAND_LINE_ERROR: Any = typer.BadParameter.__mro__[1]
"""What typer raises for a wrong command line: an error of click, of which later versions of typer have a copy."""

INTERRUPTED = 130
"""What typer returns after an interruption from the keyboard."""


def run_app() -> NoReturn:
    """Run the command line and exit with an `ExitStatus`."""
    signal.signal(signal.SIGTERM, _interrupted)
    if COMPLETION in os.environ:
        completion_init()
    try:
        if app(standalone_mode=False) == INTERRUPTED:
            raise KeyboardInterrupt
    except typer.Exit as leaving:
        sys.exit(leaving.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        _fail("interrupted; what was done is kept", ExitStatus.INCOMPLETE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitStatus.INCOMPLETE)
    except Exception as error:  # noqa: BLE001 - the last place that can turn it into a message
        sys.exit(_status_of(error))
    sys.exit(0)


def _interrupted(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _status_of(error: Exception) -> int:
    from evaluator.io.files import FolderTaken, UnreadableFile
    from missions.errors import MissionError, SolutionError
    from simulators.errors import InfrastructureError
    from simulators.runtime.environments.host import UnknownEnvironment
    from simulators.runtime.sandbox.choice import UnknownSandbox

    if isinstance(error, COMMAND_LINE_ERROR):
        return _wrong_command_line(error)
    wrong_inputs = (MissionError, SolutionError, UnknownSandbox, UnknownEnvironment, UnreadableFile, FolderTaken)
    if isinstance(error, wrong_inputs):
        return _say(str(error), ExitStatus.WRONG_USAGE)
    if isinstance(error, EvaluatorError):
        return _say(str(error), error.exit_status)
    if isinstance(error, InfrastructureError):
        return _say(str(error), ExitStatus.INCOMPLETE)
    if isinstance(error, OSError):
        return _say(f"{error.filename or 'the system'}: {error.strerror or error}", ExitStatus.INCOMPLETE)
    return _say(_unexpected(error), ExitStatus.INCOMPLETE)


def _wrong_command_line(error: Any) -> int:
    """Say on one line what is wrong with the options; a verb without any shows its help."""
    if type(error).show is not COMMAND_LINE_ERROR.show:
        error.show()
        return ExitStatus.WRONG_USAGE
    see = f"; see {error.ctx.command_path} --help" if error.ctx else ""
    return _say(error.format_message().rstrip(".") + see, ExitStatus.WRONG_USAGE)


def _unexpected(error: Exception) -> str:
    """Return what was raised and where in three lines, the last with a new file that has the traceback."""
    import tempfile
    import traceback

    frames = traceback.extract_tb(error.__traceback__)
    own = Path(__file__).parents[2]
    foreign = [each for each in frames if not Path(each.filename).is_relative_to(own) and "<" not in each.filename]
    plugins = [each for each in foreign if "site-packages" not in each.filename and "/lib/python" not in each.filename]
    last = (plugins or frames)[-1]
    whose = "a plug-in" if plugins else "a defect of projecteval"
    with tempfile.NamedTemporaryFile("w", prefix="projecteval-error-", suffix=".txt", delete=False) as file:
        file.write("".join(traceback.format_exception(error)))
    return (
        f"{type(error).__name__}: {error}\n  raised by {whose}: {last.filename} line {last.lineno}, in {last.name}\n"
        f"  the traceback is in {file.name}"
    )


def _say(message: str, status: int) -> int:
    tell(f"projecteval: {message}")
    return status


def _fail(message: str, status: int) -> NoReturn:
    sys.exit(_say(message, status))
