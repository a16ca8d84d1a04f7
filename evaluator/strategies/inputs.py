"""What an agent is told of a mission, level by level, as text."""

from __future__ import annotations

import json

from evaluator.model.errors import EvaluatorError
from evaluator.model.solution import Files, Solution
from missions.mission import Checklist, Mission, Stack
from simulators.runtime.environments.host import packages
from simulators.runtime.requirements import wheels

KINDS = {Stack.DJANGO: "website", Stack.CONSOLE: "console program", Stack.BATCH: "batch program"}
STARTS = {
    Stack.DJANGO: "It is started with `python manage.py makemigrations`, `migrate` and `runserver 8000`, and has to "
    "answer at http://localhost:8000/.",
    Stack.CONSOLE: "It is started with `python main.py` in the project's folder, at a terminal.",
    Stack.BATCH: "It is started with Python in the project's folder.",
}


def about(mission: Mission) -> dict[str, object]:
    """The values that every prompt may use."""
    return {
        "mission": mission,
        "kind": KINDS[mission.stack],
        "technologies": ", ".join(mission.technologies) or "Python",
        "how_it_is_started": STARTS[mission.stack],
        "packages": ", ".join(packages(mission.environment)) or "none but Python's own",
        "extra_packages": ", ".join(wheels.packages()) if mission.extra_packages else "",
    }


def checklist_text(checklist: Checklist) -> str:
    """A checklist as the JSON that an agent would write itself."""
    pages = [
        {
            "page": page.name,
            "function": [{"function": f.name, "description": f.description} for f in page.functions],
        }
        for page in checklist.pages
    ]
    return json.dumps(pages, indent=1, ensure_ascii=False)


def files_text(files: Files) -> str:
    """Files as the JSON that an agent would write itself; what is no text is only named."""
    items = []
    for path, content in files.items():
        try:
            items.append({"path": path, "code": content.decode("utf-8")})
        except UnicodeDecodeError:
            items.append({"path": path, "code": "(binary)"})
    return json.dumps(items, indent=1, ensure_ascii=False)


def parameters_text(mission: Mission) -> str:
    """The parameters to be answered: name, description, what a valid answer is."""
    lines = []
    for parameter in mission.parameters():
        form = f" ({parameter.kind.asks_for})" if parameter.kind.asks_for else ""
        lines.append(f"- {json.dumps(parameter.key, ensure_ascii=False)}: {parameter.description}{form}")
    return "\n".join(lines)


def masked(canonical: Solution | None, mission: Mission) -> Files:
    """Level 3: the skeleton, derived from the canonical solution. Raises `EvaluatorError` where there is none."""
    if canonical is None:
        raise EvaluatorError(f"mission {mission.id} has no canonical solution to derive a skeleton from")
    if canonical.skeleton is not None:
        return canonical.skeleton
    from masker import mask

    contents = mask(canonical.files).contents()
    return {path: text.encode() if isinstance(text, str) else text for path, text in contents.items()}
