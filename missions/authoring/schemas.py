"""JSON Schemas of the TOML files that authors and users write; editors complete and check the files with them.

The schemas are published in ``missions/schemas`` and generated from the tables that read the files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from missions.errors import MissionError
from missions.formats.tables import ChecklistTable, MissionTable

FOLDER = Path(__file__).parents[1] / "schemas"

Command = Annotated[list[str], Field(min_length=1)]


class StartCommandsTable(BaseModel):
    """How a project is started that is not started in the usual way."""

    model_config = ConfigDict(extra="forbid")

    root: Annotated[str, Field(description="Folder of the project in which the commands run.")] = "."
    prepare: Annotated[list[Command], Field(description="Commands that run once, before the program.")] = []
    program: Annotated[list[str], Field(description="The program; {port} stands for the port of a website.")] = []


class ParametersTable(BaseModel):
    """Values of a mission's parameters by their names, and start commands (``parameters.toml``)."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, str]

    start: StartCommandsTable | None = None


TABLES: Mapping[str, type[BaseModel]] = {
    "mission": MissionTable,
    "checklist": ChecklistTable,
    "parameters": ParametersTable,
}


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of ``NAME.toml``. Raises `MissionError` for an unknown name."""
    if name not in TABLES:
        raise MissionError(f"there is no schema {name!r}; there are {', '.join(TABLES)}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"{name}.toml"}
    return {**TABLES[name].model_json_schema(), **head}


def schema_text(name: str) -> str:
    """Return the schema as it is published."""
    return json.dumps(schema(name), indent=2, ensure_ascii=False) + "\n"
