"""Create a run, or resume one."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

from evaluator.agents.folders import FolderAgent
from evaluator.agents.interface import Agent, ConversationalAgent
from evaluator.benchmarks.interface import Benchmark
from evaluator.io.files import write_json
from evaluator.model.errors import RunFolderError, UsageError
from evaluator.model.result import Recording
from evaluator.runs.execution.attempt import Listener
from evaluator.runs.execution.consent import check_catalog_place, require_consent
from evaluator.runs.execution.judge import judge_agent
from evaluator.runs.execution.resolved_run import ResolvedRun
from evaluator.runs.folder.options import RAISABLE, Step
from evaluator.runs.folder.paths import RunPaths
from evaluator.runs.folder.records import read_evaluations
from evaluator.runs.folder.request import (
    Lock,
    RunRequest,
    allowed_wheels,
    differences,
    lock_of,
    read_request,
    write_request,
)
from evaluator.runs.folder.run import Run, open_run
from evaluator.runs.folder.strangers import check_format
from evaluator.strategies.interface import Strategy
from evaluator.strategies.prompts import Prompts, check_replacements, replacements
from missions.catalog import Catalog, describe, open_catalog, select, usable
from missions.mission import Mission
from missions.names import hint
from simulators.runtime.environments import host as environments
from simulators.runtime.running_site import address_of

MAX_INPUTS_SEED = 1_000_000_000


@dataclass(frozen=True)
class PreparedRun:
    """A run folder whose steps can be done, with all that its request names."""

    run: Run
    resolved: ResolvedRun


def begin(resolved: ResolvedRun, folder: Path, listener: Listener) -> PreparedRun:
    """Make a run folder for a request; the same request on its own folder continues it, also when its limits of
    the whole run are others now.

    Raises `RunFolderError` when the folder holds something else, `MissionError`, `UsageError`,
    `SandboxError`, `EnvironmentNotReady` when the request cannot be resolved.
    """
    paths, request = RunPaths(folder), resolved.request
    check_format(paths)
    if paths.request.exists():
        return _again(resolved, folder, listener)
    if folder.exists() and not all(_was_left_by_begin(path, paths) for path in folder.iterdir()):
        raise RunFolderError(f"{folder}: there is something else in this folder; choose another --out")
    lock = _lock(resolved, listener)
    if Step.GENERATE in request.steps:
        resolved.agent.check()
        for strategy in resolved.strategies(lock.combinations):
            strategy.check(resolved.agent)
    run = Run(folder, request, lock)
    run.check()
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.iterdir():
        left.unlink(missing_ok=True)
    write_json(paths.lock, lock)
    write_request(paths.request, request)
    return _prepared(run, resolved)


def _prepared(run: Run, resolved: ResolvedRun) -> PreparedRun:
    return PreparedRun(run, replace(resolved, sandbox_name=run.lock.sandbox, inputs_seed=run.lock.inputs_seed))


def _was_left_by_begin(path: Path, paths: RunPaths) -> bool:
    """Return whether a `begin` that was killed before its request was written left the file at `path`."""
    beside = tuple(f".{written.name}." for written in (paths.lock, paths.request))
    return path.is_file() and (path == paths.lock or path.name.startswith(beside))


def reopen(folder: Path, listener: Listener, changes: Mapping[str, Any] | None = None) -> PreparedRun:
    """Open a run to resume it; `changes` replace options that may be changed (limits of the run, evaluation).

    The caller has checked consent (`open_with_consent`). Nothing of a mission is imported before its digest has been
    compared. Raises `RunFolderError` when the run's inputs have changed.
    """
    run = open_run(folder)
    check_catalog_place(run)
    run = replace(run, request=replace(run.request, **changes or {}))
    return _resumed(run, ResolvedRun.open(run.request), listener)


def _resumed(run: Run, resolved: ResolvedRun, listener: Listener) -> PreparedRun:
    changed = list(differences(run.lock, replace(run.lock, missions=_digests_now(run, resolved.catalog))))
    changed = changed or list(differences(run.lock, _lock(resolved, listener, run)))
    if changed:
        raise RunFolderError(
            f"{run.folder}: this run began with something else; begin a new one. Changed: " + "; ".join(changed)
        )
    return _prepared(run, resolved)


def open_with_consent(folder: Path, steps: tuple[Step, ...], options: Mapping[str, Any]) -> Run:
    """Open a run for `steps` (empty: those of its request) that may come from a stranger; `options` are the options of
    the command line, which have to repeat what needs consent.

    Raises `RunFolderError`, `UsageError`; nothing of the run has been executed then.
    """
    run = open_run(folder)
    check_catalog_place(run)
    require_consent(run, steps or run.request.steps, options)
    return run


def _digests_now(run: Run, catalog: Catalog) -> dict[str, str]:
    """Return the digests of the run's missions as they are now, without importing them."""
    return {mission_id: describe(catalog, mission_id).fingerprint for mission_id in run.lock.missions}


