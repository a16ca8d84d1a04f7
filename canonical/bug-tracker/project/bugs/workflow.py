"""The steps by which an issue goes from one status to the next, and who may do them."""

from collections.abc import Callable
from dataclasses import dataclass

from bugs.models import Account, Issue, Status

MayDo = Callable[[Account, Issue], bool]


def is_assignee(account: Account, issue: Issue) -> bool:
    """True for the developer who has the issue."""
    return issue.assignee_id == account.pk


def is_reporter_or_manager(account: Account, issue: Issue) -> bool:
    """True for who decides whether a fix is good."""
    return account.is_manager or issue.reporter_id == account.pk


@dataclass(frozen=True)
class Step:
    """One step. `needs_comment` is the message for who does it without a word; empty: none is needed."""

    name: str
    title: str
    before: frozenset[Status]
    after: Status
    may_do: MayDo
    needs_comment: str = ""

    def is_open_to(self, account: Account, issue: Issue) -> bool:
        """True when this account can do the step now."""
        return issue.status in self.before and self.may_do(account, issue)


STEPS = {
    step.name: step
    for step in (
        Step("start", "Start work", frozenset({Status.ASSIGNED}), Status.IN_PROGRESS, is_assignee),
        Step("fix", "Mark as fixed", frozenset({Status.IN_PROGRESS}), Status.FIXED, is_assignee, "Say what was done."),
        Step("accept", "Accept fix", frozenset({Status.FIXED}), Status.CLOSED, is_reporter_or_manager),
        Step(
            "reopen",
            "Open again",
            frozenset({Status.FIXED, Status.CLOSED}),
            Status.REOPENED,
            is_reporter_or_manager,
            "Say what is wrong.",
        ),
    )
}
