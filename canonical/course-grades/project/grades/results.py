"""Totals and grades of a course."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from grades.models import Assessment, Course, Points

GRADES = (("A", 90), ("B", 80), ("C", 65), ("D", 50), ("F", 0))


@dataclass(frozen=True)
class Result:
    """What a student reached: points in the order of the assessments (None: none yet), total in percent, grade."""

    student: str
    points: tuple[Decimal | None, ...]
    total: Decimal

    @property
    def grade(self) -> str:
        """The best grade that the rounded total is enough for."""
        return next(grade for grade, least in GRADES if self.total >= least)


def total_of(assessments: Sequence[Assessment], points: Sequence[Decimal | None]) -> Decimal:
    """Return the weighted percentage, rounded once to one decimal, half a tenth upwards; missing points are 0."""
    exact = sum(
        (
            assessment.weight * Fraction(value or 0) / Fraction(assessment.most)
            for assessment, value in zip(assessments, points, strict=True)
        ),
        Fraction(0),
    )
    return (Decimal(exact.numerator) / exact.denominator).quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)


def results_of(course: Course) -> list[Result]:
    """Return the results of all students of a course, by name."""
    assessments = list(course.assessments.all())
    given = {
        (points.assessment_id, points.student_id): points.value
        for points in Points.objects.filter(assessment__course=course)
    }
    results = []
    for student in course.students.order_by("username"):
        points = tuple(given.get((assessment.pk, student.pk)) for assessment in assessments)
        results.append(Result(student.username, points, total_of(assessments, points)))
    return results


def distribution(results: Sequence[Result]) -> list[tuple[str, int]]:
    """Return how many students have each grade, the best grade first."""
    counts = Counter(result.grade for result in results)
    return [(grade, counts[grade]) for grade, _ in GRADES]


@dataclass(frozen=True)
class Bar:
    """A bar of the chart, in pixels."""

    grade: str
    count: int
    x: int
    height: int

    @property
    def y(self) -> int:
        """Upper edge of the bar."""
        return 140 - self.height


def bars_of(counts: Sequence[tuple[str, int]]) -> list[Bar]:
    """Return the bars of the chart; the highest is 120 pixels high."""
    highest = max((count for _, count in counts), default=0) or 1
    return [
        Bar(grade, count, 20 + place * 60, round(count * 120 / highest)) for place, (grade, count) in enumerate(counts)
    ]
