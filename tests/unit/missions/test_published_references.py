"""Generated files equal the published ones: the reference of the verbs, and the JSON Schemas."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from missions.authoring.checks import FOLDER, TABLES, schema_text
from missions.authoring.verbs import USERS, reference, verbs_of
from missions.errors import MissionError
from missions.formats.folder import BUILT_IN, BUILT_IN_REFERENCES

ROOT = Path(__file__).parents[3]


def test_the_reference_of_the_verbs_is_up_to_date() -> None:
    assert (ROOT / "docs" / "verbs.md").read_text(encoding="utf-8") == reference()


def test_every_verb_is_described() -> None:
    assert [verb.name for user in USERS.values() for verb in verbs_of(user).values() if not verb.description] == []


@pytest.mark.parametrize("name", TABLES)
def test_the_published_schema_is_up_to_date(name: str) -> None:
    assert (FOLDER / f"{name}.schema.json").read_text(encoding="utf-8") == schema_text(name)


def test_there_is_no_schema_of_other_files() -> None:
    with pytest.raises(MissionError, match="there is no schema 'prompt'; there are mission, checklist, parameters"):
        schema_text("prompt")


def test_the_tables_of_the_schemas_read_the_files_of_every_mission() -> None:
    files = [("mission", path) for path in BUILT_IN.glob("*/mission.toml")]
    files += [("checklist", path) for path in BUILT_IN.glob("*/checklist.toml")]
    files += [("parameters", path) for path in BUILT_IN_REFERENCES.glob("*/parameters.toml")]
    assert len(files) > 60
    for name, path in files:
        assert TABLES[name].model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def test_a_schema_names_what_a_file_may_hold() -> None:
    assert set(json.loads(schema_text("parameters"))["properties"]) == {"start"}
