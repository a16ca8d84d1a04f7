"""Skeleton and code: whole files compared by CodeBLEU, each canonical file with at most one answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from evaluator.evaluators.similarity.assignment import best_assignment, left_over
from evaluator.evaluators.similarity.codebleu import CodeBleu, code_bleu
from evaluator.evaluators.similarity.errors import needed
from evaluator.evaluators.similarity.f_measure import with_shares
from evaluator.evaluators.similarity.features import Features, features
from evaluator.evaluators.similarity.grammars import PARSED
from evaluator.evaluators.similarity.limits import within_limits
from evaluator.evaluators.similarity.model import Match, Rule, Score, SourceFile, SourceFiles
from evaluator.io.text import whole_characters

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
