"""Pairwise judging: both orders, ties of inconsistent verdicts, win rates, agreement with votes."""

from __future__ import annotations

from collections.abc import Sequence

from evaluator.evaluators.pairwise import JudgedPair, Preference, agreement, judge_pair, majority, win_rate
from evaluator.model.generation import ChatMessage, Reply

FIRST, SECOND, TIE = Preference.FIRST, Preference.SECOND, Preference.TIE


class Scripted:
    """Judge that prefers the text with the word good, or always the first one."""

    def __init__(self, *, follows_order: bool = False) -> None:
        self._follows_order = follows_order
        self.asked = 0

    def ask(self, messages: Sequence[ChatMessage]) -> Reply:
        self.asked += 1
        first = messages[0].text.partition("Response 1:")[2].partition("Response 2:")[0]
        return Reply("Choice: A" if self._follows_order or "good" in first else "Choice: B\nReason: better")


def _judged(judge: Scripted) -> tuple[JudgedPair, JudgedPair]:
    return judge_pair(judge, "design", "clarity", "design it", {"ours": "a good one", "theirs": "one"})


def test_a_pair_is_judged_in_both_orders() -> None:
    judge = Scripted()
    rate = win_rate(_judged(judge), "ours", "theirs")
    assert judge.asked == 2
    assert (rate.with_ties, rate.without_ties) == (1.0, 1.0)
    other = win_rate(_judged(Scripted()), "theirs", "ours")
    assert (other.with_ties, other.without_ties) == (0.0, 0.0)


def test_a_judge_that_follows_the_order_has_no_preference() -> None:
    rate = win_rate(_judged(Scripted(follows_order=True)), "ours", "theirs")
    assert (rate.with_ties, rate.without_ties) == (0.5, None)


def test_a_verdict_of_one_order_only_counts_as_it_is() -> None:
    rate = win_rate([JudgedPair("a", "x", "y", SECOND), JudgedPair("b", "x", "y", FIRST)], "y", "x")
    assert (rate.wins, rate.ties, rate.total) == (1, 0, 2)


def test_agreement_with_the_majority_of_votes() -> None:
    assert [majority(each) for each in ([FIRST, FIRST, TIE], [FIRST, SECOND], [])] == [FIRST, TIE, TIE]
    judged = {"1": FIRST, "2": SECOND, "3": TIE}
    votes = {"1": [FIRST], "2": [FIRST, FIRST, SECOND], "3": [FIRST, SECOND]}
    assert agreement(judged, votes) == 2 / 3
    assert agreement(judged, votes, with_ties=False) == 0.5
    assert agreement({}, votes) is None
