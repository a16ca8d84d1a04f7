"""How close the masker comes to the public benchmark's hand-made skeletons.

    python performance/masker_against_public.py [--verbose]

Masks the public canonical answers and compares with the public skeletons: CodeBLEU of whole files as the public
scoring does it (language ``python`` for every file, rounded to 3 digits), best assignment over the files of a mission,
divided by the number of files of the public skeleton. For comparison the unmasked answers and skeletons of empty files
are scored the same way. Also checks that every file which stayed whole there, but for white space, stays whole here.

The data is read from the folder in PROJECTEVAL_PUBLIC, or ../shared/projecteval beside the repository.
"""

import argparse
import json
import logging
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean

import numpy as np
from codebleu import calc_codebleu
from scipy.optimize import linear_sum_assignment

from masker import mask

REPOSITORY = Path(__file__).resolve().parents[1]
Files = Mapping[str, str]


@dataclass(frozen=True)
class Mission:
    """A public mission: its answer and its skeleton, path → text."""

    name: str
    answer: Files
    skeleton: Files


def missions() -> list[Mission]:
    """The public missions. Exits with a message where the data is absent."""
    folder = Path(os.environ.get("PROJECTEVAL_PUBLIC", REPOSITORY.parent / "shared" / "projecteval")) / "data"
    if not folder.is_dir():
        sys.exit(f"{folder} is absent: set PROJECTEVAL_PUBLIC to the public data's folder")
    answers = json.loads((folder / "project_eval_answer.json").read_text(encoding="utf-8"))
    projects = json.loads((folder / "project_eval_project.json").read_text(encoding="utf-8"))
    return [
        Mission(one["project_id"], _by_path(answers[one["project_id"]]), _by_path(one["skeleton"])) for one in projects
    ]


def _by_path(files: list[dict[str, str]]) -> Files:
    return {file["path"]: file["code"] for file in files}


def masked(answer: Files) -> Files:
    """The skeleton that the masker makes of an answer."""
    return {path: str(content) for path, content in mask(answer).contents().items()}


def similarity(reference: Files, candidate: Files) -> float:
    """The sum of the best assignment's CodeBLEU, divided by the number of files of the reference."""
    values = np.array([[codebleu(theirs, ours) for ours in candidate.values()] for theirs in reference.values()])
    rows, columns = linear_sum_assignment(values, maximize=True)
    return float(values[rows, columns].sum()) / len(reference)


@cache
def codebleu(reference: str, candidate: str) -> float:
    """CodeBLEU as the public scoring calls it."""
    return round(float(calc_codebleu([reference], [candidate], lang="python")["codebleu"]), 3)


def not_whole(mission: Mission) -> list[str]:
    """Files that stayed whole in the public skeleton, but not here."""
    ours = mask(mission.answer)
    stayed = {path for path, text in mission.skeleton.items() if text.split() == mission.answer.get(path, " ?").split()}
    return [file.path for file in ours if file.path in stayed and file.content != mission.answer[file.path]]


def main() -> None:
    """Prints the figures; exits with 1 where a file did not stay whole."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--verbose", action="store_true", help="also print each file's value with its namesake")
    verbose = arguments.parse_args().verbose
    logging.disable(logging.WARNING)  # codebleu warns about each file without data flow
    failed: list[str] = []
    means: list[tuple[float, float, float]] = []
    print(f"{'mission':>7} {'masked':>8} {'unmasked':>9} {'empty':>7}")
    for mission in missions():
        ours = masked(mission.answer)
        empty = dict.fromkeys(ours, "")
        row = tuple(similarity(mission.skeleton, files) for files in (ours, mission.answer, empty))
        means.append((row[0], row[1], row[2]))
        failed += [f"{mission.name}: {path}" for path in not_whole(mission)]
        print(f"{mission.name:>7} {row[0]:8.3f} {row[1]:9.3f} {row[2]:7.3f}", flush=True)
        for path, text in ours.items() if verbose else ():
            print(f"{'':9}{codebleu(mission.skeleton.get(path, ''), text):6.3f}  {path}")
    print(f"{'mean':>7} " + " ".join(f"{fmean(column):8.4f}" for column in zip(*means, strict=True)))
    print("whole there and here: all" if not failed else "\n".join(["whole there, not here:", *failed]))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
