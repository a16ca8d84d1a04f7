"""The public benchmark's data and recorded runs, as they are; skipped where they are absent."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.acceptance.commands import ROOT, projecteval

PUBLIC = Path(os.environ.get("PROJECTEVAL_PUBLIC", ROOT.parent / "shared" / "projecteval"))
CATALOG = f"projecteval:{PUBLIC / 'data'}"
PUBLISHED = PUBLIC / "published.json"

pytestmark = pytest.mark.skipif(
    not (PUBLIC / "data").is_dir(), reason="the public benchmark's data is absent (set PROJECTEVAL_PUBLIC)"
)


def test_the_canonical_answers_pass(tmp_path: Path) -> None:
    asked = ("--agent", "canonical", "--missions", CATALOG, "--steps", "generate,judge", "--out", tmp_path / "run")
    called = projecteval("run", *asked, "--json", timeout=900)
    assert called.status == 0, called.stderr
    missing = {name: found["reasons"] for name, found in called.json["missions"].items() if found["reasons"]}
    assert (called.json["passed"], called.json["total"], missing) == (284, 284, {})


@pytest.mark.parametrize("recorded", ["gpt-4o-cascade-level-1", "gpt-4o-direct-level-1"])
def test_similarity_is_as_published(recorded: str, tmp_path: Path) -> None:
    asked = ("--agent", f"replay:{PUBLIC / 'recorded' / recorded}", "--missions", CATALOG, "--rule", "paper")
    called = projecteval("run", *asked, "--steps", "generate,score", "--out", tmp_path / "run", "--json")
    assert called.status == 0, called.stderr
    published = json.loads(PUBLISHED.read_text())[f"recorded/{recorded}"]
    found = called.json["similarity"]
    named = {"checklist": "checklist", "skeleton": "skeleton", "code": "code", "parameters": "parameter"}
    assert found == {name: published.get(key) for name, key in named.items()}


def test_a_recorded_run_is_judged_without_a_crash(tmp_path: Path) -> None:
    asked = ("--agent", f"replay:{PUBLIC / 'recorded' / 'gpt-4o-cascade-level-1'}", "--missions", CATALOG)
    some = ("--select", "1,6,16,18", "--steps", "generate,judge", "--out", tmp_path / "run")
    called = projecteval("run", *asked, *some, "--json", timeout=300)
    assert called.status == 0, called.stderr
    assert called.json["infrastructure"] == 0
    assert called.json["missions"]["1"]["runnable"] == "not_runnable"


def test_a_malformed_file_is_named_with_its_place(tmp_path: Path) -> None:
    projects = json.loads((PUBLIC / "data" / "project_eval_project.json").read_text())
    del projects[2]["testcode"][0]["function"][1]["test"]
    (tmp_path / "project_eval_project.json").write_text(json.dumps(projects))
    called = projecteval("missions", "list", "--missions", f"projecteval:{tmp_path}")
    assert called.status == 2
    assert "project_eval_project.json" in called.stderr
    assert "(3)" in called.stderr
    assert "(Navigation Button)" in called.stderr
