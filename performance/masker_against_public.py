"""Agreement of the masker with the public benchmark's hand-written skeletons.

    python performance/masker_against_public.py [--verbose]

Masks the public canonical solutions and compares with the public skeletons: CodeBLEU of whole files as the public
scoring does it (language ``python`` for every file, rounded to 3 digits), best assignment over the files of a mission,
divided by the number of files of the public skeleton. Columns:

documented  solutions that carry the descriptions of the public skeletons: docstrings, as `projecteval missions
            validate` requires them, and comments at the start of pages
masked      the solutions as published; most of their functions have no docstring
unmasked    the solutions themselves, not masked
empty       skeletons of empty files

Exits with 1 when a file that is whole in the public skeleton, except for white space, is not whole here. The data is
read from the folder in PROJECTEVAL_PUBLIC, or ../shared/projecteval next to the repository.
"""

import argparse
import ast
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
from scipy.optimize import linear_sum_assignment

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))

from evaluator.evaluators.similarity.codebleu import (  # noqa: E402
    code_bleu,
    features,
)
from masker import mask  # noqa: E402

_BODY = re.compile(r"<body[^>]*>")
_BODY_WITH_COMMENT = re.compile(r"<body[^>]*>\s*(<!--.*?-->)", re.DOTALL)
Texts = Mapping[str, str]
_Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class PublicMission:
    """A public mission: its canonical solution and its skeleton, path → text."""

    name: str
    solution: Texts
    skeleton: Texts


def missions() -> list[PublicMission]:
    """Return the public missions. Exit with a message where the data is absent."""
    folder = Path(os.environ.get("PROJECTEVAL_PUBLIC", REPOSITORY.parent / "shared" / "projecteval")) / "data"
    if not folder.is_dir():
        sys.exit(f"{folder} is absent: set PROJECTEVAL_PUBLIC to the public data's folder")
    solutions = json.loads((folder / "project_eval_answer.json").read_text(encoding="utf-8"))
    projects = json.loads((folder / "project_eval_project.json").read_text(encoding="utf-8"))
    return [
        PublicMission(one["project_id"], _by_path(solutions[one["project_id"]]), _by_path(one["skeleton"]))
        for one in projects
    ]


def _by_path(files: list[dict[str, str]]) -> Texts:
    return {file["path"]: file["code"] for file in files}


def documented(mission: PublicMission) -> Texts:
    """Return the solution with the docstrings and page comments of the skeleton."""
    return {
        path: (_documented_page if path.endswith(".html") else _documented)(text, mission.skeleton.get(path, ""))
        for path, text in mission.solution.items()
    }


def _documented_page(text: str, skeleton: str) -> str:
    described = _BODY_WITH_COMMENT.search(skeleton)
    return _BODY.sub(lambda body: f"{body[0]}\n{described[1]}", text, count=1) if described else text


def _documented(text: str, skeleton: str) -> str:
    try:
        described = {name: ast.get_docstring(node) for name, node in _definitions(ast.parse(skeleton))}
        missing = [(name, node) for name, node in _definitions(ast.parse(text)) if not ast.get_docstring(node)]
    except (SyntaxError, ValueError):
        return text
    lines = text.split("\n")
    for name, node in sorted(missing, key=lambda each: -each[1].body[0].lineno):
        first = node.body[0]
        if (docstring := described.get(name)) and first.lineno > node.lineno:
            line = min([first.lineno, *(each.lineno for each in getattr(first, "decorator_list", []))]) - 1
            said = ['"""', *docstring.split("\n"), '"""']
            lines[line:line] = [" " * first.col_offset + part for part in said]
    return "\n".join(lines)


def _definitions(owner: ast.Module | _Definition, prefix: str = "") -> Iterator[tuple[str, _Definition]]:
    for node in owner.body:
        if isinstance(node, _Definition):
            yield f"{prefix}{node.name}", node
            yield from _definitions(node, f"{prefix}{node.name}.")


def masked(solution: Texts) -> Texts:
    """Return the skeleton of a solution."""
    return {path: str(content) for path, content in mask(solution).contents().items()}


def agreement(reference: Texts, candidate: Texts) -> float:
    """Return the sum of the best assignment's CodeBLEU, divided by the number of files of the reference."""
    values = np.array([[_codebleu(theirs, ours) for ours in candidate.values()] for theirs in reference.values()])
    rows, columns = linear_sum_assignment(values, maximize=True)
    return float(values[rows, columns].sum()) / len(reference)


def _codebleu(reference: str, candidate: str) -> float:
    return round(code_bleu(features(reference, "python"), features(candidate, "python")).published, 3)


def not_whole(mission: PublicMission) -> list[str]:
    """Return the files that are whole in the public skeleton, but not here."""
    same = {path for path, text in mission.skeleton.items() if text.split() == mission.solution.get(path, " ?").split()}
    return [file.path for file in mask(mission.solution) if file.path in same and not file.is_whole]


def main() -> None:
    """Print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--verbose", action="store_true", help="also print each file's value with its namesake")
    verbose = arguments.parse_args().verbose
    failed: list[str] = []
    rows: list[tuple[float, ...]] = []
    print(f"{'mission':>7} {'documented':>10} {'masked':>8} {'unmasked':>9} {'empty':>7}")
    for mission in missions():
        ours = masked(mission.solution)
        compared = (masked(documented(mission)), ours, mission.solution, dict.fromkeys(ours, ""))
        rows.append(tuple(agreement(mission.skeleton, files) for files in compared))
        failed += [f"{mission.name}: {path}" for path in not_whole(mission)]
        print("{:>7} {:10.3f} {:8.3f} {:9.3f} {:7.3f}".format(mission.name, *rows[-1]), flush=True)
        for path, text in ours.items() if verbose else ():
            print(f"{'':9}{_codebleu(mission.skeleton.get(path, ''), text):6.3f}  {path}")
    print("{:>7} {:10.4f} {:8.4f} {:9.4f} {:7.4f}".format("mean", *(fmean(each) for each in zip(*rows, strict=True))))
    print("whole there and here: all" if not failed else "\n".join(["whole there, not here:", *failed]))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
