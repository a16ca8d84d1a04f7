"""Execution of the missing steps of a run."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from evaluator.agents.models.errors import RunOverBudget, RunRefused, RunStopped
from evaluator.engines import Engine
from evaluator.engines.scheduling import run_all
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.result import Attempt
from evaluator.runs.execution.attempt import AttemptJob, perform
from evaluator.runs.execution.attempt_order import longest_first
from evaluator.runs.execution.consent import resume_command
from evaluator.runs.execution.jobs import RunJobs, Unbuilt, check_writable, open_jobs
from evaluator.runs.execution.progress import Listener
from evaluator.runs.execution.reference import is_needed as is_reference_needed
from evaluator.runs.execution.remote_worker import perform_remotely
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.start import PreparedRun
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.records import read_result, set_aside_unreadable
from evaluator.runs.folder.run import Run
from missions.mission import Mission


def work(prepared: PreparedRun, steps: tuple[Step, ...], engine: Engine, listener: Listener, calls: int) -> bool:
    """Execute the missing parts of `steps`; return True when all could be completed.

    Attempts are evaluated by `engine`. An agent behind a service builds `calls` at a time, in threads of this process,
    and its solutions are evaluated meanwhile. Raises `UsageError` when the agent cannot work from here or is refused by
    its service, `RunNotWritable` when the folder cannot be written any more.
    """
    run, resolved = prepared.run, prepared.resolved
    with _alone(run.paths):
        _set_aside_unreadable(run, steps, listener)
        missions = {id_: resolved.catalog.mission(id_) for id_ in run.lock.missions}
        to_do = [job for job in _jobs(run, steps) if _is_to_do(job, missions[job.attempt.mission], resolved)]
        to_build = [job for job in to_do if _is_to_build(job)]
        if to_build:
            resolved.agent.check()
        to_ask = to_build if resolved.agent.waits_for_services else []
        asked = {job.attempt for job in to_ask}
        others = _in_turn(run, [job for job in to_do if job.attempt not in asked], resolved)
        listener.begins(run, len(to_do))
        with open_jobs(run, others, list(_in_turn(run, to_ask, resolved)), resolved, calls, listener) as jobs:
            complete = _performed(jobs, engine, listener)
        _say_why_left(run, jobs.unbuilt, listener)
        return complete and not jobs.unbuilt


def _set_aside_unreadable(run: Run, steps: tuple[Step, ...], listener: Listener) -> None:
    """Set aside records that cannot be read, so that `steps` make them again."""
    for attempt in run.attempts():
        redone = Step.GENERATE in steps, Step.EVALUATE in steps
        for error in set_aside_unreadable(run.paths.of(attempt), *redone):
            listener.notes(f"{error}; it was renamed, and its step is done again")
    for mission in run.lock.missions:
        for error in set_aside_unreadable(run.paths.reference(mission), False, Step.EVALUATE in steps):
            listener.notes(f"{error}; it was renamed, and the reference is evaluated again")


def _in_turn(run: Run, jobs: list[AttemptJob], resolved: ResolvedRun) -> Iterator[AttemptJob]:
    def seconds(attempt: Attempt) -> float | None:
        return read_result(attempt, run.paths.of(attempt)).seconds or None

    return longest_first(jobs, seconds, resolved.catalog)


def _say_why_left(run: Run, left: Sequence[Unbuilt], listener: Listener) -> None:
    """Raises `UsageError` when the service refuses the run."""
    stopped = [unbuilt.reason for unbuilt in left if isinstance(unbuilt.reason, RunStopped)]
    on = resume_command(run)
    if stopped:
        why, remain = stopped[0], f"{len(stopped)} attempts are left, and what was done is kept"
        if isinstance(why, RunRefused):
            raise UsageError(f"{why}. Nothing is counted as the agent's failure; {remain}: then continue with {on}")
        if isinstance(why, RunOverBudget):
            on = f"with a higher limit, {on} --run-max-tokens N (or --run-max-cost, --run-max-seconds)"
        else:
            on = f"when it has, {on}"
        listener.notes(f"stopped: {why}; {remain}: go on {on}")
    on = resume_command(run)
    if others := len(left) - len(stopped):
        listener.notes(
            f"{others} attempts got no answer, which is not counted as the agent's failure: continue with {on}"
        )


def _performed(jobs: RunJobs, engine: Engine, listener: Listener) -> bool:
    complete = True
    for job, outcome in run_all(engine, perform_remotely if engine.is_remote else perform, jobs):
        if isinstance(outcome, Exception):
            check_writable(job, outcome)
            complete = False
            listener.broke(job.attempt, outcome)
        elif job.stage:
            jobs.advance(job)
        else:
            listener.ended(outcome)
    return complete


def _jobs(run: Run, steps: tuple[Step, ...]) -> Iterator[AttemptJob]:
    for attempt in run.attempts():
        lock = run.lock
        yield AttemptJob(
            run.folder, attempt, run.request, lock.benchmark, lock.sandbox, steps, inputs_seed=lock.inputs_seed
        )


def _is_to_do(job: AttemptJob, mission: Mission, resolved: ResolvedRun) -> bool:
    if _is_to_build(job):
        return True
    if Step.EVALUATE not in job.steps:
        return False
    evaluators = resolved.evaluators(mission, job.attempt)
    if any(not resolved.is_current(job.paths, each) for each in evaluators):
        return True
    reference = RunPaths(job.run).reference(job.attempt.mission)
    is_waited_for = is_reference_needed(job.paths, reference, evaluators)
    return is_waited_for and resolved.catalog.reference(job.attempt.mission) is not None


def _is_to_build(job: AttemptJob) -> bool:
    return Step.GENERATE in job.steps and not job.paths.generation.exists()


@contextmanager
def _alone(paths: RunPaths) -> Iterator[None]:
    with paths.in_use.open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise RunFolderError(f"{paths.folder}: another process works on this run; wait for it") from None
        yield
