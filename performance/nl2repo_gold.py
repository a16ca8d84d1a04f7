"""Gold and empty runs of NL2Repo-Bench, one task after the other, and the table of what they show.

    python performance/nl2repo_gold.py DATA --out FOLDER [--select TASK,TASK] [--rule RULE] [--batch N] [--again]

DATA is a local clone of the public repository. For each task that has no record in FOLDER yet, the upstream project is
fetched and submitted (`canonical`) in the sandbox, and an empty workspace (`nop`, by rule ``paper``, which counts
whatever passes); ``FOLDER/TASK-RULE.json`` has
passed cases, cases that did not pass with their reason, and the exit statuses of the commands. A command that was
interrupted goes on where it stopped; --again repeats tasks that failed. With --table nothing is executed: all records
are printed as a table, and the exit status is 1 where an empty workspace passed a case.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from evaluator.benchmarks.nl2repo.data import NL2RepoCatalog
from evaluator.benchmarks.nl2repo.sources import TaskSource
from missions.errors import MissionError
from missions.sources import fetch
from simulators.runtime.environments import host as environments
from simulators.runtime.environments import lock_files, pythons

CLOSE = 0.02
"""Share of the published count by which the passed cases of a task may differ to be called close."""


@dataclass(frozen=True)
class GoldRow:
    """Result of one task; `problem` says why it was not executed, `others` has the other cases by outcome and name."""

    task: str
    python: str
    source: str
    count: int
    passed: int = 0
    empty: int = 0
    others: dict[str, dict[str, str]] = field(default_factory=dict)
    commands: dict[str, int] = field(default_factory=dict)
    problem: str = ""

    @property
    def is_close(self) -> bool:
        return abs(self.passed - self.count) <= CLOSE * self.count


ROW = TypeAdapter(GoldRow)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--select", default="")
    parser.add_argument("--rule", choices=("strict", "paper"), default="strict")
    parser.add_argument("--batch", type=int, default=8, help="tasks of one run")
    parser.add_argument("--again", action="store_true", help="repeat tasks whose record has a problem")
    parser.add_argument("--table", action="store_true", help="print the records only")
    options = parser.parse_args()
    if options.table:
        return print_table(list(records(options.out)))
    options.out.mkdir(parents=True, exist_ok=True)
    catalog = NL2RepoCatalog(options.data)
    ready: list[GoldRow] = []
    for task in options.select.split(",") if options.select else catalog.ids():
        path = options.out / f"{task}-{options.rule}.json"
        if path.exists() and not (options.again and ROW.validate_json(path.read_bytes()).problem):
            continue
        row = prepared(catalog, task)
        if row.problem:
            store(row, options.out, options.rule)
            continue
        ready.append(row)
        if len(ready) == options.batch:
            measure(catalog, ready, options.rule, options.out)
            ready = []
    if ready:
        measure(catalog, ready, options.rule, options.out)
    return 0


def prepared(catalog: NL2RepoCatalog, task: str) -> GoldRow:
    """Fetch the project and build the environment of a task; a problem is part of the result."""
    source = TaskSource(task)
    count = int((catalog.tasks / task / "test_case_count.txt").read_text())
    table = source.table
    origin = f"{table.repository} {table.commit[:12]}" if table.repository else f"{table.name} {table.version}".strip()
    lock = source.lock
    python = pythons.declared_version((lock_files.content(str(lock)) or b"").decode()) if lock else ""
    row = GoldRow(task, python or pythons.OWN, origin, count)
    if problem := catalog.defects().get(task, "") or ("" if source.upstream else table.missing):
        return replace(row, problem=problem)
    try:
        if source.upstream is None:
            fetch(source.release())
        if lock is not None:
            environments.build(str(lock))
    except (MissionError, environments.EnvironmentNotReady) as error:
        return replace(row, problem=str(error).strip()[-1500:])
    return replace(row, problem=catalog.mission(task).unusable)


def measure(catalog: NL2RepoCatalog, rows: list[GoldRow], rule: str, out: Path) -> None:
    """Execute upstream projects and empty workspaces of some tasks in one run each, and store the results."""
    runs = out / "runs"
    runs.mkdir(exist_ok=True)
    gold_run, empty_run = (
        Path(tempfile.mkdtemp(prefix=f"{agent}-", dir=runs)) / "run" for agent in ("canonical", "nop")
    )
    tasks = [row.task for row in rows]
    try:
        gold = executed(catalog.name, tasks, rule, "canonical", gold_run)
        empty = executed(catalog.name, tasks, "paper", "nop", empty_run)
    except subprocess.CalledProcessError as error:
        for row in rows:
            store(replace(row, problem=error.stderr.strip()[-1500:]), out, rule)
        return
    for row in rows:
        found = gold[row.task]
        others: dict[str, dict[str, str]] = {}
        for case, outcome in found["testcodes"].items():
            if outcome != "passed":
                others.setdefault(outcome, {})[case] = " ".join(found["reasons"].get(case, "").split())[:300]
        commands = dict(statuses(gold_run, row.task))
        store(
            replace(row, passed=found["passed"], empty=empty[row.task]["passed"], others=others, commands=commands),
            out,
            rule,
        )


def store(row: GoldRow, out: Path, rule: str) -> None:
    """Write the record of a task and print a line."""
    path = out / f"{row.task}-{rule}.json"
    path.write_text(json.dumps(asdict(row), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{row.task:<24} {row.passed:>5} of {row.count:<5} empty {row.empty} {row.problem[:200]}", flush=True)


def executed(catalog: str, tasks: list[str], rule: str, agent: str, out: Path) -> dict[str, Any]:
    """Return the results of one agent's run by task."""
    options = ("--rule", rule, "--evaluators", "upstream_tests", "--out", str(out), "--json")
    text = projecteval("run", "--agent", agent, "--missions", catalog, "--select", ",".join(tasks), *options)
    found: dict[str, Any] = json.loads(text)["missions"]
    return found


