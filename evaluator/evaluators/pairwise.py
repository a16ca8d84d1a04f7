"""Pairwise judging by a model: each pair is shown in both orders; a judge that follows the order has no preference."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluator.evaluators.interface import EvaluationOptions, Evaluator, Workbench
from evaluator.model.evaluation import Evaluation, Measure
from evaluator.model.generation import ChatMessage, Conversation, Solution
from missions.mission import Mission
from missions.project_files import ArtifactKind, Files


class Preference(StrEnum):
    """Preferred one of two answers."""

    FIRST = "first"
    SECOND = "second"
    TIE = "tie"

    def swapped(self) -> Preference:
        return {Preference.FIRST: Preference.SECOND, Preference.SECOND: Preference.FIRST}.get(self, self)


@dataclass(frozen=True)
class JudgedPair:
    """A judge's preference between the answers of `first` and `second`, shown in this order, about `subject`."""

    subject: str
    first: str
    second: str
    preference: Preference


@dataclass(frozen=True)
class WinRate:
    """Wins, ties and number of verdicts of one candidate against another."""

    wins: int = 0
    ties: int = 0
    total: int = 0

    @property
    def with_ties(self) -> float | None:
        """Return the share of wins, where a tie is half a win; None without verdicts."""
        return (self.wins + 0.5 * self.ties) / self.total if self.total else None

    @property
    def without_ties(self) -> float | None:
        """Return the share of wins among verdicts that are no ties; None without such."""
        decided = self.total - self.ties
        return self.wins / decided if decided else None


def consistent(verdicts: Iterable[JudgedPair]) -> tuple[JudgedPair, ...]:
    """Return the verdicts, as ties where the same pair in the other order was judged otherwise.

    A verdict whose pair was judged in one order only stays as it is.
    """
    every = tuple(verdicts)
    known = {(each.subject, each.first, each.second): each.preference for each in every}
    return tuple(
        each
        if known.get((each.subject, each.second, each.first), each.preference.swapped()) is each.preference.swapped()
        else JudgedPair(each.subject, each.first, each.second, Preference.TIE)
        for each in every
    )


def win_rate(verdicts: Iterable[JudgedPair], candidate: str, other: str) -> WinRate:
    """Return how often `candidate` is preferred to `other`; inconsistent verdicts are ties."""
    found: Counter[Preference] = Counter()
    for each in consistent(verdicts):
        if {each.first, each.second} == {candidate, other}:
            found[each.preference if each.first == candidate else each.preference.swapped()] += 1
    return WinRate(found[Preference.FIRST], found[Preference.TIE], found.total())


def majority(votes: Sequence[Preference]) -> Preference:
    """Return what most votes prefer; a tie where no preference has more votes than every other."""
    counted = Counter(votes).most_common(2)
    if not counted or (len(counted) == 2 and counted[0][1] == counted[1][1]):
        return Preference.TIE
    return counted[0][0]


def agreement(
    judged: Mapping[str, Preference], votes: Mapping[str, Sequence[Preference]], *, with_ties: bool = True
) -> float | None:
    """Return the share of pairs on which a judge and the majority of human votes prefer the same; None without pairs.

    Without ties only pairs count on which both have a preference.
    """
    both = [(judged[pair], majority(votes[pair])) for pair in judged if pair in votes]
    if not with_ties:
        both = [pair for pair in both if Preference.TIE not in pair]
    return sum(one is other for one, other in both) / len(both) if both else None


CHOICE = re.compile(r"Choice: *([AB])\b")
QUESTION = """Two responses answer the same request. Judge them by these criteria only:

{criteria}

An incomplete response, or one that repeats itself, is a worse one. The order of the responses must not matter.

The request:
{request}

Response 1:
{first}

Response 2:
{second}

Which one is better? Write `Choice: A` for response 1 or `Choice: B` for response 2, then your reasons.
"""


def choice_in(answer: str) -> Preference:
    """Return the preference that an answer states; a tie where it states none."""
    found = CHOICE.search(answer)
    if found is None:
        return Preference.TIE
    return Preference.FIRST if found[1] == "A" else Preference.SECOND


def judge_pair(
    judge: Conversation, subject: str, criteria: str, request: str, answers: Mapping[str, str]
) -> tuple[JudgedPair, JudgedPair]:
    """Ask `judge` about the answers of two candidates in both orders; what they wrote cannot end its own frame."""
    (one, first), (other, second) = answers.items()

    def ask(first_name: str, first_text: str, second_name: str, second_text: str) -> JudgedPair:
        question = QUESTION.format(criteria=criteria, request=request, first=first_text, second=second_text)
        said = choice_in(judge.ask([ChatMessage("user", question)]).text)
        return JudgedPair(subject, first_name, second_name, said)

    return ask(one, first, other, second), ask(other, second, one, first)


CRITERIA: Mapping[str, str] = {
    "general": "high cohesion within a class and low coupling between classes; as simple as the requirements allow; "
    "readable, modular and testable, so that it can be built as it is drawn.",
    "faithfulness": "everything that the requirements ask for is in the design, nothing that they do not ask for; "
    "classes, relations, messages and files are those that the requirements imply.",
}
"""Criteria of the judge by name."""

OWN, REFERENCE = "agent", "reference"
MAX_DESIGN_CHARS = 60_000


@dataclass(frozen=True)
class DesignJudge(Evaluator):
    """Asks the run's judge whether an agent's design is better than the reference's, by each criterion.

    It has no case: measures are the win rates against the reference, with and without ties, and none without a judge.
    """

    name: str = "design_judge"
    needs: frozenset[ArtifactKind] = frozenset({ArtifactKind.DESIGN})

    def settings(self, options: EvaluationOptions) -> Mapping[str, str]:
        return {"judge": options.judge}

    def evaluate(self, solution: Solution, mission: Mission, workbench: Workbench) -> Evaluation:
        judge, reference = workbench.model(), workbench.reference()
        settings = self.settings(workbench.options)
        expected = reference.artifacts.get(ArtifactKind.DESIGN) if reference else None
        if judge is None or not expected:
            return Evaluation(self.name, settings=settings)
        prd = mission.documents.get("prd")
        request = f"Design the project that these requirements describe.\n\n{prd.text if prd else mission.prompt}"
        answers = {OWN: _text(solution.artifacts[ArtifactKind.DESIGN]), REFERENCE: _text(expected)}
        verdicts = [
            verdict
            for name, criteria in CRITERIA.items()
            for verdict in judge_pair(judge, name, criteria, request, answers)
        ]
        rate = win_rate(verdicts, OWN, REFERENCE)
        log = "\n".join(f"{each.subject}: {each.first} before {each.second}: {each.preference}" for each in verdicts)
        measures = (
            Measure("win_rate_with_ties", rate.with_ties),
            Measure("win_rate_without_ties", rate.without_ties),
        )
        return Evaluation(self.name, measures=measures, log=log, settings=settings)


def _text(files: Files) -> str:
    parts = (f"## {path}\n{content.decode('utf-8', 'replace')}" for path, content in sorted(files.items()))
    return "\n".join(parts)[:MAX_DESIGN_CHARS]
