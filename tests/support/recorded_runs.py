"""Small data set in the public format, and recorded runs of it; independent of the public benchmark's data."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

Recording = dict[str, Any]
"""Product (empty: the code) → answers by project id."""


def write_data(folder: Path, parameters: bool = True) -> str:
    """Write two websites and a program with a testcode each, with or without a parameter; return the value for
    `--missions`."""
    projects = [_project(*each, parameters) for each in (("1", "website"), ("2", "website"), ("3", "batch"))]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "project_eval_project.json").write_text(json.dumps(projects))
    return f"projecteval:{folder}"


def a_recording() -> Recording:
    """Return a model's answers for each of the three."""
    site = [
        {"file": "manage.py", "path": "site/manage.py", "code": "print('manage')"},
        {"file": "views.py", "path": "site/app/views.py", "code": "x = 1\n"},
        {"file": None, "path": "site/media", "code": ""},
    ]
    program = [{"file": "main.py", "path": "main.py", "code": "print('hello')"}]
    pages = [{"page": "Home", "function": [{"function": "Look", "parameter": [{"name": "text", "answer": "hello"}]}]}]
    return {
        "": {"1": site, "2": copy.deepcopy(site), "3": program},
        "parameter": {
            "1": pages,
            "2": copy.deepcopy(pages),
            "3": {"Home": {"Look": [{"name": "text", "answer": "hello"}]}},
        },
        "nl_checklist": {"1": [{"page": "Home", "function": [{"function": "Look", "description": "It says hello."}]}]},
        "skeleton": {"1": copy.deepcopy(site)},
        "startfile": {"1": "site/manage.py", "2": "site/manage.py", "3": "main.py"},
        "information": {"1": {"initiate_commands": [["python", "manage.py", "migrate"]], "requirements": []}},
    }


def write_recording(folder: Path, recording: Recording, name: str = "m_20250101-000000_level_1") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for product, answers in recording.items():
        write_product(folder, product, json.dumps(answers).encode(), name)


def write_product(folder: Path, product: str, content: bytes, name: str = "m_20250101-000000_level_1") -> None:
    (folder / f"{name}{product and '_'}{product}.json").write_bytes(content)


def _project(number: str, kind: str, parameters: bool) -> dict[str, Any]:
    takes = ["driver"] * (kind == "website") + ["text"] * parameters
    text = f"def test({', '.join(takes)}):\n    {'assert text' if parameters else 'pass'}\n"
    asked = [{"name": "text", "description": "what it says"}] * parameters
    testcode = {"function": "Look", "test": text, "parameter": asked}
    return {
        "project_id": number,
        "project_type": kind,
        "nl_prompt": "Say hello.",
        "framework_technical_stack": [{"language": "Python", "technical_stack": "Django"}],
        "nl_checklist": [{"page": "Home", "function": [{"function": "Look", "description": "It says hello."}]}],
        "testcode": [{"page": "Home", "function": [testcode]}],
        "skeleton": [],
    }
