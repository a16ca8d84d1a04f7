"""Hostile libraries get the cases that they implement honestly at most, whatever they do to pytest and its results."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from evaluator.evaluators.pytest_suite import CaseOutcome, Inventory, SuiteOptions
from missions.catalog import open_catalog
from tests.hostile.libraries import HONEST, HostileLibrary, libraries
from tests.support.suites import LIBRARIES, run


@pytest.fixture(scope="module")
def inventory() -> Inventory:
    catalog = open_catalog(str(LIBRARIES))
    reference = catalog.reference("greetings")
    assert reference is not None
    found = run(catalog.mission("greetings").suites[0], reference.files)
    assert {case.outcome for case in found.cases} == {CaseOutcome.PASSED}
    assert all(case.controlled for case in found.cases)
    return Inventory.of(found)


PARAMETERS = [
    pytest.param(library, id=library.name, marks=() if library.usual else pytest.mark.slow) for library in libraries()
]


@pytest.mark.parametrize("library", PARAMETERS)
def test_a_hostile_library_gains_no_case(library: HostileLibrary, inventory: Inventory) -> None:
    suite = open_catalog(str(LIBRARIES)).mission("greetings").suites[0]
    suite = replace(suite, separate=not library.together)

    found = run(suite, library.contents(), SuiteOptions(inventory))

    passed = {case.id for case in found.cases if case.passed}
    reasons = [case.failure.message for case in found.cases if case.failure]
    assert passed <= set(HONEST), found
    assert library.passed == "any" or passed == set(library.passed), found
    assert {case.id for case in found.cases} == set(inventory.ids)
    assert found.infrastructure is None
    assert any(re.search(library.reason, reason) for reason in reasons), found
