"""``projecteval diagram``, ``mask``: diagrams of a Python project, and the skeleton of a project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson
from evaluator.io.terminal import printable, say

if TYPE_CHECKING:
    from evaluator.diagrams.model import ProjectModel

EXAMPLES = """
projecteval diagram ./project --kind class
projecteval diagram ./project --kind package --json
projecteval diagram ./project --out ./my-missions/greetings
"""

Kind = Literal["package", "class", "files"]


def add_to(app: typer.Typer) -> None:
    words = "Derive diagrams from a Python project: Mermaid, or JSON with --json."
    app.command("diagram", cls=VerbCommand, epilog=EXAMPLES, help=words)(diagram)
    app.command("mask", cls=VerbCommand, help="Write the skeleton of a project.")(mask)


def diagram(
    folder: Annotated[Path, typer.Argument(help="Folder of the project; nothing in it is executed.", metavar="FOLDER")],
    kind: Annotated[
        Kind, typer.Option(help="package: modules and imports; class: classes; files: imports between files, JSON.")
    ] = "package",
    out: Annotated[
        Path | None, typer.Option(help="Write all diagrams into this folder of a mission instead.", metavar="FOLDER")
    ] = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.diagrams.agreement import write_diagrams
    from evaluator.diagrams.model import DiagramError
    from evaluator.diagrams.reading import read_project
    from evaluator.model.errors import UsageError

    try:
        model = read_project(folder)
    except DiagramError as error:
        raise UsageError(str(error)) from error
    if out is not None:
        for path in write_diagrams(model, out):
            say(str(path))
        return
    print(printable(_text(kind, model, as_json)), end="")


def _text(kind: Kind, model: ProjectModel, as_json: bool) -> str:
    from evaluator.diagrams.model import file_dag
    from evaluator.diagrams.products import class_json, class_mermaid, package_json, package_mermaid

    if kind == "files":
        return json.dumps(file_dag(model), indent=2) + "\n"
    if as_json:
        return json.dumps(package_json(model) if kind == "package" else class_json(model), ensure_ascii=False) + "\n"
    return package_mermaid(model) if kind == "package" else class_mermaid(model)


def mask(
    folder: Annotated[Path, typer.Argument(help="Folder of the project; it is not changed.", metavar="FOLDER")],
    out: Annotated[Path | None, typer.Option(help="New folder of the skeleton.  [default: FOLDER-skeleton]")] = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.model.errors import EvaluatorError, UsageError
    from masker import MaskError, mask_folder

    target = out or folder.resolve().with_name(f"{folder.resolve().name}-skeleton")
    try:
        skeleton = mask_folder(folder, target)
    except MaskError as error:
        kind = EvaluatorError if isinstance(error.__cause__, OSError) else UsageError
        raise kind(str(error)) from error
    if as_json:
        files = {file.path: {"outcome": file.treatment.value, "reason": file.reason} for file in skeleton}
        print(json.dumps({"skeleton": str(target), "files": files}))
        return
    for file in skeleton:
        say(f"{file.treatment.value:<12} {file.path}" + (f"  ({file.reason})" if file.reason else ""))
    counts = ", ".join(f"{count} {treatment.value}" for treatment, count in skeleton.counts().items() if count)
    say(f"{target}: {counts}")
