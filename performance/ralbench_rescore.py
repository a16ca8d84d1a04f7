"""Re-scoring of RAL-Bench's published generations: static measures and scores equal to the published ones.

    python performance/ralbench_rescore.py COPY [--models NAME ...] [--functional FOLDER] [--only-functional]

COPY is a local clone of the benchmark's repository or its git directory. Nothing of it is part of this project. For
each published project of the models (default: four; ``all``: 16), maintainability and security are measured, scored
against the baselines in the task files and compared with the published per-project values; NF and its aggregates are
computed from the published values of the dimensions, for all models.

With --functional, each model's generations are executed by the functional suites, rule ``paper``, in a run
``FOLDER/MODEL``; a command that was interrupted goes on where it stopped. Generations are untrusted code, which runs in
the sandbox only. Every score that differs is printed with the outcome here and the end of the published output.

Exits with 1 where less than `MIN_EQUAL` of the compared results are equal, or an NF differs by more than 0.01.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from evaluator.model.options import Rule

sys.path.insert(0, str(Path(__file__).parents[1]))

from evaluator.benchmarks.ralbench.benchmark import scores_of
from evaluator.benchmarks.ralbench.references import REFERENCES
from evaluator.benchmarks.ralbench.scores import (
    AHP_WEIGHTS,
    Dimension,
    Weights,
    entropy_weights,
    equal_weights,
    leave_one_out,
    maintainability_score,
    mean_score,
    non_functional_score,
    rank_stability,
    security_score,
)
from evaluator.evaluators.static_analysis import measure_maintainability, measure_security
from evaluator.model.result import AttemptResult
from evaluator.runs.folder.run import open_run
from evaluator.runs.results.results import results_of
from missions.project_files import Files, safe_path
from missions.sources import stored_files

MODELS = ("gpt-5.2", "gemini-3-pro-preview", "gpt-4o-2024-11-20", "claude-4.5-sonnet")
RESULTS = ("__gen_and_eval.csv", "__eval_only.csv")
PAPER = Rule.PAPER
MIN_EQUAL = {"maintainability": 0.99, "security": 0.97, "functional": 0.9}
"""Least share of equal results by measure."""
ROUNDING = 0.5e-4 + 1e-9
"""Published values have four decimals."""
MINIMUM = re.compile(r"MAINT_METRICS mi_min=([0-9.]+)")


@dataclass(frozen=True)
class PublishedCopy:
    """A local copy of the published repository, read through git: the newest commit, no work tree needed."""

    folder: Path

    def models(self) -> list[str]:
        """Return the names of the models with published results."""
        return sorted({name.split("/")[1] for name in self.names("Exp1/") if name.endswith(RESULTS)})

    def names(self, prefix: str) -> list[str]:
        """Return the paths of all files below a folder."""
        return [
            name
            for name in self._git("ls-tree", "-r", "-z", "--name-only", "HEAD", prefix).decode().split("\0")
            if name
        ]

    def text(self, name: str) -> str:
        """Return a file's text."""
        return self._git("show", f"HEAD:{name}").decode("utf-8-sig")

    def files(self, prefix: str) -> Files:
        """Return the Python files below a folder, by their path in it."""
        names = [name for name in self.names(prefix) if name.endswith(".py")]
        return {name.removeprefix(prefix): self._git("show", f"HEAD:{name}") for name in names}

    def extract(self, folder: Path, paths: Sequence[str]) -> None:
        """Write the files below `paths` into a folder, those that the copy has and that are not there yet."""
        for name in (each for path in paths for each in self.names(path)):
            target = folder / safe_path(name)
            if not target.exists():
                try:
                    content = self._git("show", f"HEAD:{name}")
                except subprocess.CalledProcessError:  # a partial copy lacks large files
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)

    def functional_output(self, model: str, project: str) -> str:
        """Return the end of what the functional suite printed in the published run; empty where it is not there."""
        wanted = f"Exp1/{model}/results/{project}_results.yaml".casefold()
        name = next((each for each in self.names(f"Exp1/{model}/results/") if each.casefold() == wanted), "")
        found = yaml.safe_load(self.text(name)) if name else {}
        printed = str(found.get("results", {}).get("functional", {}).get("stdout", ""))
        return " | ".join(line.strip() for line in printed.strip().splitlines()[-3:])[-240:]

    def _git(self, *arguments: str) -> bytes:
        return subprocess.run(["git", "-C", str(self.folder), *arguments], check=True, capture_output=True).stdout


@dataclass(frozen=True)
class Task:
    """A task: its package, and the reference's maintainability index and number of risky calls."""

    package: str
    maintainability: float | None
    risky_calls: float | None


def tasks(copy: PublishedCopy) -> Mapping[str, Task]:
    """Return the tasks by project."""
    names = [name for name in copy.names("tasks/") if name.endswith(".yaml")]
    return {name.split("/")[1]: _task(yaml.safe_load(copy.text(name))) for name in names}


