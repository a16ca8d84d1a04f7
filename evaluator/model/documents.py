"""Documents of an input set, including those derived from the reference solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evaluator.model.errors import EvaluatorError
from missions.mission import Document, Mission
from missions.project_files import Files
from missions.reference import Reference

SKELETON = "skeleton"
"""Document that is derived from the reference solution unless the mission brings its own."""


def documents_of(mission: Mission, names: Sequence[str], reference: Reference | None) -> Mapping[str, Document]:
    """Return the documents `names` of `mission`. Raises `EvaluatorError` naming one that the mission lacks."""
    there = mission.documents
    found: dict[str, Document] = {}
    for name in names:
        if name in there:
            found[name] = there[name]
        elif name == SKELETON:
            found[name] = Document(SKELETON, files=skeleton_of(reference, mission))
        else:
            raise EvaluatorError(
                f"mission {mission.id} has no document {name}; it has {', '.join(there)}: choose another --input"
            )
    return found


def skeleton_of(reference: Reference | None, mission: Mission) -> Files:
    """Return the reference's published skeleton, or derive it with the masker. Raises `EvaluatorError` without one."""
    if reference is None:
        raise EvaluatorError(f"mission {mission.id} has no reference solution to derive a skeleton from")
    if reference.skeleton is not None:
        return reference.skeleton
    from masker import mask

    contents = mask(reference.files).contents()
    return {path: text.encode() if isinstance(text, str) else text for path, text in contents.items()}
