"""Execution of the missing steps of a run: the longest attempts first, so that no processor waits at the end."""

from __future__ import annotations

import fcntl
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from statistics import fmean

from evaluator.agents.models.services import RunOverBudget, RunRefused, RunStopped
from evaluator.engines import Engine
from evaluator.engines.scheduling import run_all
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.result import Attempt
from evaluator.runs.execution.attempt import AttemptJob, Listener, perform
from evaluator.runs.execution.consent import resume_command
from evaluator.runs.execution.jobs import RunJobs, Unbuilt, check_writable, open_jobs, perform_remotely
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.execution.start import PreparedRun
from evaluator.runs.execution.workbench import is_needed as is_reference_needed
from evaluator.runs.folder.options import Step
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.records import read_result, set_aside_unreadable
from evaluator.runs.folder.run import Run
from missions.catalog import Catalog
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


WEBSITE = 1.5
"""Approximate duration of a website's testcode relative to a program's."""


def longest_first(
    jobs: Sequence[AttemptJob], seconds: Callable[[Attempt], float | None], catalog: Catalog
) -> Iterator[AttemptJob]:
    """Yield jobs round by round, so that an early end leaves complete rounds; within a round the longest first.

    The length of a mission is what it took in earlier rounds, as far as `seconds` knows it when a round begins (None:
    not yet), and is estimated from its testcodes otherwise.
    """
    lengths, begun = _Lengths(_guesses(jobs, catalog)), list[Attempt]()
    for _, one_round in groupby(sorted(jobs, key=_sample), key=_sample):
        begun = [attempt for attempt in begun if not lengths.learn(attempt.mission, seconds(attempt))]
        length = lengths.now()
        for job in sorted(one_round, key=lambda job: -length[job.attempt.mission]):
            begun.append(job.attempt)
            yield job


def _sample(job: AttemptJob) -> int:
    return job.attempt.sample


class _Lengths:
    """Durations of an attempt by mission."""

    def __init__(self, guesses: dict[str, float]) -> None:
        self._guesses = guesses
        self._took = defaultdict[str, list[float]](list)

    def learn(self, mission: str, seconds: float | None) -> bool:
        """Take note of what an attempt took; whether that was known."""
        if seconds is not None:
            self._took[mission].append(seconds)
        return seconds is not None

    def now(self) -> dict[str, float]:
        """Return for each mission the mean of known durations, otherwise its guess scaled to them."""
        took = {mission: fmean(seconds) for mission, seconds in self._took.items()}
        unit = sum(took.values()) / sum(self._guesses[mission] for mission in took) if took else 1.0
        return {mission: took.get(mission, guess * unit) for mission, guess in self._guesses.items()}


def _guesses(jobs: Sequence[AttemptJob], catalog: Catalog) -> dict[str, float]:
    return {mission: _guess(catalog.mission(mission)) for mission in {job.attempt.mission for job in jobs}}


def _guess(mission: Mission) -> float:
    tests = len(mission.testcodes) * (WEBSITE if mission.stack.is_website else 1)
    return tests + sum(len(suite.test_files()) for suite in mission.suites)
