"""Check a project and run a benchmark, in a process of their own.

The evaluator forks workers, handles signals and owns a temporary folder. In a process of its own it works the same from
a script, a notebook, a thread and pytest, and scripts need no ``if __name__ == "__main__"``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from evaluator.model.errors import EvaluatorError, ExitStatus, UsageError
from projecteval.loading import EvaluatedRun, load

CALL = "from evaluator.cli import main; main()"


def check(
    project: str | os.PathLike[str],
    mission: str,
    *,
    missions: str = "catalog",
    parameters: str | os.PathLike[str] | Mapping[str, str] | None = None,
    only: Sequence[str] = (),
    sandbox: str = "auto",
    inputs_seed: int | None = None,
    start_seconds: float | None = None,
    screenshots: str = "last",
    url: str | None = None,
    trust: bool = False,
    out: str | os.PathLike[str] | None = None,
    quiet: bool = True,
) -> EvaluatedRun:
    """Evaluate the project folder `project` against `mission` of the catalog `missions`, and return the run.

    `parameters` are parameter values, or a file with them (default: ``parameters.toml`` in the project or beside it).
    `inputs_seed` repeats the inputs that testcodes of an earlier run drew. `screenshots` are those that are kept:
    ``last``, ``failures`` or ``all``. `url` is the address of the project's website where it is running already:
    nothing is started then. With `trust`, the code of the mission is trusted as it is now, and remembered; otherwise
    only what the user trusts already is imported.
    `out` is the run folder (default: a new one below ``runs/``); with `quiet`, progress is not printed. Raises
    `UsageError` for wrong input, `EvaluatorError` when nothing could be evaluated; a project that fails is no error.
    """
    with ExitStack() as closing:
        arguments = ["check", os.fspath(project), *_options(mission=mission, missions=missions, only=only)]
        arguments += _options(sandbox=sandbox, start_seconds=start_seconds, screenshots=screenshots, out=out)
        arguments += _options(inputs_seed=inputs_seed, url=url)
        if isinstance(parameters, Mapping):
            folder = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="projecteval-parameters-")))
            parameters = _written(parameters, folder)
        return _called([*arguments, *_options(parameters=parameters), *_trusting(trust)], quiet)


def run(
    agent: str,
    *,
    out: str | os.PathLike[str] | None = None,
    jobs: int | None = None,
    price: str | os.PathLike[str] | tuple[float, float] | None = None,
    trust: bool = False,
    quiet: bool = True,
    **options: Any,
) -> EvaluatedRun:
    """Let `agent` build missions, evaluate the results and return the run.

    `options` are those of ``projecteval run`` by their names (``select=("trip-splitter",)``, ``input=("level-1",)``,
    ``samples=3``, ``run_max_cost=5.0`` …). `price` is a TOML file of prices by agent, or US dollars per million tokens
    of input and of output; `trust` is that of `check`. Raises `UsageError` for wrong input,
    `EvaluatorError` when the run could not be completed at all.
    """
    from evaluator.runs.folder.request import request_of

    if price is not None:
        options["price"] = tuple(map(str, price)) if isinstance(price, tuple) else (os.fspath(price),)
    request_of(agent=agent, **options)
    return _called(["run", *_options(agent=agent, out=out, jobs=jobs, **options), *_trusting(trust)], quiet)


def _trusting(trust: bool) -> list[str]:
    return ["--trust"] if trust else []


def _options(**values: Any) -> Iterator[str]:
    """Yield options as the command line has them; None and empty sequences are left out."""
    for name, value in values.items():
        several = isinstance(value, Sequence) and not isinstance(value, str)
        for each in value if several else () if value is None else (value,):
            yield f"--{name.replace('_', '-')}={os.fspath(each) if isinstance(each, os.PathLike) else each}"


def _written(parameters: Mapping[str, str], folder: Path) -> Path:
    import tomli_w

    path = folder / "parameters.toml"
    path.write_text(tomli_w.dumps(parameters), encoding="utf-8")
    return path


def _called(arguments: Sequence[str], quiet: bool) -> EvaluatedRun:
    command = [sys.executable, "-P", "-c", CALL, *arguments, "--json"]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE if quiet else None,
        check=False,
    )
    try:
        folder = json.loads(done.stdout)["run"]
    except ValueError:
        raise _error(done.returncode, (done.stderr or b"").decode("utf-8", "replace")) from None
    return load(folder)


def _error(status: int, output: str) -> EvaluatorError:
    """Return the error that the evaluator reported: what follows its name on the last lines of its messages."""
    _, _, message = output.strip().rpartition("projecteval: ")
    words = message.strip() or f"the evaluator ended with status {status}"
    return UsageError(words) if status == ExitStatus.WRONG_USAGE else EvaluatorError(words)
