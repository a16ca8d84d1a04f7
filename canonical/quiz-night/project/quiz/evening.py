"""An evening: its guests, its present question, and the points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

MAX_NAME_LENGTH = 20


class Refusal(Exception):
    """Something that cannot be done; the message says why."""


@dataclass
class Guest:
    """A guest, known by the key of a browser."""

    key: str
    name: str
    points: int = 0


@dataclass
class Question:
    """A question with its answers.

    `chosen` has the answer of each guest who chose one, by key, in the order in which these answers were chosen; `given` the
    points that the question gave.
    """

    number: int
    text: str
    right: str
    answers: list[str]
    is_open: bool = True
    chosen: dict[str, str] = field(default_factory=dict)
    given: dict[str, int] = field(default_factory=dict)


@dataclass
class Evening:
    """All that is known of an evening; the codes are parts of the addresses of its pages."""

    name: str
    host: str
    play: str
    screen: str
    guests: list[Guest] = field(default_factory=list)
    question: Question | None = None
    asked: int = 0
    is_over: bool = False

    @classmethod
    def of(cls, state: dict[str, Any]) -> Evening:
        """Return the evening that was stored as `state`."""
        guests = [Guest(**guest) for guest in state.pop("guests")]
        question = state.pop("question")
        return cls(**state, guests=guests, question=question and Question(**question))

    def guest(self, key: str) -> Guest | None:
        """Return the guest with this key; None for somebody who has not joined."""
        return next((guest for guest in self.guests if guest.key == key), None)

    def join(self, key: str, name: str) -> None:
        """Let somebody in who is not in yet."""
        self._check_is_on()
        if self.guest(key):
            return
        name = name.strip()
        if not name:
            raise Refusal("Please type a name.")
        if len(name) > MAX_NAME_LENGTH:
            raise Refusal(f"Please take a name of at most {MAX_NAME_LENGTH} characters.")
        if any(guest.name.casefold() == name.casefold() for guest in self.guests):
            raise Refusal("Another guest has this name, please take another one.")
        self.guests.append(Guest(key, name))

    def remove(self, key: str) -> None:
        """Remove a guest with answer and points; the others keep what they have."""
        self.guests = [guest for guest in self.guests if guest.key != key]
        if self.question:
            self.question.chosen.pop(key, None)
            self.question.given.pop(key, None)

    def ask(self, text: str, right: str, wrong: list[str]) -> None:
        """Ask a question, in place of the one before."""
        self._check_is_on()
        if self.question and self.question.is_open:
            raise Refusal("There is an open question.")
        text, answers = text.strip(), [right.strip(), *(answer.strip() for answer in wrong if answer.strip())]
        if not text or not answers[0] or len(answers) == 1:
            raise Refusal("A question, the right answer and at least one wrong answer are needed.")
        if len(set(answers)) < len(answers):
            raise Refusal("Two answers are the same.")
        self.asked += 1
        self.question = Question(self.asked, text, answers[0], sorted(answers, key=_alphabetical))

    def choose(self, number: int, key: str, answer: str) -> None:
        """Note the answer of a guest; a new one is later than all others."""
        question = self._open_question(number)
        if not self.guest(key) or answer not in question.answers:
            raise Refusal("This cannot be chosen.")
        if question.chosen.get(key) != answer:
            question.chosen.pop(key, None)
            question.chosen[key] = answer

    def close(self, number: int) -> None:
        """Close the question and give the points for it."""
        question = self._open_question(number)
        question.is_open = False
        right = [key for key, answer in question.chosen.items() if answer == question.right]
        question.given = {key: 2 if key == right[0] else 1 for key in right}
        self._add(question.given, 1)

    def take_back(self, number: int) -> None:
        """Remove the question with the points that it gave."""
        if self.question and self.question.number == number:
            self._add(self.question.given, -1)
            self.question = None

    def end(self) -> None:
        """End the evening."""
        self.question, self.is_over = None, True

    def ranking(self) -> list[tuple[int, Guest]]:
        """Return all guests with their places."""
        points = [guest.points for guest in self.guests]
        ranked = sorted(self.guests, key=lambda guest: (-guest.points, _alphabetical(guest.name)))
        return [(1 + sum(other > guest.points for other in points), guest) for guest in ranked]

    def by_name(self) -> list[Guest]:
        """Return all guests in the order of their names."""
        return sorted(self.guests, key=lambda guest: _alphabetical(guest.name))

    def _add(self, given: dict[str, int], times: int) -> None:
        for guest in self.guests:
            guest.points += times * given.get(guest.key, 0)

    def _open_question(self, number: int) -> Question:
        if not self.question or self.question.number != number or not self.question.is_open:
            raise Refusal("This question is closed.")
        return self.question

    def _check_is_on(self) -> None:
        if self.is_over:
            raise Refusal("The quiz is over.")


def _alphabetical(text: str) -> tuple[str, str]:
    return text.casefold(), text
