"""Reading points: typed in boxes, or from a CSV file."""

import csv
import re
from collections.abc import Iterator
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import transaction

from grades.models import Assessment

HEADING = ["name", "points"]


class Refused(ValueError):
    """What was given cannot be used; the messages say why."""

    def __init__(self, *messages: str) -> None:
        super().__init__(" ".join(messages))
        self.messages = messages


def read_points(text: str, assessment: Assessment) -> Decimal | None:
    """Return points, None for an empty text. Raises `Refused`."""
    text = text.strip()
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,4}([.][05])?", text) or Decimal(text) > assessment.most:
        raise Refused(f"Points are from 0 to {assessment.most.normalize():f} in steps of 0.5.")
    return Decimal(text)


@transaction.atomic
def give(assessment: Assessment, values: dict[User, Decimal | None]) -> None:
    """Set the points of students; None takes them away."""
    for student, value in values.items():
        if value is None:
            assessment.points.filter(student=student).delete()
        else:
            assessment.points.update_or_create(student=student, defaults={"value": value})


def read_file(content: bytes, assessment: Assessment) -> dict[User, Decimal | None]:
    """Return the points of a file. Raises `Refused` with a message for each wrong line."""
    try:
        rows = list(numbered(content.decode("utf-8-sig")))
    except (UnicodeDecodeError, csv.Error):
        raise Refused("The first line must be name,points.") from None
    if not rows or rows[0] != (1, HEADING):
        raise Refused("The first line must be name,points.")
    students = {student.username.lower(): student for student in assessment.course.students.all()}
    values: dict[User, Decimal | None] = {}
    wrong = []
    for line, cells in rows[1:]:
        try:
            name, points = cells if len(cells) == len(HEADING) else ("", "")
            student = students.get(name.lower())
            if student is None:
                raise Refused("There is no such student in this course.")
            if student in values:
                raise Refused("The student stands in a line before.")
            values[student] = read_points(points, assessment)
        except Refused as reason:
            wrong.append(f"Line {line}: {reason}")
    if wrong:
        raise Refused(*wrong)
    return values


def numbered(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not blank with the number of its line."""
    reader = csv.reader(text.splitlines())
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield reader.line_num, [cell.strip() for cell in cells]
