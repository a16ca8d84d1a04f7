"""Each systematic damage of a reference lowers exactly the measures that it should. docs/realbench.md has the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from evaluator.benchmarks.realbench.benchmark import COMPLETION, PASS
from evaluator.evaluators.components.measures import CHANGED, EXTRA, MISSING
from evaluator.evaluators.side_by_side import DESIGN_DIFFS, FileDiff
from evaluator.io.files import read_json
from missions.project_files import Files
from tests.support.designs import ALL, REFERENCE, evaluated, lost, names, replaced, without

ACCOUNTS, ERRORS = "ledger/accounts.py", "ledger/errors.py"
MONEY, REPORT = "ledger/money.py", "ledger/report.py"
ERROR_CLASS = 'class LedgerError(Exception):\n    """An operation that an account refuses."""\n'
DEPOSIT = REFERENCE[ACCOUNTS].decode().partition("    def deposit")[2].partition("    def withdraw")[0]

NONE: frozenset[str] = frozenset()
A_MODULE = names("accounts", "Account", "Account.__init__", "Account.deposit", "Account.withdraw")
R_MODULE = names("report", "Report", "Report.__init__", "Report.add", "Report.text", "total")
ACCOUNT = names("accounts", "Account", "Account.__init__")
DEPOSITED, SHOWN, ERROR = names("accounts", "Account.deposit"), names("money", "shown"), names("errors", "LedgerError")

Damage = tuple[Files, frozenset[str], frozenset[str], frozenset[str], tuple[int, int, int]]
DAMAGES: Mapping[str, Damage] = {
    "class removed": (
        replaced(ERRORS, (ERROR_CLASS, "")),
        *(ERROR, A_MODULE | R_MODULE | ERROR, A_MODULE | R_MODULE | ERROR, (1, 0, 0)),
    ),
    "class moved to another file": (
        {
            **replaced(ERRORS, (ERROR_CLASS, "from ledger.faults import LedgerError\n")),
            "ledger/faults.py": REFERENCE[ERRORS],
        },
        *(ERROR, NONE, NONE, (1, 1, 0)),
    ),
    "class added": (
        replaced(ERRORS, (ERROR_CLASS, f"class Other:\n    pass\n\n\n{ERROR_CLASS}")),
        *(NONE,) * 3,
        (0, 1, 0),
    ),
    "method removed": (
        replaced(ACCOUNTS, (f"    def deposit{DEPOSIT}", "")),
        *(DEPOSITED, DEPOSITED, ACCOUNT | DEPOSITED, (1, 0, 0)),
    ),
    "parameter renamed": (
        replaced(MONEY, ("currency: str", "unit: str"), ("{currency}", "{unit}")),
        *(SHOWN, SHOWN, SHOWN, (0, 0, 1)),
    ),
    "optional parameter added": (
        replaced(MONEY, ('currency: str = "EUR"', 'currency: str = "EUR", digits: int = 2')),
        *(SHOWN, NONE, NONE, (0, 0, 1)),
    ),
    "required parameter added": (
        replaced(ACCOUNTS, ("deposit(self, amount: int)", "deposit(self, amount: int, note: str)")),
        *(DEPOSITED, DEPOSITED, ACCOUNT | DEPOSITED, (0, 0, 1)),
    ),
    "annotations removed": (replaced(MONEY, ("cents: int", "cents"), ("-> str", "")), *(NONE,) * 3, (0, 0, 1)),
    "import broken": (
        replaced(REPORT, ("from ledger.money", "from ledger.amounts")),
        *(NONE, R_MODULE, R_MODULE | ACCOUNT, (0, 0, 0)),
    ),
    "method wrong": (
        replaced(ACCOUNTS, ("self.balance += amount", "self.balance -= amount")),
        *(NONE, NONE, ACCOUNT | DEPOSITED, (0, 0, 0)),
    ),
    "method raises": (
        replaced(REPORT, ("self.accounts.append(account)", "raise NotImplementedError")),
        *(NONE, NONE, R_MODULE | ACCOUNT, (0, 0, 0)),
    ),
    "file missing": (without(MONEY), SHOWN, SHOWN | R_MODULE, SHOWN | R_MODULE | ACCOUNT, (1, 0, 0)),
    "file renamed": (
        {**without(MONEY), "ledger/amounts.py": REFERENCE[MONEY]},
        *(SHOWN, SHOWN | R_MODULE, SHOWN | R_MODULE | ACCOUNT, (1, 1, 0)),
    ),
    "syntax error": (
        replaced(ERRORS, ("(Exception):", "(Exception)")),
        *(ERROR, A_MODULE | R_MODULE | ERROR, A_MODULE | R_MODULE | ERROR, (1, 0, 0)),
    ),
    "nothing is left": ({}, ALL, ALL, ALL, (14, 0, 0)),
}
"""Damage → files; components that lose completion, execution and pass; missing, extra and changed elements."""


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_lowers_completion_and_conformance(damage: str, tmp_path: Path) -> None:
    files, completion, _, _, elements = DAMAGES[damage]

    evaluation = evaluated(files, COMPLETION, tmp_path)

    assert lost(files, "completion", tmp_path) == completion
    assert tuple(evaluation.measure(name) for name in (MISSING, EXTRA, CHANGED)) == elements


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damage_lowers_execution_and_pass(damage: str, tmp_path: Path) -> None:
    files, _, execution, passed, _ = DAMAGES[damage]

    assert (lost(files, "execution", tmp_path), lost(files, "pass", tmp_path)) == (execution, passed)


def test_a_broken_import_and_a_wrong_method_are_told_apart(tmp_path: Path) -> None:
    imported, _, not_executable, *_ = DAMAGES["import broken"]
    wrong, _, _, not_passed, _ = DAMAGES["method wrong"]

    assert lost(imported, "execution", tmp_path) == not_executable
    assert (lost(wrong, "execution", tmp_path), lost(wrong, "pass", tmp_path)) == (NONE, not_passed)


def test_the_reference_has_every_component(tmp_path: Path) -> None:
    assert [lost(REFERENCE, measure, tmp_path) for measure in ("completion", "execution", "pass")] == [NONE] * 3


def test_failed_tests_are_counted_by_exception(tmp_path: Path) -> None:
    files = {**DAMAGES["import broken"][0], MONEY: b"def shown(cents, currency='EUR'):\n    return cents + currency\n"}

    measures = {each.name: each.value for each in evaluated(files, PASS, tmp_path).measures}

    assert measures == {"exceptions.ModuleNotFoundError": 2, "exceptions.TypeError": 2}


def test_the_design_is_shown_beside_what_was_built(tmp_path: Path) -> None:
    evaluated(DAMAGES["optional parameter added"][0], COMPLETION, tmp_path)

    (found,) = read_json(tmp_path / "attachments" / DESIGN_DIFFS, tuple[FileDiff, ...])

    assert (found.product, found.reference) == ("design", "ledger.money")
    assert [(row.reference, row.solution) for row in found.rows] == [
        (
            "shown(cents: int, currency: str='EUR') -> str",
            "shown(cents: int, currency: str='EUR', digits: int=2) -> str",
        )
    ]