def delete_evaluations(run: Run, evaluators: Sequence[str] = ()) -> None:
    """Delete the stored evaluations of `run`, all or those named, with those of references, and lock the wheels that
    are allowed now."""
    attempts = map(run.paths.of, run.attempts())
    references = chain.from_iterable(map(run.paths.references_of, run.lock.missions))
    for paths in (*attempts, *references):
        for stored in read_evaluations(paths):
            if not evaluators or stored.evaluator in evaluators:
                paths.evaluation(stored.evaluator).unlink(missing_ok=True)
    update_allowed_wheels(run)


def update_allowed_wheels(run: Run) -> None:
    """Replace the wheels in the run's lock by those allowed now; used when everything is evaluated again."""
    if run.lock.wheels != (now := allowed_wheels(open_catalog(run.request.missions), tuple(run.lock.missions))):
        write_json(run.paths.lock, replace(run.lock, wheels=now))


def _again(resolved: ResolvedRun, folder: Path, listener: Listener) -> PreparedRun:
    asked_before, request = read_request(RunPaths(folder).request), resolved.request
    if asked_before.with_limits_of(request) != request:
        then, now = asked_before.plain(), request.plain()
        changed = "; ".join(
            f"{key}: {then[key]} → {now[key]}" for key in then if then[key] != now[key] and key not in RAISABLE
        )
        raise RunFolderError(f"{folder}: holds a run with another request ({changed}); choose another --out")
    run = open_run(folder)
    check_catalog_place(run)
    return _resumed(replace(run, request=request), resolved, listener)


def _lock(resolved: ResolvedRun, listener: Listener, begun: Run | None = None) -> Lock:
    """Resolve a request now. Recordings that a started run (`begun`) has stored already are not looked for again."""
    request, catalog, benchmark, agent = resolved.request, resolved.catalog, resolved.benchmark, resolved.agent
    ids, left_out = usable(catalog, select(catalog, request.select), request.select)
    if left_out:
        names = ", ".join(left_out)
        listener.notes(f"{len(left_out)} missions are left out (projecteval missions list says why): {names}")
    sandbox = resolved.sandbox
    agent.check_missions(ids)
    stored = begun is not None and all(begun.paths.of(a).generation.exists() for a in begun.attempts())
    recorded = begun.lock.recorded if begun and stored else recordings_of(agent, request, benchmark)
    check_replacements(request.prompts, (strategy.templates for strategy in benchmark.strategies.values()))
    combinations = benchmark.combinations(*_known(request, benchmark))
    strategies = resolved.strategies(combinations)
    lock = lock_of(
        catalog,
        ids,
        benchmark.name,
        agent.name,
        sandbox.name,
        combinations,
        {**_prompt_versions(agent, strategies, request), **agent.fingerprint()},
        recorded,
        begun.lock.inputs_seed if begun else inputs_seed_of(request),
    )
    lock = replace(lock, judge=request.judge, running=running_at(request.url, agent, map(catalog.mission, ids)))
    if (judge := judge_agent(request)) is not None and Step.EVALUATE in request.steps:
        judge.check()
    _check_evaluators(resolved, ids)
    for name in lock.environments:
        stages = any(strategy.evaluates_stages for strategy in strategies)
        needed = Step.EVALUATE in request.steps or agent.starts_programs or stages
        if needed and not environments.is_built(name) and not environments.problem(name):
            listener.prepares(f"building environment {name} (once)")
            environments.build(name)
    return lock


def running_at(url: str, agent: Agent, missions: Iterable[Mission]) -> str:
    """Return the full address of a project that was running already. Raises `UsageError` where there can be none."""
    address = address_of(url)
    if address is None:
        return ""
    if not isinstance(agent, FolderAgent):
        raise UsageError(f"--url {url}: only a project of your own runs already: --agent folder:PROJECT")
    for mission in missions:
        if not mission.stack.is_website:
            raise UsageError(f"--url {url}: mission {mission.id} has no website: its files and commands are started")
        if later := [testcode.id for testcode in mission.testcodes if testcode.before]:
            raise UsageError(
                f"--url {url}: {', '.join(later)} of mission {mission.id} begin with data of the version before, which "
                "has to be started; leave out --url"
            )
    return address.words