def _task(read: Mapping[str, Any]) -> Task:
    def metric(suite: str, name: str) -> float | None:
        found = (read.get("baseline_metrics", {}).get(suite, {}).get("metrics") or {}).get(name)
        return None if found is None else float(found)

    package = (read.get("package") or {}).get("name") or ""
    return Task(package, metric("maintainability", "mi_min"), metric("security", "high_risk_count"))


@dataclass(frozen=True)
class Comparison:
    """Our values for one published project, and the published ones."""

    model: str
    project: str
    minimum: float | None
    published_minimum: float | None
    maintainability: float
    security: float
    published: Mapping[str, float]

    @property
    def same_maintainability(self) -> bool:
        same = self.published_minimum is None or abs((self.minimum or 0.0) - self.published_minimum) <= ROUNDING
        return same and abs(self.maintainability - self.published["maintainability"]) <= ROUNDING

    @property
    def same_security(self) -> bool:
        return abs(self.security - self.published["security"]) <= ROUNDING


Row = Mapping[str, str]


def published_rows(copy: PublishedCopy, model: str) -> dict[str, Row]:
    """Return the published per-project scores of a model."""
    (name,) = [name for name in copy.names(f"Exp1/{model}/results/") if name.endswith(".csv")]
    return {row["project"]: row for row in csv.DictReader(io.StringIO(copy.text(name)))}


def compare(copy: PublishedCopy, model: str, known: Mapping[str, Task]) -> Iterator[Comparison]:
    """Measure and score every published project of a model."""
    rows = published_rows(copy, model)
    prefix = f"Exp1/{model}/generation/"
    folders = {name.removeprefix(prefix).split("/")[0] for name in copy.names(prefix)}
    logs = {name.casefold(): name for name in copy.names(f"Exp1/{model}/results/")}
    for project, task in known.items():
        folder = next((name for name in folders if name.casefold() == project.casefold()), None)
        if folder is None:
            continue
        files = copy.files(f"{prefix}{folder}/")
        measured = was_measured(files, task)
        minimum = measure_maintainability(files, task.package).minimum if measured else None
        calls = float(len(measure_security(files, task.package).calls)) if measured else None
        log = logs.get(f"Exp1/{model}/results/{project}_results.yaml".casefold())
        found = MINIMUM.search(copy.text(log)) if log else None
        yield Comparison(
            model,
            project,
            minimum,
            float(found[1]) if found else None,
            maintainability_score(minimum, task.maintainability, PAPER) or 0.0,
            security_score(calls, task.risky_calls, PAPER) or 0.0,
            {name: float(rows[project][name]) for name in ("maintainability", "security")},
        )


def was_measured(files: Files, task: Task) -> bool:
    """Return True where the original measured a project.

    It did not where the model's output held no file. Its pytest imports pygments from the project under test, so that
    no suite starts for a project of that name without `pygments.lexer`.
    """
    return bool(files) and (task.package != "pygments" or "pygments/lexer.py" in files)


def report_measures(comparisons: Sequence[Comparison]) -> bool:
    """Print how many results are equal, and every one that is not."""
    for one in comparisons:
        if not (one.same_maintainability and one.same_security):
            ours = f"MI {one.minimum} M {one.maintainability:.4f} S {one.security:.4f}"
            published = f"MI {one.published_minimum} M {one.published['maintainability']} S {one.published['security']}"
            print(f"  {one.model} {one.project}: {ours}; published {published}")
    equal = {
        "maintainability": sum(one.same_maintainability for one in comparisons),
        "security": sum(one.same_security for one in comparisons),
    }
    for name, count in equal.items():
        print(f"{name}: {count} of {len(comparisons)} equal to the published values")
    return all(count >= MIN_EQUAL[name] * len(comparisons) for name, count in equal.items())


def report_references(known: Mapping[str, Task]) -> None:
    """Print the maintainability index of every reference that has been fetched, as released, beside the published one.

    A package below ``src/`` is not where the original looks for it, so that all files of such a release are measured.
    """
    for project, task in known.items():
        files = stored_files(REFERENCES[project]) if project in REFERENCES else None
        if files is not None:
            index = measure_maintainability(files, task.package).minimum
            print(f"reference {project:<12} MI {index or 0:8.4f}; published {task.maintainability or 0:8.4f}")


def functional_runs(copy: PublishedCopy, models: Sequence[str], folder: Path) -> Iterator[tuple[str, Path]]:
    """Execute the published generations of `models` by the functional suites, and yield each model with its run."""
    for model in models:
        data, run = folder / "data", folder / model
        copy.extract(data, ("tasks", "tests", *copy.names("repositories/Stegano/tests/sample-files/")))
        copy.extract(data, (f"Exp1/{model}/generation",))
        if (run / "run.toml").exists():
            words = ["resume", str(run)]
        else:
            words = ["run", "--missions", f"ralbench:{data}", "--agent", f"generations:{data}/Exp1/{model}/generation"]
            words += ["--rule", "paper", "--evaluators", "functional", "--out", str(run)]
        subprocess.run((Path(sys.executable).with_name("projecteval"), *words), check=True, stdout=subprocess.DEVNULL)
        yield model, run


