"""All changes of permits; each step is noted in the audit log."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from permits.models import AuditEntry, Payment, Permit, Status

PUBLIC = "public"
"""Name in the audit log for residents, who have no accounts."""


def note(permit: Permit, who: str, what: str) -> None:
    """Write an entry of the audit log."""
    AuditEntry.objects.create(permit=permit, who=who, what=what)


@transaction.atomic
def apply(permit: Permit) -> None:
    """Save a new application and give it a reference."""
    year = timezone.localdate().year
    last = Permit.objects.filter(reference__startswith=f"P-{year}-").order_by("reference").last()
    number = int(last.reference[-4:]) + 1 if last else 1
    permit.reference = f"P-{year}-{number:04}"
    permit.calculate()
    permit.save()
    note(permit, PUBLIC, "applied")


@transaction.atomic
def decide(permits: QuerySet[Permit], status: Status, who: str) -> int:
    """Give those of the permits that are waiting another status, and return their number."""
    waiting = list(permits.filter(status=Status.WAITING))
    for permit in waiting:
        permit.status = status
        permit.save(update_fields=["status"])
        note(permit, who, status)
    return len(waiting)


@transaction.atomic
def save_changes(permit: Permit, changes: Iterable[str], who: str) -> None:
    """Save a changed permit; `changes` are sentences for the audit log."""
    permit.calculate()
    permit.save()
    for change in changes:
        note(permit, who, change)


@transaction.atomic
def pay(payment: Payment, who: str) -> None:
    """Save a new payment."""
    payment.save()
    note(payment.permit, who, f"paid {payment.amount:.2f}")
