"""What is found out about texts: sums, frequent words, lines with a word, repeated paragraphs."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from texts import Text
from words import letters_of, words_in

AROUND = 30
SHORTEST_DUPLICATE = 5


@dataclass(frozen=True)
class Sums:
    """How long a text is."""

    name: str
    lines: int
    words: int
    different: int
    letters: int

    @property
    def average_length(self) -> float | None:
        """Letters of a word on average, two decimals; None without words."""
        return rounded(Decimal(self.letters) / self.words) if self.words else None


@dataclass(frozen=True)
class Frequency:
    """How often a word stands in all texts, and in how many of them."""

    word: str
    count: int
    per_thousand: float
    texts: int


@dataclass(frozen=True)
class Place:
    """A word in its line."""

    word: str
    text: str
    line: int
    left: str
    middle: str
    right: str


@dataclass(frozen=True)
class Duplicate:
    """A paragraph whose words stood in a paragraph before."""

    text: str
    line: int
    first_text: str
    first_line: int
    words: int


@dataclass(frozen=True)
class Analysis:
    """All that is reported."""

    texts: tuple[Sums, ...]
    total: Sums
    frequencies: tuple[Frequency, ...]
    places: tuple[Place, ...]
    duplicates: tuple[Duplicate, ...]
    lengths: tuple[tuple[int, int], ...]


def analyse(
    texts: Sequence[Text], most: int, ignored: Collection[str], wanted: Sequence[str], shortest: int = 1
) -> Analysis:
    """Look into texts; `wanted` are the words to show in their lines, and words of fewer letters than `shortest` are
    not listed."""
    words = [text.words() for text in texts]
    every_word = [word for text in words for word in text]
    return Analysis(
        texts=tuple(sums_of(text.name, len(text.lines), found) for text, found in zip(texts, words, strict=True)),
        total=sums_of("Total", sum(len(text.lines) for text in texts), every_word),
        frequencies=tuple(frequencies(words, ignored, shortest)[:most]),
        places=tuple(place for word in dict.fromkeys(wanted) for place in places_of(word, texts)),
        duplicates=tuple(duplicates(texts)),
        lengths=tuple(sorted(Counter(map(letters_of, every_word)).items())),
    )


def sums_of(name: str, lines: int, words: Sequence[str]) -> Sums:
    """Return the sums of a text with these words."""
    letters = sum(map(letters_of, words))
    return Sums(name, lines, len(words), len(set(words)), letters)


def frequencies(texts: Sequence[Sequence[str]], ignored: Collection[str], shortest: int) -> list[Frequency]:
    """Return how often each word stands there that is neither ignored nor too short: the most frequent first, equal ones
    by word."""
    counts = Counter(word for text in texts for word in text)
    spread = Counter(word for text in texts for word in set(text))
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    whole = counts.total()
    return [
        Frequency(word, count, rounded(Decimal(1000 * count) / whole), spread[word])
        for word, count in ranked
        if word not in ignored and letters_of(word) >= shortest
    ]


def places_of(word: str, texts: Sequence[Text]) -> Iterator[Place]:
    """Yield the places of a word, with what stands around it in the line."""
    for text in texts:
        for number, line in enumerate(text.lines, start=1):
            for found in words_in(line):
                if found.word == word:
                    left = line[max(found.start - AROUND, 0) : found.start]
                    middle, right = line[found.start : found.end], line[found.end : found.end + AROUND]
                    yield Place(word, text.name, number, left.strip(), middle, right.strip())


def duplicates(texts: Sequence[Text]) -> Iterator[Duplicate]:
    """Yield the paragraphs of five words and more that repeat the words of one before."""
    first: dict[tuple[str, ...], tuple[str, int]] = {}
    for text in texts:
        for paragraph in text.paragraphs():
            if len(paragraph.words) < SHORTEST_DUPLICATE:
                continue
            if paragraph.words in first:
                yield Duplicate(text.name, paragraph.line, *first[paragraph.words], len(paragraph.words))
            else:
                first[paragraph.words] = (text.name, paragraph.line)


def rounded(value: Decimal) -> float:
    """Return a value with two decimals, half a hundredth upwards."""
    return float(value.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))
