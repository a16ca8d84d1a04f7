"""Conversion of answers to the arguments of a testcode."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluator.benchmarks.projecteval_2025.benchmark import PublicRules
from missions.catalog import open_catalog
from missions.testcodes.parameters import Unanswered
from tests.support.recorded_runs import write_data


def test_a_public_testcode_gets_all_that_was_answered_for_its_function(tmp_path: Path) -> None:
    (testcode,) = open_catalog(write_data(tmp_path)).mission("1").testcodes
    answers = {"Home||Look||text": "", "Home||Look||more": "x", "Home||Other||text": "y"}
    assert PublicRules().values_for(testcode, answers) == {"text": "", "more": "x"}
    with pytest.raises(Unanswered, match="text was not answered"):
        PublicRules().values_for(testcode, {"Home||Look||more": "x"})
