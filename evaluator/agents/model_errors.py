"""Errors of requests to models, by the component whose failure they are.

ModelError       not the agent's failure: the attempt remains to be done and is built when the run is resumed
└── RunStopped     no further request of the run makes sense now
    ├── RunOverBudget   the run's own limits are used up
    ├── NoCredit        the account's quota or balance is used up
    └── RunRefused      the service refuses key, model or settings of the run
OverBudget         the agent's failure: the attempt used up its own limits
AnswerTooLarge     the agent's failure: the service sends more than one answer may have; the client raises it
Withheld           the agent's failure: the service refuses only this request (too long for the model, filtered)
"""

from __future__ import annotations

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.model.errors import EvaluatorError


class ModelError(EvaluatorError):
    """A model did not answer (network, rate limits beyond the retry time)."""


class RunStopped(ModelError):
    """No further request can be made in this run for now."""


class RunOverBudget(RunStopped):
    """The run used up the limits of all its attempts together; the rest remains for `resume`."""


class NoCredit(RunStopped):
    """The account has no quota or money left."""


class RunRefused(RunStopped):
    """Key, model or settings are refused; the message says what to set."""


class OverBudget(EvaluatorError):
    """An attempt used up its own limits."""


class AnswerTooLarge(Exception):
    """A service sends more bytes than one answer may have, or compressed ones."""


class Withheld(UnreadableAnswer):
    """The service gives no answer to this request; the message says why."""
