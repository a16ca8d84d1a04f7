"""Data files beyond a limit are refused in words, before a parser sees them."""

from __future__ import annotations

import json
import shutil
import time
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from evaluator.runs.folder.request import FORMAT
from simulators.data_files import DataError, parse_json, parse_toml
from simulators.yaml_files import parse_yaml
from tests.support.commands import MISSIONS, projecteval

MAX_SECONDS = 5.0
"""Processor time; without limits, the shortest of these files takes minutes or ends in a traceback."""

PARSERS: Mapping[str, Callable[[str, str], Any]] = {"toml": parse_toml, "json": parse_json, "yaml": parse_yaml}


@dataclass(frozen=True)
class Case:
    """A data file of repeated pieces, and what its refusal says."""

    name: str
    format: str
    says: str
    piece: str
    times: int
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        return self.before + self.piece * self.times + self.after


ENTRIES = tomllib.loads((Path(__file__).parent / "data_files" / "cases.toml").read_text(encoding="utf-8"))["case"]
CASES = [Case(**entry) for entry in ENTRIES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_file_beyond_a_limit_is_refused_at_once(case: Case) -> None:
    begun = time.process_time()
    with pytest.raises(DataError) as refused:
        PARSERS[case.format](case.text, "file")
    assert str(refused.value).startswith("file")
    assert case.says in str(refused.value)
    assert time.process_time() - begun < MAX_SECONDS


@pytest.mark.parametrize("case", [case for case in CASES if case.format == "toml"][::4], ids=lambda case: case.name)
def test_commands_refuse_such_files_in_words(case: Case, tmp_path: Path) -> None:
    shutil.copytree(MISSIONS / "hello-console", tmp_path / "missions" / "hello-console")
    project, run = tmp_path / "project", tmp_path / "run"
    shutil.copytree(MISSIONS / "hello-console" / "canonical" / "project", project)
    (project / "parameters.toml").write_text(case.text)
    run.mkdir()
    (run / "run.toml").write_text(case.text)
    (run / "lock.json").write_text(json.dumps({"format": FORMAT}))

    checked = projecteval("check", project, "--mission", "hello-console", "--missions", MISSIONS, cwd=tmp_path)
    reported = projecteval("report", run)
    (tmp_path / "missions" / "hello-console" / "mission.toml").write_text(case.text)
    listed = projecteval("missions", "list", "--missions", tmp_path / "missions")

    assert (checked.status, reported.status, listed.status) == (2, 2, 1)
    for called, file in ((checked, "parameters.toml"), (reported, "run.toml"), (listed, "mission.toml")):
        assert "Traceback" not in called.stderr
        assert file in called.stderr
        assert case.says in called.stderr


def test_ordinary_files_are_read_as_before() -> None:
    text = tomli_w.dumps({"a": {"b": [1, {"c": ["]", '"""']}]}, "d.e": "x", "f": "'''", "g": "[" * 500, "h": 1.5})
    assert parse_toml(text, "file") == tomllib.loads(text)
    assert parse_json('{"a": "[[[\\"[", "b": [1e300, "\\ud800"]}', "file") == {"a": '[[["[', "b": [1e300, "\ud800"]}
    assert parse_yaml("a: [1, {b: c}]\nd: |\n  - [[[\n", "file") == {"a": [1, {"b": "c"}], "d": "- [[[\n"}
