"""Mutation rate of the suites of the library missions.

Generates every mutant of a reference (``canonical/<id>/project``) by fixed operators, runs the unit and acceptance
suites of ``missions/libraries/<id>/tests`` against each in a process of its own with limits on CPU time and memory, and
prints killed / total per mission and operator, with every survivor:

    python performance/library_mutants.py                          # 60 mutants of each library mission
    python performance/library_mutants.py duration-words --all     # every mutant of one
    python performance/library_mutants.py --suites robustness      # the rate of one suite
    python performance/library_mutants.py --each --sample 20       # the rate of every suite, and what only it detects

Left out by rule: docstrings, annotations, decorators, ``__all__``, ``__slots__``, type checking blocks and imports.
Left out by review: ``missions/libraries/<id>/equivalent_mutants.toml`` (entries: file, scope, before, after, reason).
Exit status: 0 when every mission reaches ``--at-least`` percent, 1 otherwise, 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import io
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MISSIONS = ROOT / "missions" / "libraries"
REFERENCES = ROOT / "canonical"
CPU_SECONDS = 20
WALL_SECONDS = 120
MEMORY_BYTES = 2_000_000_000
PYTEST_OPTIONS = ["-x", "-q", "-s", "--assert=plain", "--tb=no"]
PYTEST_OPTIONS += [f"-p no:{name}" for name in ("cacheprovider", "logging", "doctest", "junitxml", "faulthandler")]

Change = Callable[[ast.AST], None]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
BODIES = ("body", "orelse", "finalbody")


@dataclass(frozen=True)
class Mutant:
    """Change of one file: the change number `variant` of node `index` in the walk of its syntax tree.

    `before` and `after` are the first lines in which the changed statement differs.
    """

    file: str
    line: int
    scope: str
    operator: str
    before: str
    after: str
    index: int
    variant: int

    def __str__(self) -> str:
        before, after = _shown_difference(self.before, self.after)
        return f"{self.file}:{self.line} {self.scope} [{self.operator}] {before}  →  {after}"


@dataclass(frozen=True)
class Tally:
    """Result of one mission."""

    mission: str
    generated: int
    equivalent: int
    killed: tuple[Mutant, ...]
    survivors: tuple[Mutant, ...]

    @property
    def percent(self) -> float:
        """Killed mutants per hundred that ran."""
        total = len(self.killed) + len(self.survivors)
        return 100 * len(self.killed) / total if total else 0.0


def _shown_difference(before: str, after: str, around: int = 60) -> tuple[str, str]:
    """Return the surroundings of the first character in which two lines differ."""
    place = next((index for index, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), 0)
    first, last = max(place - around, 0), place + around
    return before[first:last], after[first:last]


# Operators: each returns the changes possible at one node.


def _changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.Compare):
        yield from _comparison_changes(node)
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield "arithmetic", _set("op", ARITHMETIC[type(node.op)]())
    elif isinstance(node, ast.BoolOp):
        yield "boolean", _set("op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "boolean", _set("operand", ast.UnaryOp(ast.Not(), node.operand))
    elif isinstance(node, ast.If | ast.While | ast.IfExp):
        yield "condition", _set("test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Constant):
        yield from _constant_changes(node.value)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield from _return_changes(node.value)
    for field in BODIES:
        yield from _dropped_statements(node, field)


def _set(field: str, value: object) -> Change:
    return lambda node: setattr(node, field, value)


def _comparison_changes(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    for position, operator in enumerate(node.ops):
        for replacement in COMPARISONS[type(operator)]:
            yield "comparison", _set("ops", [*node.ops[:position], replacement(), *node.ops[position + 1 :]])


def _constant_changes(value: object) -> Iterator[tuple[str, Change]]:
    if isinstance(value, bool):
        yield "boolean", _set("value", not value)
    elif isinstance(value, int | float):
        yield "constant", _set("value", value + 1)
        yield "constant", _set("value", value - 1)
    elif isinstance(value, str):
        yield "string", _set("value", f"XX{value}")
    elif isinstance(value, bytes):
        yield "string", _set("value", b"XX" + value)


def _return_changes(value: ast.expr) -> Iterator[tuple[str, Change]]:
    if not (isinstance(value, ast.Constant) and value.value is None):
        yield "return", _set("value", ast.Constant(None))
    if isinstance(value, ast.Tuple) and len(value.elts) > 1:
        yield "return", _set("value", ast.Tuple(list(reversed(value.elts)), ast.Load()))


def _dropped_statements(node: ast.AST, field: str) -> Iterator[tuple[str, Change]]:
    body = getattr(node, field, None)
    for position, statement in enumerate(body if isinstance(body, list) else []):
        if _droppable(statement):
            yield "raise" if isinstance(statement, ast.Raise) else "statement", _drop(field, position)


def _droppable(statement: ast.AST) -> bool:
    if isinstance(statement, ast.Expr):
        return not isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Assign):
        return any(isinstance(target, ast.Attribute | ast.Subscript) for target in statement.targets)
    return isinstance(statement, ast.AugAssign | ast.Raise | ast.Delete | ast.Break | ast.Continue)


def _drop(field: str, position: int) -> Change:
    def change(node: ast.AST) -> None:
        body = list(getattr(node, field))
        body[position] = ast.copy_location(ast.Pass(), body[position])
        setattr(node, field, body)

    return change


# Mutants. A node is found by its index in the walk, which is the same in every parse of a source.


def mutants_of(project: Path) -> list[Mutant]:
    """Return every mutant of the Python files below `project`, in the order of files."""
    return [
        mutant
        for path in sorted(project.rglob("*.py"))
        for mutant in mutants_of_source(path.relative_to(project).as_posix(), path.read_text(encoding="utf-8"))
    ]


def mutants_of_source(file: str, source: str) -> Iterator[Mutant]:
    """Return the mutants of one file."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    left_out = {id(each) for node in ast.walk(tree) for part in _left_out(node) for each in ast.walk(part)}
    for index, node in enumerate(ast.walk(tree)):
        if id(node) not in left_out:
            statement, scope = _statement_and_scope(parents, node)
            for variant, (operator, change) in enumerate(_changes(node)):
                before, after = _difference(statement, node, change)
                line = getattr(node, "lineno", getattr(statement, "lineno", 1))
                yield Mutant(file, line, scope, operator, before, after, index, variant)


