"""`Inputs`: values that a testcode draws, other ones in each run."""

from __future__ import annotations

import string
from random import Random

CONSONANTS, VOWELS = "bdfgklmnprstv", "aeiou"


class Inputs(Random):
    """Random numbers and words of one testcode in one run: the same ones for every agent of the run.

    ``--inputs-seed N`` repeats those of a run; its ``lock.json`` and the failures of the testcode name the seed. All
    methods of `random.Random` are there.
    """

    @classmethod
    def of(cls, seed: int, mission: str, testcode: str) -> Inputs:
        """Return the inputs of a testcode; they do not depend on other testcodes."""
        return cls(f"{seed}/{mission}/{testcode}")

    def word(self, letters: int = 6) -> str:
        """Return a word of small letters that can be spoken; it is hardly ever drawn twice."""
        pairs = (self.choice(CONSONANTS) + self.choice(VOWELS) for _ in range((letters + 1) // 2))
        return "".join(pairs)[:letters]

    def words(self, count: int, letters: int = 6) -> list[str]:
        """Return so many different words."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[self.word(letters)] = None
        return list(found)

    def name(self, letters: int = 6) -> str:
        """Return a word with a capital letter."""
        return self.word(letters).capitalize()

    def names(self, count: int, letters: int = 6) -> list[str]:
        """Return so many different words with a capital letter."""
        return [word.capitalize() for word in self.words(count, letters)]

    def token(self, length: int = 8) -> str:
        """Return a text of letters and digits."""
        return "".join(self.choices(string.ascii_lowercase + string.digits, k=length))
