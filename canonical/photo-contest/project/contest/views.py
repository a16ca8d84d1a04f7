"""The pages, and the buttons on them."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from contest import services
from contest.forms import ContestForm, PictureForm, RegistrationForm
from contest.models import Contest, Picture

PICTURES_PER_PAGE = 6


def register(request: HttpRequest) -> HttpResponse:
    """Make an account, and log in."""
    form = RegistrationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        return redirect("contests")
    return render(request, "contest/register.html", {"form": form})


def contests(request: HttpRequest) -> HttpResponse:
    """List the contests; the curator starts new ones here."""
    form = ContestForm(request.POST or None)
    if request.method == "POST":
        require_curator(request)
        if form.is_valid():
            return redirect(form.save())
    return render(request, "contest/contests.html", {"form": form, "contests": Contest.objects.all()})


@require_safe
def contest(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the gallery: the newest picture first, or the places once the contest is closed."""
    found = get_object_or_404(Contest, pk=pk)
    if found.is_closed:
        entries = services.ranking(found)
    else:
        entries = [(None, picture) for picture in found.pictures.approved().with_votes().select_related("owner")]
    mine = found.votes.filter(account_id=request.user.pk).first()
    context = {
        "contest": found,
        "page": Paginator(entries, PICTURES_PER_PAGE).get_page(request.GET.get("page")),
        "voted": mine.picture_id if mine else None,
        "shows_votes": found.is_closed or request.user.is_staff,
    }
    return render(request, "contest/contest.html", context)


@login_required
def send_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a picture to a contest."""
    found = get_object_or_404(Contest, pk=pk)
    form = PictureForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        form.instance.contest, form.instance.owner = found, request.user
        try:
            services.send_in(form.instance)
        except services.Refused as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "Thank you. The curator will look at your picture.")
            return redirect("mine")
    return render(request, "contest/send_in.html", {"form": form, "contest": found})


@require_safe
def file(request: HttpRequest, pk: int) -> HttpResponse:
    """Deliver a picture to who may see it."""
    picture = get_object_or_404(Picture.objects.visible_to(request.user), pk=pk)
    return FileResponse(picture.file.open(), content_type=picture.kind, headers={"X-Content-Type-Options": "nosniff"})


@require_safe
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """List the own pictures."""
    pictures = request.user.pictures.select_related("contest")
    return render(request, "contest/mine.html", {"pictures": pictures})


@require_safe
@login_required
def moderation(request: HttpRequest) -> HttpResponse:
    """List the pictures that wait for the curator, the oldest first."""
    require_curator(request)
    waiting = Picture.objects.filter(state=Picture.State.WAITING).order_by("pk")
    return render(request, "contest/moderation.html", {"pictures": waiting.select_related("contest", "owner")})


@require_POST
@login_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve or reject a picture."""
    require_curator(request)
    picture = get_object_or_404(Picture, pk=pk)
    if "approve" in request.POST:
        return done(request, lambda: services.approve(picture), "moderation")
    return done(request, lambda: services.reject(picture, request.POST.get("reason", "")), "moderation")


@require_POST
@login_required
def vote(request: HttpRequest, pk: int) -> HttpResponse:
    """Vote for a picture that everybody sees."""
    picture = get_object_or_404(Picture.objects.approved(), pk=pk)
    return done(request, lambda: services.vote(request.user, picture), picture.contest)


@require_POST
@login_required
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the own vote in a contest back."""
    found = get_object_or_404(Contest, pk=pk)
    return done(request, lambda: services.take_back(request.user, found), found)


@require_POST
@login_required
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an own picture out of its contest."""
    picture = get_object_or_404(Picture, pk=pk, owner=request.user)
    return done(request, lambda: services.withdraw(picture), "mine")


@require_POST
@login_required
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """End a contest."""
    require_curator(request)
    found = get_object_or_404(Contest, pk=pk)
    services.close(found)
    return redirect(found)


def require_curator(request: HttpRequest) -> None:
    """Raise `PermissionDenied` for everybody else."""
    if not request.user.is_staff:
        raise PermissionDenied


def done(request: HttpRequest, action: Callable[[], None], where: str | Contest) -> HttpResponse:
    """Do the action or say why not, and show the page again."""
    try:
        action()
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(where)