def mutated(source: str, mutant: Mutant) -> str:
    """Return the source of a file with the change of `mutant`."""
    tree = ast.parse(source)
    node = list(ast.walk(tree))[mutant.index]
    _, change = list(_changes(node))[mutant.variant]
    change(node)
    return ast.unparse(ast.fix_missing_locations(tree))


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """Return the parts of a node whose changes are not mutants."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from node.decorator_list
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
        yield node.returns
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node
    if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
        yield node.annotation
    if isinstance(node, ast.Assign) and any(_is_declaration(target) for target in node.targets):
        yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        yield node


def _is_declaration(target: ast.expr) -> bool:
    return isinstance(target, ast.Name) and target.id in {"__all__", "__slots__", "__version__"}


def _difference(statement: ast.AST, node: ast.AST, change: Change) -> tuple[str, str]:
    """Return the first line in which the text of `statement` differs after the change of `node`, before and after."""
    copied = copy.deepcopy(statement)
    position = next(number for number, each in enumerate(ast.walk(statement)) if each is node)
    before = ast.unparse(copied).splitlines()
    change(list(ast.walk(copied))[position])
    after = ast.unparse(ast.fix_missing_locations(copied)).splitlines()
    pairs = ((old.strip(), new.strip()) for old, new in zip(before, after, strict=False) if old != new)
    return next(pairs, ("", ""))


def _statement_and_scope(parents: dict[ast.AST, ast.AST], node: ast.AST) -> tuple[ast.AST, str]:
    """Return the innermost statement that holds a node, and the dotted name of its function or class."""
    chain = [node]
    while chain[-1] in parents:
        chain.append(parents[chain[-1]])
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = [each.name for each in reversed(chain) if isinstance(each, definitions)]
    statement = next((each for each in chain if isinstance(each, ast.stmt)), chain[-1])
    return statement, ".".join(names) or "module"


# Running


@dataclass(frozen=True)
class Bench:
    """Common data of the runs of one mission: folders, suites, and the source file of each test file."""

    mission: Path
    project: Path
    suites: tuple[str, ...]
    scratch: Path

    def tests_for(self, file: str) -> list[list[str]]:
        """Return the test files in the order to run: those of the component `file`, then all others."""
        config = tomllib.loads((self.mission / "mission.toml").read_text(encoding="utf-8"))
        files = [path for suite in self.suites for path in sorted((self.mission / "tests" / suite).glob("test_*.py"))]
        own = {name for name, sources in config["components"].items() if file in sources}
        first = [str(path) for path in files if path.relative_to(self.mission).as_posix() in own]
        return [group for group in (first, [str(path) for path in files if str(path) not in first]) if group]


def start(bench: Bench, mutant: Mutant | None, number: int) -> int:
    """Start the suites against a mutant, or against the reference itself, in a forked process; return its id."""
    folder = bench.scratch / str(number)
    shutil.copytree(bench.project, folder, ignore=shutil.ignore_patterns("__pycache__"))
    if mutant is not None:
        file = folder / mutant.file
        file.write_text(mutated(file.read_text(encoding="utf-8"), mutant), encoding="utf-8")
    process = os.fork()
    if process:
        return process
    try:
        os._exit(_run_suites(bench, folder, mutant.file if mutant else ""))
    finally:
        os._exit(99)


def _run_suites(bench: Bench, folder: Path, file: str) -> int:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    signal.alarm(WALL_SECONDS)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    sys.dont_write_bytecode = True
    options = [*PYTEST_OPTIONS, "-c", str(_empty_settings(folder)), f"--basetemp={folder / 'tmp'}"]
    for tests in bench.tests_for(file):
        code = int(pytest.main([*options, *tests]))
        if code:
            return code
    return 0


def _empty_settings(folder: Path) -> Path:
    path = folder / "empty.ini"
    path.write_text("[pytest]\n")
    return path


def warm_up(scratch: Path) -> None:
    """Load the modules that pytest imports late, so that every forked process has them."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    scratch.mkdir()
    (scratch / "test_nothing.py").write_text("import pytest\n\n\ndef test_nothing(): pass\n")
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main([*PYTEST_OPTIONS, "-c", str(_empty_settings(scratch)), str(scratch)])
    sys.modules.pop("test_nothing", None)


