"""Permits as a CSV file."""

import csv
import io
from collections.abc import Iterable

from permits.models import Permit

HEADING = ["reference", "name", "plate", "zone", "status", "first_day", "last_day", "fee", "open"]


def write_permits(permits: Iterable[Permit]) -> str:
    """Return a file with a row for each permit."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(HEADING)
    for permit in permits:
        amounts = (f"{permit.fee:.2f}", f"{permit.open:.2f}")
        days = (permit.first_day.isoformat(), permit.last_day.isoformat())
        writer.writerow([permit.reference, permit.name, permit.plate, permit.zone, permit.status, *days, *amounts])
    return file.getvalue()
