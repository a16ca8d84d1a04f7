"""High scores: for each size the wins with the fewest moves."""

from dataclasses import asdict, dataclass
from pathlib import Path

import storage
from minefield import SIZES, Size

FILE = Path("scores.json")
PLACES = 5
LONGEST_NAME = 12
KEYS = {"size", "name", "moves"}
DAY = "day"
"""Key that wins of the first versions do not have."""


@dataclass(frozen=True)
class Score:
    """A win; those of the first versions have no day."""

    size: str
    name: str
    moves: int
    day: str = ""


def load() -> list[Score]:
    """Return all high scores in their order. Raises `storage.Unreadable`."""
    content = storage.read(FILE)
    if content is None and not FILE.exists():
        return []
    if not isinstance(content, list):
        raise storage.Unreadable
    return [_understood(entry) for entry in content]


def of_size(scores: list[Score], size: Size) -> list[Score]:
    """Return the scores of one size."""
    return [score for score in scores if score.size == size.key]


def belongs(scores: list[Score], size: Size, moves: int) -> bool:
    """Return True if a win with so many moves is one of the best."""
    best = of_size(scores, size)
    return len(best) < PLACES or moves <= best[-1].moves


def add(scores: list[Score], new: Score) -> None:
    """Write the scores with a new one before its equals, the best of each size only."""
    everything = sorted([new, *scores], key=lambda score: score.moves)
    kept = [score for size in SIZES.values() for score in of_size(everything, size)[:PLACES]]
    storage.write(FILE, [_content(score) for score in kept])


def _content(score: Score) -> dict[str, object]:
    content = asdict(score)
    return content if score.day else {key: content[key] for key in content if key != DAY}


def listed(scores: list[Score]) -> list[str]:
    """Return the lines of the list."""
    lines: list[str] = []
    for size in SIZES.values():
        best = of_size(scores, size)
        if best:
            lines.append(size.name)
            lines += [f"{place}. {score.name} {score.moves} {score.day}".rstrip() for place, score in enumerate(best, start=1)]
    return lines or ["No high scores yet."]


def _understood(entry: object) -> Score:
    if not isinstance(entry, dict) or set(entry) - {DAY} != KEYS or not isinstance(entry.get(DAY, ""), str):
        raise storage.Unreadable
    score = Score(**entry)
    if score.size not in SIZES or not isinstance(score.name, str) or not storage.is_count(score.moves):
        raise storage.Unreadable
    return score
