"""The website of a checked project, started again for a person to look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from evaluator.evaluators.simulated_use.evaluator import spec_of
from evaluator.model.errors import UsageError
from evaluator.runs.execution.start import PreparedRun
from evaluator.runs.execution.workbench import AttemptWorkbench, Subject
from evaluator.runs.folder.records import opened_project, read_generation, read_solution
from missions.mission import Mission
from simulators.runtime.layers import with_requirements
from simulators.runtime.port_forward import PortForward, listening_on
from simulators.runtime.sandbox import PORT
from simulators.runtime.start_project import open_site


def require_website(mission: Mission) -> None:
    """Raise `UsageError` for a mission whose project has no pages."""
    if not mission.stack.is_website:
        raise UsageError(f"--keep-open: mission {mission.id} has no website; leave out")


@contextmanager
def kept_open(prepared: PreparedRun) -> Iterator[str]:
    """Start the site of the run's attempt in its sandbox; return its address on this machine.

    Raises `StartError` when it does not start.
    """
    run, resolved = prepared.run, prepared.resolved
    (attempt,) = run.attempts()
    paths = run.paths.of(attempt)
    mission, record = resolved.catalog.mission(attempt.mission), read_generation(paths)
    assert record is not None  # `check` has written it
    with opened_project(paths.solution) as project:
        subject = replace(Subject.of_attempt(paths, record), project=project)
        workbench = AttemptWorkbench(resolved, mission, subject)
        spec = with_requirements(spec_of(read_solution(paths, record), mission, workbench))
        with open_site(spec) as site, PortForward(lambda: site.place.box.connect(PORT), listening_on(PORT)) as forward:
            yield f"http://localhost:{forward.port}/"