def survived(status: int) -> bool:
    """Return True when every test passed. Raises `SystemExit` when pytest itself could not run."""
    if os.WIFSIGNALED(status):
        return False
    code = os.WEXITSTATUS(status)
    if code not in (0, 1, 2, 3):
        raise SystemExit(f"pytest ended with status {code}; run the suites by hand to see why")
    return code == 0


def run_all(bench: Bench, mutants: Sequence[Mutant], jobs: int) -> dict[Mutant, bool]:
    """Return for each mutant True where it survived."""
    running: dict[int, tuple[int, Mutant]] = {}
    waiting = list(enumerate(mutants))
    results: dict[Mutant, bool] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            number, mutant = waiting.pop(0)
            running[start(bench, mutant, number)] = (number, mutant)
        process, status = os.wait()
        number, mutant = running.pop(process)
        shutil.rmtree(bench.scratch / str(number))
        results[mutant] = survived(status)
    return results


def tally(mission: str, arguments: argparse.Namespace) -> Tally:
    """Run the mutants of one mission and count them."""
    project = REFERENCES / mission / "project"
    mutants = mutants_of(project)
    live, equivalent = without_equivalent(mutants, MISSIONS / mission / "equivalent_mutants.toml")
    if not arguments.all and len(live) > arguments.sample:
        live = random.Random(f"{arguments.seed}:{mission}").sample(live, arguments.sample)
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        bench = Bench(MISSIONS / mission, project, tuple(arguments.suites), Path(scratch))
        warm_up(Path(scratch) / "warm-up")
        _check_reference(bench)
        results = run_all(bench, live, arguments.jobs)
    killed = tuple(mutant for mutant in live if not results[mutant])
    return Tally(mission, len(mutants), equivalent, killed, tuple(mutant for mutant in live if results[mutant]))


SUITES = ("unit", "acceptance", "robustness", "performance", "resource")


@dataclass(frozen=True)
class SuiteTally:
    """Which suites detect each mutant of one mission."""

    mission: str
    detected_by: tuple[tuple[Mutant, frozenset[str]], ...]

    def rate(self, suite: str) -> tuple[int, int, int]:
        """Return the mutants that a suite detects, those that no other suite detects, and all."""
        found = [suites for _, suites in self.detected_by if suite in suites]
        return len(found), sum(suites == {suite} for suites in found), len(self.detected_by)


def tally_each(mission: str, arguments: argparse.Namespace) -> SuiteTally:
    """Run the mutants of one mission against every suite by itself."""
    project = REFERENCES / mission / "project"
    live, _ = without_equivalent(mutants_of(project), MISSIONS / mission / "equivalent_mutants.toml")
    if not arguments.all and len(live) > arguments.sample:
        live = random.Random(f"{arguments.seed}:{mission}").sample(live, arguments.sample)
    detected: dict[Mutant, set[str]] = {mutant: set() for mutant in live}
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch:
        warm_up(Path(scratch) / "warm-up")
        for suite in SUITES:
            bench = Bench(MISSIONS / mission, project, (suite,), Path(scratch) / suite)
            bench.scratch.mkdir()
            _check_reference(bench)
            for mutant, has_survived in run_all(bench, live, arguments.jobs).items():
                if not has_survived:
                    detected[mutant].add(suite)
    return SuiteTally(mission, tuple((mutant, frozenset(suites)) for mutant, suites in detected.items()))