def inputs_seed_of(request: RunRequest) -> int:
    """Return the seed of the inputs: the one requested, or a random one, which is the same for all shards."""
    if request.inputs_seed is not None:
        return request.inputs_seed
    if request.shard:
        whole = repr(sorted(replace(request, shard="").plain().items()))
        return int(hashlib.sha256(whole.encode()).hexdigest()[:7], 16)
    return secrets.randbelow(MAX_INPUTS_SEED)


def _known(request: RunRequest, benchmark: Benchmark) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return requested input sets and strategies. Raises `UsageError` for one that the benchmark does not have."""
    for option, wanted, there in (
        ("--input", request.input, benchmark.input_sets),
        ("--strategy", request.strategy, benchmark.strategies),
    ):
        unknown = [name for name in wanted if name not in there]
        if unknown:
            raise UsageError(
                f"{option} {' '.join(unknown)}: benchmark {benchmark.name} does not have it; it has {', '.join(there)}"
            )
    return request.input, request.strategy


def _check_evaluators(resolved: ResolvedRun, ids: Sequence[str]) -> None:
    """Raise `UsageError` for evaluators that are not the benchmark's or cannot run on this machine."""
    wanted, benchmark, catalog = resolved.request.evaluators, resolved.benchmark, resolved.catalog
    if not wanted:
        return
    there = {evaluator.name for mission in ids for evaluator in benchmark.evaluators(catalog.mission(mission))}
    unknown = [name for name in wanted if name not in there]
    if unknown:
        raise UsageError(
            f"--evaluators {' '.join(unknown)}: benchmark {benchmark.name} does not have it; "
            f"{hint(unknown[0], sorted(there))}"
        )
    resolved.evaluators(catalog.mission(ids[0]))


def _prompt_versions(agent: Agent, strategies: Sequence[Strategy], request: RunRequest) -> dict[str, str]:
    """Return versions of the prompts that the run's strategies give the agent."""
    found: dict[str, str] = {}
    for strategy in strategies if agent.reads_prompts else ():
        prompts = Prompts(strategy.templates, replacements(request.prompts))
        for name, version in prompts.versions(isinstance(agent, ConversationalAgent)).items():
            key = name if found.get(name, version) == version else f"{strategy.name}/{name}"
            found[key] = version
    return found


def folder_for(now: float, agent: str, exists: Callable[[Path], bool] = Path.exists) -> Path:
    """A new folder below ``runs/``, named after time and agent."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.localtime(now))
    name = "".join(c if c.isalnum() or c in "-." else "-" for c in agent)[:40].strip("-.")
    first = folder = Path("runs") / f"{stamp}-{name}"
    number = 2
    while exists(folder):
        folder, number = first.with_name(f"{first.name}-{number}"), number + 1
    return folder


def recordings_of(agent: Agent, request: RunRequest, benchmark: Benchmark) -> Mapping[str, Recording]:
    """Return the recordings of `agent` by name, none for agents that build. Raises `UsageError` when they contradict
    the request."""
    usual = request.input[0] if len(request.input) == 1 else next(iter(benchmark.input_sets))
    found = agent.recordings(usual)
    if found is None:
        return {}
    if request.samples > 1:
        raise UsageError(
            f"--samples {request.samples}: recorded runs cannot be sampled; leave the option out: every recorded run "
            "in the folder is one attempt per mission, under its own name"
        )
    wrong = list(_contradictions(request, found))
    if wrong:
        raise UsageError(
            f"{'; '.join(wrong[:5])}{f'; and {len(wrong) - 5} more' if len(wrong) > 5 else ''}. Leave the option "
            "out (recorded runs state their own), or name a folder that holds the wanted runs only"
        )
    return found


def _contradictions(request: RunRequest, recordings: Mapping[str, Recording]) -> Iterator[str]:
    inputs, strategies = " ".join(request.input), " ".join(request.strategy)
    for name, recording in recordings.items():
        if request.input and recording.input_set not in request.input:
            yield f"--input {inputs}: recorded run {name} has input {recording.input_set}"
        if request.strategy and recording.strategy not in request.strategy:
            yield f"--strategy {strategies}: recorded run {name} has strategy {recording.strategy}"
