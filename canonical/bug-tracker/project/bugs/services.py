"""Everything that changes issues; each change is a line of the history."""

from collections.abc import Mapping

from django.core.exceptions import PermissionDenied
from django.db import transaction

from bugs.models import Account, Issue, Status
from bugs.workflow import Step


class Refused(Exception):
    """A rule forbids the action; the message says which."""


@transaction.atomic
def do_step(account: Account, issue_id: int, step: Step, comment: str) -> None:
    """Take an issue to the step's status. Raises `PermissionDenied` or `Refused`."""
    issue = Issue.objects.get(pk=issue_id)
    if not step.may_do(account, issue):
        raise PermissionDenied
    if issue.status not in step.before:
        raise Refused("This is not possible any more.")
    if step.needs_comment and not comment.strip():
        raise Refused(step.needs_comment)
    if comment.strip():
        issue.comments.create(author=account, text=comment.strip())
    change(account, issue, {"status": step.after})


@transaction.atomic
def assign(account: Account, issue: Issue, developer: Account) -> None:
    """Give an issue that is not closed to a developer. Raises `PermissionDenied` or `Refused`."""
    if not account.is_manager:
        raise PermissionDenied
    issue.refresh_from_db()
    if issue.status == Status.CLOSED:
        raise Refused("This is not possible any more.")
    change(account, issue, {"assignee": developer, "status": Status.ASSIGNED})


@transaction.atomic
def edit(account: Account, issue: Issue, values: Mapping[str, object], seen_version: int) -> None:
    """Change what was reported, if nobody else has changed the issue since `seen_version`."""
    issue.refresh_from_db()
    if not issue.may_be_edited_by(account):
        raise PermissionDenied
    if issue.version != seen_version:
        raise Refused("Somebody else has changed this issue meanwhile.")
    change(account, issue, values)


def change(account: Account, issue: Issue, values: Mapping[str, object]) -> None:
    """Set the fields of an issue, and write what has changed into its history."""
    for field, value in values.items():
        before = _shown(issue, field)
        setattr(issue, field, value)
        after = _shown(issue, field)
        if before != after:
            what = f"{field} changed" if field == "description" else f"{field} {before} → {after}"
            issue.changes.create(author=account, what=what[:200])
    issue.version += 1
    issue.save()


def _shown(issue: Issue, field: str) -> str:
    if field == "severity":
        return issue.get_severity_display()
    value = getattr(issue, field)
    return "nobody" if value is None else str(value)