def report_each(results: Iterable[SuiteTally]) -> list[SuiteTally]:
    """Print the rate of every suite by mission, as each is done, and over all missions; return them."""
    print(f"{'detected (only by it)':<22}" + "".join(f"{suite:>18}" for suite in SUITES) + f"{'none':>8}", flush=True)
    done = []
    for result in results:
        done.append(result)
        _print_rates(result)
    _print_rates(SuiteTally("all", tuple(pair for result in done for pair in result.detected_by)))
    return done


def _print_rates(result: SuiteTally) -> None:
    cells = [result.rate(suite) for suite in SUITES]
    shown = "".join(f"{f'{found} / {total} ({alone})':>18}" for found, alone, total in cells)
    print(f"{result.mission:<22}{shown}{sum(not suites for _, suites in result.detected_by):>8}", flush=True)


def _check_reference(bench: Bench) -> None:
    _, status = os.waitpid(start(bench, None, -1), 0)
    if not survived(status):
        raise SystemExit(f"{bench.mission.name}: the reference does not pass its own suites; correct it first")


def without_equivalent(mutants: Sequence[Mutant], file: Path) -> tuple[list[Mutant], int]:
    """Return the mutants that are not in the reviewed list, and the number of the others."""
    entries = tomllib.loads(file.read_text(encoding="utf-8"))["equivalent"] if file.is_file() else []
    listed = {(entry["file"], entry["scope"], entry["before"], entry["after"]) for entry in entries}
    live = [each for each in mutants if (each.file, each.scope, each.before, each.after) not in listed]
    present = {(each.file, each.scope, each.before, each.after) for each in mutants}
    for stale in sorted(listed - present):
        print(f"{file}: entry matches no mutant, remove it: {stale}", file=sys.stderr)
    return live, len(mutants) - len(live)


def report(result: Tally, quiet: bool) -> None:
    """Print the figures of one mission and its survivors."""
    total = len(result.killed) + len(result.survivors)
    print(
        f"{result.mission:16} {len(result.killed):5} / {total:<5} {result.percent:5.1f} %   "
        f"(generated {result.generated}, equivalent {result.equivalent})"
    )
    killed, lost = (Counter(each.operator for each in group) for group in (result.killed, result.survivors))
    for operator in sorted(set(killed) | set(lost)):
        print(f"    {operator:12} {killed[operator]:5} / {killed[operator] + lost[operator]}")
    for mutant in () if quiet else result.survivors:
        print(f"    survived: {mutant}")
    sys.stdout.flush()


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Return the options of the command line."""
    known = sorted(path.parent.name for path in MISSIONS.glob("*/mission.toml") if _is_library(path))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("missions", nargs="*", choices=[*known, []], default=[], help="ids (default: all libraries)")
    parser.add_argument("--all", action="store_true", help="run every mutant instead of a sample")
    parser.add_argument("--sample", type=int, default=60, help="mutants per mission (default 60)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample (default 0)")
    parser.add_argument("--suites", nargs="+", default=["unit", "acceptance"], help="suites to run")
    parser.add_argument("--each", action="store_true", help="run every suite by itself, and compare them")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (default 1)")
    parser.add_argument("--at-least", type=float, default=90.0, help="percent that must be killed (default 90)")
    parser.add_argument("--json", type=Path, help="write figures and survivors to this file")
    parser.add_argument("--quiet", action="store_true", help="do not print survivors")
    found = parser.parse_args(arguments)
    found.missions = found.missions or known
    return found


def _is_library(path: Path) -> bool:
    return tomllib.loads(path.read_text(encoding="utf-8")).get("stack") == "library"


def main(arguments: Sequence[str]) -> int:
    """Run the script and return its exit status."""
    options = parsed(arguments)
    if options.each:
        by_suite = report_each(tally_each(mission, options) for mission in options.missions)
        if options.json:
            options.json.write_text(json.dumps(_each_as_json(by_suite), indent=2) + "\n", encoding="utf-8")
        return 0
    results = []
    for mission in options.missions:
        results.append(tally(mission, options))
        report(results[-1], options.quiet)
    if options.json:
        options.json.write_text(json.dumps([_as_json(each) for each in results], indent=2) + "\n", encoding="utf-8")
    return 0 if all(each.percent >= options.at_least for each in results) else 1


def _each_as_json(results: Sequence[SuiteTally]) -> list[dict[str, object]]:
    return [
        {"mission": result.mission, "detected_by": sorted(suites), **asdict(mutant)}
        for result in results
        for mutant, suites in result.detected_by
    ]


def _as_json(result: Tally) -> dict[str, object]:
    return {
        "mission": result.mission,
        "generated": result.generated,
        "equivalent": result.equivalent,
        "killed": len(result.killed),
        "survivors": [asdict(each) for each in result.survivors],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
