"""All loans as a CSV file."""

import csv
from typing import TextIO

from library.models import Loan

COLUMNS = ["member", "title", "isbn", "category", "borrowed", "due", "returned", "fine"]


def write_loans(file: TextIO) -> None:
    """Write every loan, the oldest first; dates in ISO format, the fine in euros to the cent."""
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for loan in Loan.objects.select_related("book", "member").order_by("borrowed_on", "pk"):
        writer.writerow(
            [
                loan.member.username,
                loan.book.title,
                loan.book.isbn,
                loan.book.category,
                loan.borrowed_on.isoformat(),
                loan.due_on.isoformat(),
                loan.returned_on.isoformat() if loan.returned_on else "",
                f"{loan.fine:.2f}",
            ]
        )
