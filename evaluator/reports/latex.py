"""Table of averages for a paper: ``booktabs``, intervals, the best value in bold, marks of significance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evaluator.io.terminal import printable
from evaluator.model.statistics import CONFIDENCE, UNKNOWN, Mean
from evaluator.reports.comparison import Comparison, Row
from evaluator.runs.results.results import AttemptGroup, Results, groups_of
from evaluator.runs.results.samples import ks_for, pass_at_means

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "–": "--", "…": r"\ldots{}", "−": "$-$",
}  # fmt: skip

MAX_NAME_CHARS = 120

COLUMNS = ("Agent", "Input", "Strategy", "Missions", "Passed", "Micro average", "Macro average")


@dataclass(frozen=True)
class PaperRow:
    """Row of the table. `behind` marks a macro average that is significantly lower than the best one."""

    names: tuple[str, str, str]
    missions: int
    passed: str
    micro: Mean
    macro: Mean
    pass_at: Mapping[str, Mean]
    behind: bool = False


def run_as_latex(results: Results, title: str) -> str:
    """Return the averages of a run: a row for each agent, input set and strategy."""
    rows = [_row_of_group(group) for group in groups_of(results) if group.total]
    return _table(title, rows)


def comparison_as_latex(comparison: Comparison) -> str:
    """Return the rows of a comparison; a dagger marks those that are significantly behind the best of their input."""
    best = {row.input_set: row for row in sorted(comparison.rows, key=lambda row: row.macro.value)}
    rows = [_row(row, _is_behind(comparison, row, best[row.input_set])) for row in comparison.rows]
    return _table("Comparison", rows)


def _row_of_group(group: AttemptGroup) -> PaperRow:
    known = pass_at_means(group.attempts, ks_for(group.samples))
    names = (group.agent, group.input_set, group.strategy)
    passed = f"{group.passed}/{group.total}"
    return PaperRow(names, len(group.by_mission()), passed, group.micro(), group.macro(), known)


def _row(row: Row, behind: bool) -> PaperRow:
    names, passed = (row.agent, row.input_set, row.strategy), f"{row.passed}/{row.total}"
    return PaperRow(names, row.missions, passed, row.rate, row.macro, row.pass_at, behind)


def _is_behind(comparison: Comparison, row: Row, best: Row) -> bool:
    """Return True when the paired test finds a difference between a row and the best one."""
    found = [pair for pair in comparison.pairs if {pair.one, pair.other} == {row.name, best.name}]
    return any(pair.difference.p < 1 - CONFIDENCE for pair in found)


def _table(title: str, rows: Sequence[PaperRow]) -> str:
    return "\n".join(_lines(title, rows)) + "\n"


def _lines(title: str, rows: Sequence[PaperRow]) -> Iterator[str]:
    yield f"% {printable(title)[:MAX_NAME_CHARS]}; needs \\usepackage{{booktabs}}"
    best = _best_pass_at(rows)
    yield rf"\begin{{tabular}}{{lllrrll{'l' * len(best)}}}"
    yield r"\toprule"
    yield " & ".join((*COLUMNS, *(f"pass@{k}" for k in best))) + r" \\"
    yield r"\midrule"
    micro = max((row.micro.value for row in rows), default=math.nan)
    macro = max((row.macro.value for row in rows), default=math.nan)
    yield from (_line(row, micro, macro, best) for row in rows)
    yield r"\bottomrule"
    yield r"\end{tabular}"
    if any(row.behind for row in rows):
        yield r"% $^\dagger$: p < 0.05 against the best row of the same input, paired permutation test over missions"


def _best_pass_at(rows: Sequence[PaperRow]) -> dict[str, float]:
    """Return the highest pass@k for each k for which it is known of some row."""
    best: dict[str, float] = {}
    for k, value in ((k, mean.value) for row in rows for k, mean in row.pass_at.items()):
        if not math.isnan(value):
            best[k] = max(value, best.get(k, value))
    return dict(sorted(best.items(), key=lambda each: int(each[0])))


def _line(row: PaperRow, micro: float, macro: float, best: Mapping[str, float]) -> str:
    """Return a row; `micro`, `macro` and `best` (by k) are the best values of the table."""
    cells = [*map(_text, row.names), str(row.missions), row.passed, _mean(row.micro, micro), _mean(row.macro, macro)]
    if row.behind:
        cells[-1] += r"$^\dagger$"
    return " & ".join([*cells, *(_mean(row.pass_at.get(k, UNKNOWN), best[k]) for k in best)]) + r" \\"


def _mean(mean: Mean, best: float) -> str:
    """Return ``42.9 [38.1, 47.6]``, in bold where it is the best value."""
    if math.isnan(mean.value):
        return "--"
    value = f"{100 * mean.value:.1f}"
    shown = rf"\textbf{{{value}}}" if mean.value == best else value
    return f"{shown} [{100 * mean.low:.1f}, {100 * mean.high:.1f}]" if mean.has_limits else shown


def _text(text: str) -> str:
    line = " ".join(printable(text).split())
    return "".join(SPECIAL.get(each, each) for each in line[:MAX_NAME_CHARS])
