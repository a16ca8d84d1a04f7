"""Gold and empty runs of NL2Repo-Bench, one task after the other, and the table of what they show.

    python performance/nl2repo_gold.py DATA --out FOLDER [--select TASK,TASK] [--rule strict|paper] [--table]

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
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
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
    seconds: float = 0.0
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
    parser.add_argument("--again", action="store_true", help="repeat tasks whose record has a problem")
    parser.add_argument("--table", action="store_true", help="print the records only")
    options = parser.parse_args()
    if options.table:
        return print_table([row for row in records(options.out) if row])
    options.out.mkdir(parents=True, exist_ok=True)
    for task in options.select.split(",") if options.select else NL2RepoCatalog(options.data).ids():
        path = options.out / f"{task}-{options.rule}.json"
        if path.exists() and not (options.again and ROW.validate_json(path.read_bytes()).problem):
            continue
        row = measured(options.data, task, options.rule, options.out / "runs")
        path.write_text(json.dumps(asdict(row), indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{task:<24} {row.passed:>5} of {row.count:<5} empty {row.empty} {row.problem[:200]}", flush=True)
    return 0


def measured(data: Path, task: str, rule: str, runs: Path) -> GoldRow:
    """Return the result of one task; a problem is part of it."""
    catalog, source = NL2RepoCatalog(data), TaskSource(task)
    count = int((catalog.tasks / task / "test_case_count.txt").read_text())
    table = source.table
    origin = f"{table.repository} {table.commit[:12]}" if table.repository else f"{table.name} {table.version}".strip()
    lock = source.lock
    python = pythons.declared_version((lock_files.content(str(lock)) or b"").decode()) if lock else ""
    row = GoldRow(task, python or pythons.OWN, origin, count)
    begun = time.monotonic()
    if problem := catalog.defects().get(task, "") or table.missing:
        return GoldRow(**{**asdict(row), "problem": problem})
    try:
        if source.upstream is None:
            fetch(source.release())
        if lock is not None:
            environments.build(str(lock))
        gold = executed(catalog.name, task, rule, "canonical", runs)
        empty = executed(catalog.name, task, "paper", "nop", runs)
    except (subprocess.CalledProcessError, MissionError, environments.EnvironmentNotReady) as error:
        text = error.stderr if isinstance(error, subprocess.CalledProcessError) else str(error)
        return GoldRow(**{**asdict(row), "problem": text.strip()[-1500:]})
    others: dict[str, dict[str, str]] = {}
    for case, outcome in gold["testcodes"].items():
        if outcome != "passed":
            others.setdefault(outcome, {})[case] = " ".join(gold["reasons"].get(case, "").split())[:300]
    return GoldRow(
        task,
        row.python,
        origin,
        count,
        gold["passed"],
        empty["passed"],
        round(time.monotonic() - begun, 1),
        others,
        dict(statuses(runs / f"{task}-{rule}-canonical")),
    )


def executed(catalog: str, task: str, rule: str, agent: str, runs: Path) -> Any:
    """Return the results of one agent's run."""
    out = runs / f"{task}-{rule}-{agent}"
    options = ("--rule", rule, "--evaluators", "upstream_tests", "--out", str(out), "--json")
    text = projecteval("run", "--agent", agent, "--missions", catalog, "--select", task, *options)
    return json.loads(text)["missions"][task]


def projecteval(*words: str) -> str:
    """Return what a command prints. Raises `CalledProcessError` with its messages."""
    program = Path(sys.executable).with_name("projecteval")
    return subprocess.run((program, *words), capture_output=True, text=True, check=True).stdout


def statuses(run: Path) -> Iterator[tuple[str, int]]:
    """Yield the commands before the tests with their exit statuses."""
    for path in run.glob("attempts/*/*/*/attachments/commands.json"):
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