def report_functional(copy: PublishedCopy, runs: Iterator[tuple[str, Path]]) -> bool:
    """Print how many functional scores of each run are equal to the published ones, and every one that is not."""
    equal = compared = 0
    for model, run in runs:
        rows = {project.casefold(): row for project, row in published_rows(copy, model).items()}
        prefix = f"Exp1/{model}/generation/"
        there = {name.removeprefix(prefix).split("/")[0].casefold() for name in copy.names(prefix)}
        results = [each for each in results_of(open_run(run)).attempts if each.attempt.mission.casefold() in there]
        same = 0
        for result in results:
            ours = scores_of(result).functional
            published = float(rows[result.attempt.mission.casefold()]["functional_score"])
            same += abs(ours - published) <= ROUNDING
            if abs(ours - published) > ROUNDING:
                print(f"  {model} {result.attempt.mission}: F {ours:.4f}; published {published:.4f}")
                print(f"      here: {first_failure(result)}")
                print(f"      published: {copy.functional_output(model, result.attempt.mission)}")
        print(f"{model}: functional {same} of {len(results)} equal to the published values", flush=True)
        equal, compared = equal + same, compared + len(results)
    print(f"functional: {equal} of {compared} equal to the published values")
    return equal >= MIN_EQUAL["functional"] * compared


def first_failure(result: AttemptResult) -> str:
    """Return the first case that did not pass, with its reason; the number of cases where all passed."""
    cases = [case for evaluation in result.evaluations.values() for case in evaluation.cases]
    failed = next((case for case in cases if not case.passed), None)
    return f"{failed.id}: {' '.join(failed.reason.split())[:160]}" if failed else f"all {len(cases)} cases pass"


def report_aggregates(copy: PublishedCopy) -> bool:
    """Print NF of every model by several weightings, and compare it with the mean of the published NF."""
    models = copy.models()
    scores = {model: [_dimensions(row) for row in published_rows(copy, model).values()] for model in models}
    means = [{name: mean_score((row[name] for row in scores[model]), PAPER) for name in Dimension} for model in models]
    weightings: dict[str, Weights] = {"ahp": AHP_WEIGHTS, "equal": equal_weights(), "entropy": entropy_weights(means)}
    weightings |= {f"without {name}": weights for name, weights in leave_one_out().items()}
    by_weighting = {
        name: [_mean_non_functional(scores[model], weights) for model in models] for name, weights in weightings.items()
    }
    worst = 0.0
    print(f"{'model':<36} {'NF':>6} {'published':>9}")
    for model, ours in zip(models, by_weighting["ahp"], strict=True):
        rows = published_rows(copy, model).values()
        published = mean_score((float(row["non_functional_score"]) for row in rows), PAPER) or 0.0
        worst = max(worst, abs(ours - published))
        print(f"{model:<36} {ours:6.2f} {published:9.2f}")
    for name, values in by_weighting.items():
        stability = rank_stability(by_weighting["ahp"], values)
        print(f"rank correlation with the published weights, {name}: {stability or 0:.3f}")
    print(f"largest difference of an NF: {worst:.4f}")
    return worst <= 0.01


def _dimensions(row: Row) -> dict[Dimension, float | None]:
    return {name: float(row[name]) for name in Dimension}


def _mean_non_functional(rows: Sequence[Mapping[Dimension, float | None]], weights: Weights) -> float:
    return mean_score((non_functional_score(row, PAPER, weights) for row in rows), PAPER) or 0.0


def main() -> int:
    """Compare and report; return the exit status."""
    reading = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reading.add_argument("copy", type=Path, help="the local clone, or its git directory")
    reading.add_argument("--models", nargs="+", default=MODELS, help="folders below Exp1, or `all` (default: four)")
    reading.add_argument("--functional", type=Path, metavar="FOLDER", help="run functional suites; their runs and data")
    reading.add_argument("--only-functional", action="store_true", help="leave out the other comparisons")
    options = reading.parse_args()
    copy = PublishedCopy(options.copy)
    models = copy.models() if "all" in options.models else options.models
    has_functional = True
    if options.functional:
        has_functional = report_functional(copy, functional_runs(copy, models, options.functional))
    if options.only_functional:
        return 0 if has_functional else 1
    known = tasks(copy)
    report_references(known)
    comparisons = [one for model in models for one in compare(copy, model, known)]
    is_equal = report_measures(comparisons)
    return 0 if report_aggregates(copy) and is_equal and has_functional else 1


if __name__ == "__main__":
    sys.exit(main())
