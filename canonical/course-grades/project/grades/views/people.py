"""Registration, and what students see."""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from grades.forms import RegistrationForm
from grades.results import results_of


def register(request: HttpRequest) -> HttpResponse:
    """Make an account, and log in."""
    form = RegistrationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        return redirect("mine")
    return render(request, "grades/register.html", {"form": form})


@login_required
def start(request: HttpRequest) -> HttpResponse:
    """Lead everybody to the first page that is of use."""
    return redirect("courses" if request.user.is_staff else "mine")


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """Show a student the results of the published courses."""
    published = request.user.courses.filter(is_published=True)
    rows = [(course, result_of(course, request.user)) for course in published]
    return render(request, "grades/mine.html", {"rows": rows})


@require_safe
@login_required
def my_course(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a student the points in one published course."""
    course = get_object_or_404(request.user.courses.filter(is_published=True), pk=pk)
    result = result_of(course, request.user)
    rows = list(zip(course.assessments.all(), result.points, strict=True))
    return render(request, "grades/my_course.html", {"course": course, "result": result, "rows": rows})


def result_of(course, student):
    """Return the result of one student."""
    return next(result for result in results_of(course) if result.student == student.username)
