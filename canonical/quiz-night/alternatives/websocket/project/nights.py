"""Evenings, and the journal of all commands that were carried out: reading it again restores them."""

import json
import os
from pathlib import Path
from typing import Any


class Refused(Exception):
    """A command that cannot be carried out."""


class Night:
    """One evening. `picks` has pairs of key and answer, the earliest first."""

    def __init__(self, title: str, codes: dict[str, str]) -> None:
        self.title, self.codes = title, codes
        self.names: dict[str, str] = {}
        self.points: dict[str, int] = {}
        self.asked, self.text, self.right, self.answers = 0, "", "", [""][:0]
        self.picks: list[tuple[str, str]] = []
        self.won: dict[str, int] = {}
        self.phase = "idle"

    def join(self, key: str, name: str) -> None:
        """Give a browser a name."""
        name = name.strip()
        if self.phase == "over":
            raise Refused("The quiz is over.")
        if key in self.names:
            return
        if not 0 < len(name) <= 20:
            raise Refused("A name has 1 to 20 characters.")
        if name.lower() in (other.lower() for other in self.names.values()):
            raise Refused("This name is taken.")
        self.names[key], self.points[key] = name, 0

    def remove(self, key: str) -> None:
        """Forget a guest."""
        for known in (self.names, self.points, self.won):
            known.pop(key, None)
        self.picks = [pick for pick in self.picks if pick[0] != key]

    def ask(self, after: int, text: str, right: str, wrong: list[str]) -> None:
        """Ask a question; `after` is the number of questions before it, so that it is asked once."""
        if after != self.asked:
            return
        if self.phase in ("open", "over"):
            raise Refused("No question can be asked now.")
        answers = [right.strip(), *filter(None, (each.strip() for each in wrong))]
        if not text.strip() or not right.strip() or len(answers) < 2:
            raise Refused("Please type a question, the right answer and a wrong one.")
        if len(set(answers)) != len(answers):
            raise Refused("Please type different answers.")
        self.asked, self.text, self.right = self.asked + 1, text.strip(), right.strip()
        self.answers, self.picks, self.won, self.phase = sorted(answers, key=str.lower), [], {}, "open"

    def choose(self, key: str, number: int, answer: str) -> None:
        """Note what a guest has chosen."""
        if self.phase != "open" or number != self.asked or key not in self.names or answer not in self.answers:
            raise Refused("Choosing is over.")
        if (key, answer) not in self.picks:
            self.picks = [pick for pick in self.picks if pick[0] != key] + [(key, answer)]

    def close(self, number: int) -> None:
        """Close the question."""
        if self.phase != "open" or number != self.asked:
            return
        winners = [key for key, answer in self.picks if answer == self.right]
        self.won = {key: 1 for key in winners} | {key: 2 for key in winners[:1]}
        for key, points in self.won.items():
            self.points[key] += points
        self.phase = "closed"

    def take_back(self, number: int) -> None:
        """Take the question back."""
        if number != self.asked or self.phase not in ("open", "closed"):
            return
        for key, points in self.won.items():
            self.points[key] -= points
        self.picks, self.won, self.phase = [], {}, "idle"

    def end(self) -> None:
        """End the evening."""
        self.phase = "over"

    def state(self, role: str, key: str, here: set[str]) -> dict[str, object]:
        """Return what a page shows."""
        order = sorted(self.names, key=lambda each: (-self.points[each], self.names[each].lower()))
        places = [1 + sum(other > self.points[each] for other in self.points.values()) for each in order]
        state: dict[str, object] = {
            "phase": self.phase,
            "number": self.asked,
            "text": self.text,
            "answers": self.answers,
            "right": self.right if self.phase == "closed" else "",
            "ranking": [[place, self.names[each], self.points[each]] for place, each in zip(places, order, strict=True)],
        }
        if role == "play":
            return {**state, "me": self.names.get(key, ""), "picked": dict(self.picks).get(key, "")}
        state["count"] = f"{len(self.picks)} of {len(self.names)} answered"
        if role == "host":
            names = sorted(self.names.items(), key=lambda item: item[1].lower())
            state["guests"] = [[each, name, "" if each in here else "away"] for each, name in names]
        return state


class Journal:
    """The evenings and the file in which every command is noted before it is answered."""

    def __init__(self, path: Path) -> None:
        self.path, self.nights = path, [Night("", {})][:0]
        if path.exists():
            for line in path.read_text("utf-8").splitlines():
                self._do(json.loads(line))

    def note(self, command: str, **values: Any) -> None:
        """Carry out a command that concerns no evening yet, and note it."""
        self._do({"do": command, **values})
        self._append({"do": command, **values})

    def write(self, night: Night, command: str, values: dict[str, Any]) -> None:
        """Note a command that an evening has carried out."""
        self._append({"do": command, "night": self.nights.index(night), **values})

    def _append(self, entry: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
            file.flush()
            os.fsync(file.fileno())

    def _do(self, entry: dict[str, Any]) -> None:
        values = dict(entry)
        command = values.pop("do")
        if command == "begin":
            self.nights.append(Night(**values))
        else:
            getattr(self.nights[values.pop("night")], command)(**values)
