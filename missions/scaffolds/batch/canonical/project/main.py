"""Adds up expenses by category: python main.py INPUT.csv OUTPUT.csv."""

import csv
import sys
from collections import defaultdict
from decimal import Decimal
from pathlib import Path


def totals(rows):
    """Category → sum of its amounts."""
    found = defaultdict(Decimal)
    for row in rows:
        found[row["category"]] += Decimal(row["amount"])
    return found


def main(source, target):
    """Read the expenses, write the totals; the exit status."""
    if not Path(source).is_file():
        print(f"error: {source}: there is no such file", file=sys.stderr)
        return 2
    with Path(source).open(newline="") as file:
        found = totals(csv.DictReader(file))
    with Path(target).open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["category", "total"])
        writer.writerows([category, f"{total:.2f}"] for category, total in sorted(found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
