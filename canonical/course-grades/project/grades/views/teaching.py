"""The teacher's pages: courses, students, assessments, points, publishing."""

import csv
from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from grades.forms import AssessmentForm, CourseForm, FileForm, StudentForm
from grades.models import Assessment, Course
from grades.points import Refused, give, read_file, read_points
from grades.results import bars_of, distribution, results_of

View = Callable[..., HttpResponse]


def teacher_only(view: View) -> View:
    """Lead visitors to the login, and answer students with 403."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if not request.user.is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


@teacher_only
def courses(request: HttpRequest) -> HttpResponse:
    """List the courses; add one."""
    form = CourseForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect(form.save())
    return render(request, "grades/courses.html", {"form": form, "courses": Course.objects.all()})


def show(request: HttpRequest, course: Course, **forms) -> HttpResponse:
    """Show a course with its results, and with the forms that were sent."""
    results = results_of(course)
    counts = distribution(results)
    context = {
        "course": course,
        "assessments": course.assessments.all(),
        "results": results,
        "counts": counts,
        "bars": bars_of(counts),
        "student_form": StudentForm(course=course),
        "assessment_form": AssessmentForm(course=course),
        **forms,
    }
    return render(request, "grades/course.html", context)


@require_safe
@teacher_only
def course(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a course."""
    return show(request, get_object_or_404(Course, pk=pk))


@require_POST
@teacher_only
def add_student(request: HttpRequest, pk: int) -> HttpResponse:
    """Add a student to a course."""
    found = get_object_or_404(Course, pk=pk)
    form = StudentForm(request.POST, course=found)
    if not form.is_valid():
        return show(request, found, student_form=form)
    found.students.add(form.cleaned_data["student"])
    return redirect(found)


@require_POST
@teacher_only
def add_assessment(request: HttpRequest, pk: int) -> HttpResponse:
    """Add an assessment to a course that is not published."""
    found = get_object_or_404(Course, pk=pk)
    form = AssessmentForm(request.POST, course=found)
    if not form.is_valid():
        return show(request, found, assessment_form=form)
    form.save()
    return redirect(found)


@teacher_only
def assessment(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the points of all students in boxes, and save what was typed: all of it, or nothing."""
    found = get_object_or_404(Assessment.objects.select_related("course"), pk=pk)
    students = list(found.course.students.order_by("username"))
    given = {points.student_id: points.value for points in found.points.all()}
    typed = {student.pk: request.POST.get(f"points_{student.pk}", "") for student in students}
    error = ""
    if request.method == "POST":
        try:
            give(found, {student: read_points(typed[student.pk], found) for student in students})
            return redirect(found.course)
        except Refused as reason:
            error = str(reason)
    rows = [(student, typed[student.pk] if error else given.get(student.pk, "")) for student in students]
    return render(
        request, "grades/assessment.html", {"assessment": found, "rows": rows, "error": error, "form": FileForm()}
    )


@require_POST
@teacher_only
def import_points(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the points of a file: all of them, or none."""
    found = get_object_or_404(Assessment.objects.select_related("course"), pk=pk)
    form = FileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            give(found, read_file(form.cleaned_data["file"].read(), found))
            return redirect(found.course)
        except Refused as reasons:
            for message in reasons.messages:
                form.add_error("file", message)
    given = {points.student_id: points.value for points in found.points.all()}
    rows = [(student, given.get(student.pk, "")) for student in found.course.students.order_by("username")]
    return render(request, "grades/assessment.html", {"assessment": found, "rows": rows, "form": form})


@require_safe
@teacher_only
def export(request: HttpRequest, pk: int) -> HttpResponse:
    """Deliver the results as a CSV file."""
    found = get_object_or_404(Course, pk=pk)
    response = HttpResponse(
        content_type="text/csv; charset=utf-8", headers={"Content-Disposition": 'attachment; filename="grades.csv"'}
    )
    writer = csv.writer(response)
    writer.writerow(["name", *(assessment.title for assessment in found.assessments.all()), "total", "grade"])
    for result in results_of(found):
        points = ("" if value is None else value for value in result.points)
        writer.writerow([result.student, *points, result.total, result.grade])
    return response


@require_POST
@teacher_only
def publish(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the results to the students, or hide them again."""
    found = get_object_or_404(Course, pk=pk)
    if "publish" in request.POST and found.whole_weight != 100:
        messages.error(request, f"The weights add up to {found.whole_weight}, not 100.")
    else:
        found.is_published = "publish" in request.POST
        found.save(update_fields=["is_published"])
    return redirect(found)
