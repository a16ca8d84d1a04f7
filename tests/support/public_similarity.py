"""Score requests from the public benchmark's data and recorded runs, if available."""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from evaluator.evaluators.similarity import Product, Products, ScoreRequest
from evaluator.evaluators.similarity.evaluator import canonical_values, compared_products

FOLDER = Path(os.environ.get("PROJECTEVAL_PUBLIC") or Path(__file__).parents[3] / "shared" / "projecteval")
CASCADE, DIRECT = "gpt-4o-cascade-level-1", "gpt-4o-direct-level-1"

needs_public_data = pytest.mark.skipif(
    not (FOLDER / "data").is_dir(), reason=f"the public data is not at {FOLDER}; set PROJECTEVAL_PUBLIC"
)


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@cache
def requests_of(run: str) -> tuple[ScoreRequest, ...]:
    """Return a request for each mission of a recorded run, in the data's order."""
    data = FOLDER / "data"
    code, parameters = (_load(data / f"project_eval_{name}.json") for name in ("answer", "parameter"))
    (information,) = (FOLDER / "recorded" / run).glob("*_information.json")
    stem = information.name.removesuffix("_information.json")
    answered = {
        name: _load(information.with_name(f"{stem}{suffix}.json"))
        for name, suffix in (
            ("checklist", "_nl_checklist"),
            ("skeleton", "_skeleton"),
            ("code", ""),
            ("parameters", "_parameter"),
        )
    }
    asked = frozenset(product for product in Product if answered[product])
    return tuple(
        ScoreRequest(
            mission_id=(number := project["project_id"]),
            canonical=_canonical(project, code[number], canonical_values(parameters[number])),
            answered=compared_products(**{name: found.get(number) for name, found in answered.items()}),
            asked=asked,
        )
        for project in _load(data / "project_eval_project.json")
    )


def _canonical(project: Any, code: Any, values: dict[str, str]) -> Products:
    read = compared_products(checklist=project["nl_checklist"], skeleton=project["skeleton"], code=code)
    return Products(read.checklist, read.skeleton, read.code, values)


def published(run: str) -> dict[str, float]:
    found: dict[str, float] = _load(FOLDER / "published.json")[f"recorded/{run}"]
    return found
