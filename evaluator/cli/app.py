"""All verbs together, and what an exception becomes on the command line."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

import typer

from evaluator.cli import check, compare, doctor, environments, mask, merge, missions, prompts, run, solutions, steps
from evaluator.io.terminal import tell

app = typer.Typer(
    name="projecteval",
    help="Judges whole generated projects by simulated use: in a browser, at a console, with files.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
run.add_to(app)
check.add_to(app)
steps.add_to(app)
compare.add_to(app)
merge.add_to(app)
mask.add_to(app)
app.add_typer(missions.app, name="missions")
app.add_typer(solutions.app, name="solutions")
app.add_typer(prompts.app, name="prompts")
app.add_typer(environments.app, name="environments")
doctor.add_to(app)

COULD_NOT_COMPLETE, ASKED_WRONGLY, INTERRUPTED = 1, 2, 130


def run_app() -> NoReturn:
    """Run the command line. Exit status 0 done, 1 could not be completed, 2 asked wrongly."""
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        if app(standalone_mode=False) == INTERRUPTED:
            raise KeyboardInterrupt  # typer made a status of it
    except typer.Exit as leaving:
        sys.exit(leaving.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        _fail("interrupted; what was done is kept", COULD_NOT_COMPLETE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(COULD_NOT_COMPLETE)
    except Exception as error:  # noqa: BLE001 - the last place that can turn it into a message
        sys.exit(_status_of(error))
    sys.exit(0)


def _interrupted(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _status_of(error: Exception) -> int:
    from evaluator.model.errors import EvaluatorError, UsageError
    from missions.errors import MissionError
    from simulators.runtime.environments import EnvironmentNotReady
    from simulators.runtime.sandbox import SandboxError
    from simulators.runtime.sandbox.choice import UnknownSandbox

    if (show := getattr(error, "show", None)) is not None and hasattr(error, "exit_code"):
        show()  # an error of click's, whose own copy typer carries
        return ASKED_WRONGLY
    if isinstance(error, (UsageError, MissionError, UnknownSandbox)):
        return _say(str(error), ASKED_WRONGLY)
    if isinstance(error, (EvaluatorError, EnvironmentNotReady, SandboxError)):
        return _say(str(error), COULD_NOT_COMPLETE)
    if isinstance(error, OSError):
        return _say(f"{error.filename or 'the system'}: {error.strerror or error}", COULD_NOT_COMPLETE)
    raise error  # a fault of ours: the traceback is wanted


def _say(message: str, status: int) -> int:
    tell(f"projecteval: {message}")
    return status


def _fail(message: str, status: int) -> NoReturn:
    sys.exit(_say(message, status))
