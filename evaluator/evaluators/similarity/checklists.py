"""Checklists: one sentence per function, compared by the cosine of their embeddings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from evaluator.evaluators.similarity.assignment import best_assignment, left_over
from evaluator.evaluators.similarity.errors import needed
from evaluator.evaluators.similarity.f_measure import with_shares
from evaluator.evaluators.similarity.limits import MAX_SENTENCE_CHARS, MAX_SENTENCES, at_most
from evaluator.evaluators.similarity.model import Match, Rule, Score
from evaluator.io.text import whole_characters
from missions.mission import Checklist

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vectors = Mapping[str, "NDArray[np.float32]"]
"""Embedding by sentence, each of length 1."""


def sentences_of(checklist: Checklist) -> list[str]:
    """Return the sentences to compare, ``page||function||description``, in the checklist's order and within limits."""
    sentences = [f"{p.name}||{f.name}||{f.description}" for p, f in checklist.functions()]
    return [sentence[:MAX_SENTENCE_CHARS] for sentence in at_most(sentences, MAX_SENTENCES, "functions")[0]]


def score_checklists(canonical: Checklist, answered: Checklist, vectors: Vectors, rule: Rule) -> Score:
    """Return the similarity of two checklists. `vectors` has every readable sentence."""
    ours, theirs = sentences_of(canonical), sentences_of(answered)
    number = sum(len(page.functions) for page in answered.pages)
    notes = at_most(range(number), MAX_SENTENCES, "functions")[1]
    if rule is Rule.PAPER and any(sentence != whole_characters(sentence) for sentence in theirs):
        return Score(0.0, notes=("a sentence cannot be encoded, which spoils the mission",))
    if not ours:
        return Score(None, notes=("the canonical checklist has no function",))
    if not theirs:
        score = Score(0.0, left_over_canonical=tuple(ours), notes=("the checklist has no function",))
        return score if rule is Rule.PAPER else with_shares(0.0, len(ours), 0, score)
    cosines = _cosines([vectors[whole_characters(s)] for s in ours], [vectors[whole_characters(s)] for s in theirs])
    if rule is Rule.STRICT:
        cosines = cosines.clip(0, 1)
    return _scored(ours, theirs, cosines, number, notes, rule)


def _scored(
    ours: Sequence[str],
    theirs: Sequence[str],
    cosines: NDArray[np.float32],
    number: int,
    notes: Sequence[str],
    rule: Rule,
) -> Score:
    found = best_assignment(cosines)
    score = Score(
        None,
        tuple(Match(ours[row], theirs[column], float(cosines[row, column])) for row, column in found.pairs),
        left_over(ours, [row for row, _ in found.pairs]),
        left_over(theirs, [column for _, column in found.pairs]),
        notes=tuple(notes),
    )
    if rule is Rule.STRICT:
        return with_shares(float(found.total), len(ours), number, score)
    value = round(found.total / found.total.dtype.type(len(ours)), 3)
    return Score(float(value), score.matches, score.left_over_canonical, score.left_over_answered, notes=score.notes)


def _cosines(first: Sequence[NDArray[np.float32]], second: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    numpy = needed("numpy")
    a, b = (numpy.stack(vectors) for vectors in (first, second))
    a, b = (v / numpy.maximum(numpy.linalg.norm(v, axis=1, keepdims=True), 1e-12) for v in (a, b))
    cosines: NDArray[np.float32] = a @ b.T
    return cosines
