"""Gold and empty runs of NL2Repo-Bench, by both rules, with every difference to the published count by name.

    python performance/nl2repo_gold.py DATA [--select TASK,TASK] [--out FOLDER]

DATA is a local clone of the public repository. Downloads the pinned source distributions where they are missing,
submits each upstream project (`canonical`) and an empty workspace (`nop`) in the sandbox, and prints per task: count,
passed cases, cases that did not pass with their reason, exit statuses of the commands. Exits with 1 where an upstream
project falls below `EXPECTED`, or an empty workspace passes a case.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

EXPECTED: Mapping[str, int] = {"jsonlines": 27, "markupsafe": 78, "emoji": 102, "tinydb": 203}
FURTHER = ("humanize", "six", "tenacity", "schema", "asteval", "jinja", "parse", "tqdm")
RULES = ("strict", "paper")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--select", default=",".join((*EXPECTED, *FURTHER)))
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    out = arguments.out or Path(tempfile.mkdtemp(prefix="nl2repo-gold-"))
    projecteval("missions", "fetch-tests", f"nl2repo:{arguments.data}", "--select", arguments.select)
    problems = [
        problem for rule in RULES for problem in show(rule, measured(arguments.data, arguments.select, rule, out))
    ]
    for problem in problems:
        print(f"NOT AS EXPECTED: {problem}")
    sys.exit(1 if problems else 0)


def measured(data: Path, select: str, rule: str, out: Path) -> dict[str, Any]:
    """Return the results of the upstream projects and of empty workspaces."""
    found = {}
    for agent in ("canonical", "nop"):
        words = ("--missions", f"nl2repo:{data}", "--select", select, "--rule", rule, "--evaluators", "upstream_tests")
        folder = out / f"{agent}-{rule}"
        found[agent] = json.loads(projecteval("run", "--agent", agent, *words, "--out", str(folder), "--json"))
    return {**found, "folder": out / f"canonical-{rule}"}


def projecteval(*words: str) -> str:
    """Return what a command prints; its notes go to this program's standard error."""
    program = Path(sys.executable).with_name("projecteval")
    return subprocess.run((program, *words), stdout=subprocess.PIPE, text=True, check=True).stdout


def show(rule: str, results: Mapping[str, Any]) -> list[str]:
    """Print a line per task and one per case that did not pass; return what is not as expected."""
    problems = []
    print(f"rule {rule}: success rate {results['canonical']['metrics']['success_rate']}")
    for task, gold in sorted(results["canonical"]["missions"].items()):
        empty = results["nop"]["missions"][task]["passed"]
        count = gold["measures"]["upstream_tests"]["case_count"]
        print(f"  {task:<18} {gold['passed']:>4} passed, counted {count:.0f}; empty workspace {empty}")
        for case, outcome in gold["testcodes"].items():
            if outcome != "passed":
                reason = " ".join(gold["reasons"].get(case, "").split())[:160]
                print(f"      {outcome}: {case} {reason}")
        for words, status in commands(results["folder"], task):
            print(f"      $ {words} → {status}")
        if gold["passed"] < EXPECTED.get(task, 0):
            problems.append(f"rule {rule}: {task}: {gold['passed']} of {EXPECTED[task]} cases")
        if empty:
            problems.append(f"rule {rule}: {task}: an empty workspace passes {empty} cases")
    return problems


def commands(run: Path, task: str) -> list[tuple[str, int]]:
    """Return the commands before the tests with their exit statuses."""
    (path,) = run.glob(f"attempts/{task}/*/*/attachments/commands.json")
    found = json.loads(path.read_text(encoding="utf-8"))["commands"]
    return [(" ".join(each["words"]), each["status"]) for each in found]


if __name__ == "__main__":
    main()
