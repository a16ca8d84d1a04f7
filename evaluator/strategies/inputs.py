"""Values of prompts: a mission, its parameters and files as text."""

from __future__ import annotations

import json

from missions.mission import Document, Mission, Stack
from missions.project_files import Files
from simulators.runtime import wheels
from simulators.runtime.environments.host import packages

KINDS = {
    Stack.DJANGO: "website",
    Stack.WEB: "website",
    Stack.STATIC: "website of files only",
    Stack.CONSOLE: "console program",
    Stack.DESKTOP: "desktop program",
    Stack.BATCH: "batch program",
    Stack.LIBRARY: "library",
}
STARTS = {
    Stack.DJANGO: "It is started with `python manage.py makemigrations`, `migrate` and `runserver 8000`, and has to "
    "answer at http://localhost:8000/.",
    Stack.WEB: "It has to answer at http://localhost:8000/ (the variable PORT is 8000). It is started by the first of "
    "these that its folder has: `manage.py` (Django, with makemigrations, migrate and runserver), `python app.py` (or "
    "main.py, server.py, run.py), the start script `node FILE` of `package.json`, `node server.js`, `index.html` "
    "(files only, which are served).",
    Stack.STATIC: "It consists of files only, which are served at http://localhost:8000/ from the folder of its "
    "`index.html`.",
    Stack.CONSOLE: "It is started with `python main.py` in the project's folder, at a terminal.",
    Stack.DESKTOP: "It is started with `python main.py` in the project's folder, on a screen of 1280 × 960 "
    "pixels without a window manager. Its windows are made with tkinter, which is installed.",
    Stack.BATCH: "It is started with Python in the project's folder.",
    Stack.LIBRARY: "It is not started: tests import its package from the project's folder.",
}


def about(mission: Mission) -> dict[str, object]:
    """Return the values that every prompt may use."""
    return {
        "mission": mission,
        "kind": KINDS[mission.stack],
        "technologies": ", ".join(mission.technologies) or "Python",
        "how_it_is_started": STARTS[mission.stack],
        "packages": ", ".join(packages(mission.environment)) or "none but Python's own",
        "extra_packages": ", ".join(wheels.packages()) if mission.extra_packages else "",
    }


def files_text(files: Files) -> str:
    """Return files in the JSON form that agents write; binary files are only named."""
    items = []
    for path, content in files.items():
        try:
            items.append({"path": path, "code": content.decode("utf-8")})
        except UnicodeDecodeError:
            items.append({"path": path, "code": "(binary)"})
    return json.dumps(items, indent=1, ensure_ascii=False)


def parameters_text(mission: Mission) -> str:
    """Return the parameters to be answered, a line each: name, description, form of a valid answer."""
    lines = []
    for parameter in mission.parameters():
        form = f" ({parameter.kind.asks_for})" if parameter.kind.asks_for else ""
        lines.append(f"- {json.dumps(parameter.key, ensure_ascii=False)}: {parameter.description}{form}")
    return "\n".join(lines)


def document_text(document: Document) -> str:
    """Return a document as a prompt shows it: its text, or its files in the JSON form that agents write."""
    return document.text if document.files is None else files_text(document.files)
