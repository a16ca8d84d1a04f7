"""Judge of a run: a model that evaluators may ask for an opinion, with its own budget, cache and transcripts.

Every answer is a file below ``judge/`` of the run folder, named after the question: no question is asked twice, and the
cost of all answers is known to every worker.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from evaluator.agents.models.client import ModelAgent
from evaluator.agents.models.services import RunOverBudget
from evaluator.agents.settings import Budget, BudgetLimits
from evaluator.io.files import read_json, write_json
from evaluator.model.generation import ChatMessage, Reply, total_usage
from evaluator.runs.execution.resolved_run import settings_of
from evaluator.runs.folder.records import Opinion, opinions_usage
from evaluator.runs.folder.request import RunRequest


class Judge:
    """Conversation of one evaluator with the judge; `was_asked` says whether its evaluation holds an opinion."""

    def __init__(self, agent: ModelAgent, folder: Path, limits: BudgetLimits, attempt: str, evaluator: str) -> None:
        self._agent, self._folder, self._limits = agent, folder, limits
        self._attempt, self._evaluator = attempt, evaluator
        self.name, self.was_asked = agent.name, False

    def ask(self, messages: Sequence[ChatMessage]) -> Reply:
        """Return the answer, the stored one for a question that was asked before.

        Raises `RunOverBudget` when the judge's budget is used up, `ModelError` when there is no answer now.
        """
        self.was_asked = True
        question = hashlib.sha256("\0".join([self.name, *(m.role + m.text for m in messages)]).encode()).hexdigest()
        path = self._folder / f"{question[:32]}.json"
        if path.exists():
            return read_json(path, Opinion).reply
        if over := self._limits.exceeded_by(total_usage(opinions_usage(self._folder))):
            raise RunOverBudget(f"the judge {self.name} used {over}; continue with a higher --judge-max-cost")
        reply = self._agent.conversation(f"judge of {self._attempt}").ask(messages)
        write_json(path, Opinion(self.name, self._attempt, self._evaluator, tuple(messages), reply))
        return reply


def judge_agent(request: RunRequest) -> ModelAgent | None:
    """Return the model that judges in a run; None without one. Raises `UsageError` for a name that is no model."""
    if not request.judge:
        return None
    limits = BudgetLimits(cost=request.judge_max_cost)
    return ModelAgent(request.judge, settings_of(request, Budget(limits), lambda _: None))


@contextmanager
def open_judge(request: RunRequest, folder: Path, attempt: str, evaluator: str) -> Iterator[Judge | None]:
    """Open the judge of a run for one evaluation; None without one."""
    agent = judge_agent(request)
    if agent is None:
        yield None
        return
    try:
        yield Judge(agent, folder, BudgetLimits(cost=request.judge_max_cost), attempt, evaluator)
    finally:
        agent.close()
