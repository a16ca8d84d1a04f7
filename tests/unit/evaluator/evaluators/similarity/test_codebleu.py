"""The project's CodeBLEU equals the package's, to the last bit."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from evaluator.evaluators.similarity.codebleu import code_bleu, extract
from tests.support.codebleu_package import in_order, package_score
from tests.support.public_similarity import CASCADE, needs_public_data, requests_of

NAMES = st.sampled_from(["a", "b", "total", "user", "self.items", "request", "é", "print"])
VALUES = st.one_of(
    NAMES, st.sampled_from(["1", "'x'", "f'{a} {{b}}'", "[a, b]", "f(a, b=1)", "lambda x: x + a", '"# no comment"'])
)


@st.composite
def programs(draw: st.DrawFn, depth: int = 0) -> str:
    """Generate Python as written by models: sometimes truncated, with comments and docstrings."""
    lines = []
    for _ in range(draw(st.integers(1, 5))):
        kind = draw(st.sampled_from(["assign", "call", "comment", "for", "if", "while", "def", "doc"]))
        lines += _statement(draw, kind, depth)
    return "\n".join(" " * 4 * depth + line if depth and line else line for line in lines)


def _statement(draw: st.DrawFn, kind: str, depth: int) -> list[str]:
    name, value = draw(NAMES), draw(VALUES)
    block = draw(programs(depth + 1)) if kind in ("for", "if", "while", "def") and depth < 3 else "    pass"
    match kind:
        case "assign":
            return [f"{name}, {draw(NAMES)} = {value}, {draw(VALUES)}", f"{name} += {value}"]
        case "call":
            return [f"{name}({value})  # {value}"]
        case "comment":
            return [f"# {name}", '"""A text."""']
        case "for":
            return [f"for {name}, {draw(NAMES)} in zip({value}, {draw(VALUES)}):", block]
        case "if":
            return [f"if {name} == {value}:", block, f"elif {value}:", block, "else:", "    pass"]
        case "while":
            return [f"while {value}:", block]
        case "def":
            return [
                f"def {draw(st.sampled_from('fgh'))}(a, b={value}):",
                '    """Docstring."""',
                block,
                f"    return {name}",
            ]
        case _:
            return [f'{name} = """{value}', '"""']


def ours(canonical: str, answered: str, language: str = "python") -> float:
    return code_bleu(extract(canonical, language), extract(answered, language)).published


@settings(max_examples=120, deadline=None)
@given(programs(), programs())
def test_programs_score_what_the_package_says(canonical: str, answered: str) -> None:
    with in_order():
        assert ours(canonical, answered) == package_score(canonical, answered)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(programs(), st.data())
def test_a_program_that_was_cut_off_scores_what_the_package_says(program: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(program)))
    with in_order():
        assert ours(program, program[:cut]) == package_score(program, program[:cut])
        assert ours(program[:cut], program) == package_score(program[:cut], program)


@settings(max_examples=40, deadline=None)
@given(
    canonical=st.text("ab=(){};<>/'\"# \n\t:.x1ü", max_size=200),
    answered=st.text("ab=(){};<>/'\"# \n:x1", max_size=200),
)
def test_any_text_scores_what_the_package_says(canonical: str, answered: str) -> None:
    with in_order():
        assert ours(canonical, answered) == package_score(canonical, answered)


@pytest.mark.parametrize(
    ("canonical", "answered"),
    [
        ("", ""),
        ("x = 1", ""),
        ("", "x = 1"),
        ("pass", "pass"),
        ("<p>don't</p> <b>{{ a|b }}</b>", "body { color: #fff; }"),
        ("def f(a):\n    return a + 1", "def g(b):\n    return b + 1"),
    ],
)
def test_the_corners_score_what_the_package_says(canonical: str, answered: str) -> None:
    assert ours(canonical, answered) == package_score(canonical, answered)


@needs_public_data
def test_recorded_files_score_what_the_package_says() -> None:
    mission = requests_of(CASCADE)[0]
    assert isinstance(mission.canonical.code, tuple)
    assert mission.answered is not None
    assert isinstance(mission.answered.code, tuple)
    with in_order():
        for canonical in mission.canonical.code:
            for answered in mission.answered.code:
                assert ours(canonical.text, answered.text) == package_score(canonical.text, answered.text)


SEEDS = range(3)
UNDER_A_SEED = """
import json, sys
from evaluator.evaluators.similarity.codebleu import code_bleu
from evaluator.evaluators.similarity.codebleu import extract
from tests.support.codebleu_package import package_score
pairs = json.load(sys.stdin)
ours = [code_bleu(extract(one, "python"), extract(other, "python")).published for one, other in pairs]
print(json.dumps([ours, [package_score(one, other) for one, other in pairs]]))
"""


def _under_a_seed(seed: int, pairs: list[tuple[str, str]]) -> tuple[list[float], list[float]]:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    ran = subprocess.run(
        [sys.executable, "-c", UNDER_A_SEED], input=json.dumps(pairs), env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    ours_, package = json.loads(ran.stdout)
    return ours_, package


@settings(
    max_examples=1, phases=[Phase.generate], deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(st.lists(st.tuples(programs(), programs()), min_size=60, max_size=60))
def test_scores_are_the_package_s_for_every_hash_seed(pairs: list[tuple[str, str]]) -> None:
    swaps = ("x = y = z = 0\nfor a, b in f(x, y, z):\n    x, z = z, b\n    y = x + z\n", "while p:\n    p = q + p\n")
    found = [_under_a_seed(seed, [*pairs, swaps]) for seed in SEEDS]
    for number in range(len(pairs) + 1):
        (value,) = {values[number] for values, _ in found}
        of_package = {values[number] for _, values in found}
        assert of_package == {value} or len(of_package) > 1
        assert min(of_package) - 0.02 <= value <= max(of_package) + 0.02