def projecteval(*words: str) -> str:
    """Return what a command prints. Raises `CalledProcessError` with its messages."""
    program = Path(sys.executable).with_name("projecteval")
    return subprocess.run((program, *words), capture_output=True, text=True, check=True).stdout


def statuses(run: Path, task: str) -> Iterator[tuple[str, int]]:
    """Yield the commands before the tests with their exit statuses."""
    for path in run.glob(f"attempts/{task}/*/*/attachments/commands.json"):
        for each in json.loads(path.read_text(encoding="utf-8"))["commands"]:
            yield " ".join(each["words"]), each["status"]


def records(folder: Path) -> Iterator[GoldRow]:
    for path in sorted(folder.glob("*.json"), key=lambda path: path.name.lower()):
        yield ROW.validate_json(path.read_bytes())


def print_table(rows: list[GoldRow]) -> int:
    """Print a line per task and the totals; return 1 where an empty workspace passed a case."""
    print("| task | Python | source | passed | published | empty | what differs |")
    print("|---|---|---|---|---|---|---|")
    for row in rows:
        words = (row.problem or difference(row)).replace("|", "\\|").replace("\n", " ")[:260]
        print(f"| {row.task} | {row.python} | {row.source} | {row.passed} | {row.count} | {row.empty} | {words} |")
    executed_rows = [row for row in rows if not row.problem and row.passed]
    close = sum(row.is_close for row in executed_rows)
    print(f"\n{len(executed_rows)} of {len(rows)} tasks executed, {close} within {CLOSE:.0%} of the published count")
    return 1 if any(row.empty for row in rows) else 0


def difference(row: GoldRow) -> str:
    """Return outcomes of the cases that did not pass, each with its most frequent reason, and commands that failed."""
    parts = []
    for outcome, cases in sorted(row.others.items()):
        reason, number = Counter(cases.values()).most_common(1)[0]
        parts.append(f"{len(cases)} {outcome}: {reason[:90]}" + (f" ({number})" if number > 1 else ""))
    parts += [f"`{words}` ended with {status}" for words, status in row.commands.items() if status]
    return "; ".join(parts)


if __name__ == "__main__":
    sys.exit(main())
