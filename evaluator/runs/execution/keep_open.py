"""The website of a checked project, started again for a person to look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from evaluator.evaluators.simulated_use.evaluator import spec_of
from evaluator.model.errors import UsageError
from evaluator.runs.execution.attempt import options_of
from evaluator.runs.execution.workbench import AttemptWorkbench
from evaluator.runs.folder.records import opened_project, read_generation, read_solution
from evaluator.runs.folder.run import Run
from missions.catalog import open_catalog
from missions.mission import Mission
from simulators.runtime.layers import with_requirements
from simulators.runtime.port_forward import PortForward, listening_on
from simulators.runtime.sandbox import PORT
from simulators.runtime.sandbox.choice import sandbox_named
from simulators.runtime.start_project import open_site


def require_website(mission: Mission) -> None:
    """Raise `UsageError` for a mission whose project has no pages."""
    if not mission.stack.is_website:
        raise UsageError(f"--keep-open: mission {mission.id} has no website; leave out")


@contextmanager
def kept_open(run: Run) -> Iterator[str]:
    """Start the site of the run's attempt in its sandbox; return its address on this machine.

    Raises `StartError` when it does not start.
    """
    (attempt,) = run.attempts()
    paths = run.paths.of(attempt)
    catalog = open_catalog(run.request.missions)
    mission, record = catalog.mission(attempt.mission), read_generation(paths)
    assert record is not None  # `check` has written it
    with opened_project(paths.solution) as project:
        workbench = AttemptWorkbench(
            catalog,
            mission,
            sandbox_named(run.lock.sandbox),
            options_of(run.request),
            project,
            paths.attachments,
            paths.recorded,
            record.asked,
        )
        spec = with_requirements(spec_of(read_solution(paths, record), mission, workbench))
        with open_site(spec) as site, PortForward(lambda: site.place.box.connect(PORT), listening_on(PORT)) as forward:
            yield f"http://localhost:{forward.port}/"
