"""Scores of checklists (sentences, by embeddings) and of skeletons and code (whole files, by CodeBLEU)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from evaluator.evaluators.similarity.codebleu import PARSED, CodeBleu, Features, code_bleu, features
from evaluator.evaluators.similarity.model import (
    MAX_SENTENCE_CHARS,
    MAX_SENTENCES,
    Match,
    Score,
    SourceFile,
    SourceFiles,
    at_most,
    needed,
    with_shares,
    within_limits,
)
from evaluator.io.terminal import whole_characters
from evaluator.model.options import Rule
from missions.mission import Checklist

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class BestAssignment:
    """Pairs (row, column) by row, and the sum of their values in the matrix's own precision."""

    pairs: tuple[tuple[int, int], ...]
    total: np.floating


def best_assignment(matrix: NDArray[np.floating]) -> BestAssignment:
    """Return the maximum-weight assignment of a rows × columns matrix (Jonker–Volgenant, as in scipy).

    The sum is taken pair by pair, by row, in the matrix's precision: other orders differ in the last bits.
    """
    solve = needed("scipy.optimize").linear_sum_assignment
    rows, columns = solve(-matrix)
    total = matrix.dtype.type(0)
    for row, column in zip(rows, columns, strict=True):
        total = total + matrix[row, column]
    return BestAssignment(tuple(zip(map(int, rows), map(int, columns), strict=True)), total)


def left_over(names: Sequence[str], taken: Sequence[int]) -> tuple[str, ...]:
    """Return the names whose position is not among `taken`."""
    without = set(taken)
    return tuple(name for position, name in enumerate(names) if position not in without)


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


SAME_LANGUAGE = {".htm": ".html", ".mjs": ".js", ".cjs": ".js", ".jsx": ".js", ".yml": ".yaml", ".jpeg": ".jpg"}


@dataclass(frozen=True)
class _Item:
    file: SourceFile
    language: str
    """Files of different languages are never compared."""
    features: Features


def score_files(canonical: SourceFiles, answered: SourceFiles, language: str, rule: Rule) -> Score:
    """Return the similarity of the `answered` files to the `canonical` ones. `language` is the mission's.

    Raises `SimilarityError` when that language cannot be parsed here.
    """
    if rule is Rule.PAPER:
        return _as_published(canonical, answered, language)
    return _strict(canonical, answered)


def _as_published(canonical: SourceFiles, answered: SourceFiles, language: str) -> Score:
    compared, notes = within_limits(answered)
    if not compared:
        return Score(0.0, left_over_canonical=_paths(canonical), left_over_answered=_paths(answered), notes=(*notes,))
    try:
        ours, theirs = (
            [_Item(f, language, features(f.text, language)) for f in files] for files in (canonical, compared)
        )
    except UnicodeEncodeError as error:
        return Score(0.0, notes=(f"a text cannot be encoded ({error.reason}), which spoils the mission",))
    matches, pairs, total = _matched(ours, theirs, lambda pair, _a, _b: pair.published)
    value = round(total / len(canonical), 3)
    return Score(
        float(value),
        matches,
        left_over(_paths(canonical), [column for _, column in pairs]),
        left_over(_paths(answered), [_position(answered, theirs[row].file) for row, _ in pairs]),
        notes=(*notes, *_problems(theirs)),
    )


def _strict(canonical: SourceFiles, answered: SourceFiles) -> Score:
    canonical, answered = _with_code(canonical), _with_code(answered)
    if not canonical:
        return Score(None, left_over_answered=_paths(answered), notes=("no canonical file has any code",))
    compared, notes = within_limits(answered)
    ours, theirs = [_item(file) for file in canonical], [_item(file) for file in compared]
    matches, pairs, total = _matched(ours, theirs, _fair) if theirs else ((), [], 0.0)
    return with_shares(
        float(total),
        len(canonical),
        len(answered),
        Score(
            None,
            matches,
            left_over(_paths(canonical), [column for _, column in pairs]),
            left_over(_paths(answered), [_position(answered, theirs[row].file) for row, _ in pairs]),
            notes=(*notes, *_problems(theirs)),
        ),
    )


def _matched(
    canonical: Sequence[_Item], answered: Sequence[_Item], value: Callable[[CodeBleu, _Item, _Item], float]
) -> tuple[tuple[Match, ...], list[tuple[int, int]], float]:
    """Return the matches of the best assignment, their positions (answered, canonical), and the sum of their values."""
    numpy = needed("numpy")
    matrix = numpy.zeros((len(answered), len(canonical)))
    parts: dict[tuple[int, int], CodeBleu] = {}
    for row, theirs in enumerate(answered):
        for column, ours in enumerate(canonical):
            if ours.language == theirs.language and not (ours.features.problem or theirs.features.problem):
                pair = parts[row, column] = code_bleu(ours.features, theirs.features)
                matrix[row, column] = value(pair, ours, theirs)
    found = best_assignment(matrix)
    pairs = [(row, column) for row, column in found.pairs if matrix[row, column] > 0]
    matches = tuple(
        Match(canonical[c].file.path, answered[r].file.path, float(matrix[r, c]), _parts(parts[r, c])) for r, c in pairs
    )
    return matches, pairs, found.total  # type: ignore[return-value]  # a numpy float, in its own precision


def _fair(pair: CodeBleu, canonical: _Item, answered: _Item) -> float:
    """Return the mean of the parts that the canonical file has; 0 for files without a common identifier."""
    if canonical.file.text.strip() == answered.file.text.strip():
        return 1.0
    if canonical.features.words.isdisjoint(answered.features.words):
        return 0.0
    parts = [part for part in (pair.ngram, pair.weighted, pair.syntax, pair.flow) if part is not None]
    return sum(parts) / len(parts)


def _item(file: SourceFile) -> _Item:
    text = whole_characters(file.text)
    suffix = PurePosixPath(file.path.replace("\\", "/")).suffix.lower()
    return _Item(file, SAME_LANGUAGE.get(suffix, suffix), features(text, PARSED.get(suffix)))


def _with_code(files: SourceFiles) -> SourceFiles:
    return tuple(file for file in files if file.text.strip())


def _parts(pair: CodeBleu) -> dict[str, float]:
    named = {"ngram": pair.ngram, "weighted": pair.weighted, "syntax": pair.syntax, "flow": pair.flow}
    return {name: float(part) for name, part in named.items() if part is not None}


def _paths(files: Sequence[SourceFile]) -> tuple[str, ...]:
    return tuple(file.path[:200] for file in files)


def _position(files: Sequence[SourceFile], wanted: SourceFile) -> int:
    return next(position for position, file in enumerate(files) if file is wanted)


def _problems(items: Sequence[_Item]) -> list[str]:
    said = [(item.file.path[:200], item.features.problem or item.features.note) for item in items]
    return [f"{path}: {what}" for path, what in said if what][:20]
