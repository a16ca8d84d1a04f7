"""The list of issues, the page of one, and what is done there."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from bugs import services
from bugs.forms import AssignForm, CommentForm, FilterForm, IssueForm
from bugs.models import Component, Issue, Status
from bugs.workflow import STEPS

ISSUES_PER_PAGE = 10


def find_issue(request: HttpRequest, pk: int) -> Issue:
    """Return an issue that this account may see; others are not there (404)."""
    return get_object_or_404(Issue.objects.visible_to(request.user), pk=pk)


@require_safe
@login_required
def issues(request: HttpRequest) -> HttpResponse:
    """List the issues, ten on a page."""
    form = FilterForm(request.GET)
    found = form.narrow(Issue.objects.visible_to(request.user), request.user)
    found = found.select_related("component", "assignee")
    page = Paginator(found, ISSUES_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "bugs/issues.html", {"form": form, "page": page})


@login_required
def report(request: HttpRequest) -> HttpResponse:
    """Report an issue."""
    form = IssueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.instance.reporter = request.user
        return redirect(form.save())
    return render(request, "bugs/issue_form.html", {"form": form, "heading": "Report an issue"})


@login_required
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit an issue."""
    issue = find_issue(request, pk)
    if not issue.may_be_edited_by(request.user):
        raise PermissionDenied
    form = IssueForm(request.POST or None, instance=issue)
    if request.method == "POST" and form.is_valid():
        try:
            services.edit(request.user, issue, form.values(), form.cleaned_data["version"] or 0)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(issue)
    return render(request, "bugs/issue_form.html", {"form": form, "heading": f"Edit #{pk}"})


@require_safe
@login_required
def issue(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an issue."""
    return _show(request, find_issue(request, pk))


def _show(request: HttpRequest, found: Issue, form: CommentForm | None = None) -> HttpResponse:
    context = {
        "issue": found,
        "form": form or CommentForm(),
        "assign_form": AssignForm() if request.user.is_manager and found.status != Status.CLOSED else None,
        "steps": [step for step in STEPS.values() if step.is_open_to(request.user, found)],
        "may_edit": found.may_be_edited_by(request.user),
        "comments": found.comments.select_related("author"),
        "changes": found.changes.select_related("author"),
    }
    return render(request, "bugs/issue.html", context)


@require_POST
@login_required
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Comment, or do a step of the workflow with or without a comment."""
    found = find_issue(request, pk)
    name = request.POST.get("step", "")
    if name == "comment":
        return _comment(request, found)
    if name not in STEPS:
        raise Http404
    try:
        services.do_step(request.user, found.pk, STEPS[name], request.POST.get("comment", ""))
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(found)


def _comment(request: HttpRequest, found: Issue) -> HttpResponse:
    form = CommentForm(request.POST)
    if not form.is_valid():
        return _show(request, found, form)
    found.comments.create(author=request.user, text=form.cleaned_data["comment"])
    return redirect(found)


@require_POST
@login_required
def assign(request: HttpRequest, pk: int) -> HttpResponse:
    """Give an issue to a developer."""
    found, form = find_issue(request, pk), AssignForm(request.POST)
    if not request.user.is_manager:
        raise PermissionDenied
    if form.is_valid():
        try:
            services.assign(request.user, found, form.cleaned_data["developer"])
        except services.Refused as refusal:
            messages.error(request, str(refusal))
    else:
        messages.error(request, "Choose a developer.")
    return redirect(found)


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """Count open and closed issues of each component, as far as this account may see them."""
    seen = Issue.objects.visible_to(request.user)
    rows = [
        (
            component.name,
            seen.filter(component=component).exclude(status=Status.CLOSED).count(),
            seen.filter(component=component, status=Status.CLOSED).count(),
        )
        for component in Component.objects.all()
    ]
    return render(request, "bugs/overview.html", {"rows": rows})
