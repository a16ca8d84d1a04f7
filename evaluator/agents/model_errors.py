"""Why there is no answer, and whose failure that is.

ModelError       not the agent's: the attempt stays to be done and is built when the run is resumed
└── RunStopped     and no further question of the run makes sense now
    ├── RunOverBudget   the run's own limits are used up
    ├── NoCredit        the account's are: quota, balance
    └── RunRefused      the service does not take what the run asks with: key, model, settings
OverBudget         the agent's: the attempt used up its own limits
AnswerTooLarge     the agent's: the service sends more than one answer may have; the client raises it
Withheld           the agent's: the service answers everything but this question (too long for the model, filtered)
"""

from __future__ import annotations

from evaluator.agents.answers.json_values import UnreadableAnswer
from evaluator.model.errors import EvaluatorError


class ModelError(EvaluatorError):
    """A model could not be asked (network, rate limits beyond the patience)."""


class RunStopped(ModelError):
    """Nothing more can be asked in this run for now."""


class RunOverBudget(RunStopped):
    """The run used up what all its attempts may use together: the rest is left for `resume`."""


class NoCredit(RunStopped):
    """The account has no quota or money left."""


class RunRefused(RunStopped):
    """Key, model or settings are refused; the message says what to set."""


class OverBudget(EvaluatorError):
    """An attempt used up its own limits."""


class AnswerTooLarge(Exception):
    """A service sends more bytes than one answer may have, or compressed ones."""


class Withheld(UnreadableAnswer):
    """There is no answer to be read: the message says why the service gives none to this question."""
