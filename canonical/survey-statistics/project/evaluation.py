"""Statistics of the answers; all values are exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from answers import Respondent
from arguments import Only
from questions import Question

QUARTER, HALF, THREE_QUARTERS = Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)


@dataclass(frozen=True)
class OptionCount:
    """Counts of one option; `share` is in percent."""

    option: str
    count: int
    weighted: Fraction
    share: Fraction


@dataclass(frozen=True)
class NumberSummary:
    """Statistics of the numbers given as answers."""

    mean: Fraction
    weighted_mean: Fraction
    minimum: Fraction
    lower_quartile: Fraction
    median: Fraction
    upper_quartile: Fraction
    maximum: Fraction

    def values(self) -> list[Fraction]:
        """Return all of them in the order of the columns of the workbook."""
        return [
            self.mean,
            self.weighted_mean,
            self.minimum,
            self.lower_quartile,
            self.median,
            self.upper_quartile,
            self.maximum,
        ]


class Survey:
    """The questions, and the respondents that are evaluated."""

    def __init__(self, questions: Sequence[Question], respondents: Sequence[Respondent], only: Only | None) -> None:
        self.questions = questions
        self.only = only
        self.respondents = [r for r in respondents if only is None or r.answers.get(only.question) == only.option]

    @property
    def weight(self) -> Fraction:
        """The sum of all weights."""
        return sum((respondent.weight for respondent in self.respondents), Fraction(0))

    def who_answered(self, question: Question) -> list[Respondent]:
        """Return the respondents who answered a question."""
        return [respondent for respondent in self.respondents if question.id in respondent.answers]

    def count_options(self, question: Question) -> list[OptionCount]:
        """Return the counts of a choice, in the order of its options."""
        answered = self.who_answered(question)
        total = sum((respondent.weight for respondent in answered), Fraction(0))
        counts = []
        for option in question.options:
            chose = [respondent for respondent in answered if respondent.answers[question.id] == option]
            weighted = sum((respondent.weight for respondent in chose), Fraction(0))
            counts.append(OptionCount(option, len(chose), weighted, 100 * weighted / total if total else Fraction(0)))
        return counts

    def summarize(self, question: Question) -> NumberSummary | None:
        """Return what the answers to a scale or number are like; None without answers."""
        answered = self.who_answered(question)
        if not answered:
            return None
        pairs = [(Fraction(r.answers[question.id]), r.weight) for r in answered]
        values = sorted(value for value, _ in pairs)
        return NumberSummary(
            mean=sum(values, Fraction(0)) / len(values),
            weighted_mean=sum((value * weight for value, weight in pairs), Fraction(0)) / sum(w for _, w in pairs),
            minimum=values[0],
            lower_quartile=quantile(values, QUARTER),
            median=quantile(values, HALF),
            upper_quartile=quantile(values, THREE_QUARTERS),
            maximum=values[-1],
        )

    def cross(self, first: Question, second: Question) -> list[list[int]]:
        """Return how many respondents chose each pair of options: a row for each option of `first`."""
        pairs = [(r.answers.get(first.id), r.answers.get(second.id)) for r in self.respondents]
        return [[pairs.count((one, other)) for other in second.options] for one in first.options]


def quantile(values: Sequence[Fraction], share: Fraction) -> Fraction:
    """Return the value at the place `share` of the way through sorted values, interpolated."""
    place = share * (len(values) - 1)
    below = int(place)
    if place == below:
        return values[below]
    return values[below] + (place - below) * (values[below + 1] - values[below])
