"""``projecteval mask``: write the skeleton of a project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.cli.options import AsJson
from evaluator.io.terminal import say


def add_to(app: typer.Typer) -> None:
    app.command("mask", cls=VerbCommand, help="Write the skeleton of a project.")(mask)


def mask(
    folder: Annotated[Path, typer.Argument(help="Folder of the project; it is not changed.", metavar="FOLDER")],
    out: Annotated[Path | None, typer.Option(help="New folder of the skeleton.  [default: FOLDER-skeleton]")] = None,
    as_json: AsJson = False,
) -> None:
    from evaluator.model.errors import EvaluatorError
    from masker import MaskError, mask_folder

    target = out or folder.resolve().with_name(f"{folder.resolve().name}-skeleton")
    try:
        skeleton = mask_folder(folder, target)
    except MaskError as error:
        raise EvaluatorError(str(error)) from error
    if as_json:
        files = {file.path: {"outcome": file.treatment.value, "reason": file.reason} for file in skeleton}
        print(json.dumps({"skeleton": str(target), "files": files}))
        return
    for file in skeleton:
        say(f"{file.treatment.value:<12} {file.path}" + (f"  ({file.reason})" if file.reason else ""))
    counts = ", ".join(f"{count} {treatment.value}" for treatment, count in skeleton.counts().items() if count)
    say(f"{target}: {counts}")
