"""The pages, and the buttons on them."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from club import services
from club.forms import BookForm, ClubForm, MeetingForm, MemberForm, ZoneForm
from club.membership import clubs_here, find_member, member_here, remember
from club.models import Answer, Club, Meeting, Member
from club.zones import said_in


def start(request: HttpRequest) -> HttpResponse:
    """Start a club, and list those of this browser."""
    form, member_form = ClubForm(request.POST or None), MemberForm(request.POST or None)
    if request.method == "POST" and all([form.is_valid(), member_form.is_valid()]):
        member = services.start_club(form.instance, member_form.instance)
        remember(request, member)
        return redirect(member.club)
    context = {"form": form, "member_form": member_form, "clubs": clubs_here(request)}
    return render(request, "club/start.html", context)


def join(request: HttpRequest, invitation: str) -> HttpResponse:
    """Become a member; who is one already is led to the club."""
    club = get_object_or_404(Club, invitation=invitation)
    if find_member(request, club):
        return redirect(club)
    form = MemberForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        form.instance.club = club
        remember(request, form.save())
        return redirect(club)
    return render(request, "club/join.html", {"form": form, "club": club})


def club(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club to a member."""
    return _show(request, member_here(request, token))


def _show(
    request: HttpRequest, me: Member, book_form: BookForm | None = None, meeting_form: MeetingForm | None = None
) -> HttpResponse:
    club = me.club
    context = {
        "me": me,
        "club": club,
        "link": request.build_absolute_uri(f"/join/{club.invitation}/"),
        "books": club.books.ranked(),
        "voted": set(me.votes.values_list("book_id", flat=True)),
        "meetings": [_row_of(meeting, me) for meeting in club.meetings.all()],
        "choices": Answer.Choice.choices,
        "book_form": book_form or BookForm(club=club),
        "meeting_form": meeting_form or MeetingForm(member=me),
        "zone_form": ZoneForm(instance=me, prefix="own"),
    }
    return render(request, "club/club.html", context)


def _row_of(meeting: Meeting, me: Member) -> tuple[Meeting, str, list[tuple[str, str]]]:
    """A meeting, its time as `me` says it, and for each answer who gave it."""
    answers = list(meeting.answers.select_related("member"))
    names = [
        (label, ", ".join(answer.member.name for answer in answers if answer.choice == value) or "nobody")
        for value, label in Answer.Choice.choices
    ]
    return meeting, said_in(meeting.starts, me.zone), names


@require_POST
def propose(request: HttpRequest, token: str) -> HttpResponse:
    """Propose a book."""
    me = member_here(request, token)
    form = BookForm(request.POST, club=me.club)
    if not form.is_valid():
        return _show(request, me, book_form=form)
    form.instance.proposed_by = me
    form.save()
    return redirect(me.club)


@require_POST
def vote(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Vote for a book."""
    me = member_here(request, token)
    return _done(request, me, lambda: services.vote(me, get_object_or_404(me.club.books, pk=pk)))


@require_POST
def take_back(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Take a vote back."""
    me = member_here(request, token)
    return _done(request, me, lambda: services.take_back(me, get_object_or_404(me.club.books, pk=pk)))


@require_POST
def close_vote(request: HttpRequest, token: str) -> HttpResponse:
    """End the vote."""
    me = _organizer_here(request, token)
    return _done(request, me, lambda: services.close_vote(me.club))


@require_POST
def schedule(request: HttpRequest, token: str) -> HttpResponse:
    """Schedule a meeting."""
    me = _organizer_here(request, token)
    form = MeetingForm(request.POST, member=me)
    if not form.is_valid():
        return _show(request, me, meeting_form=form)
    form.save()
    return redirect(me.club)


@require_POST
def answer(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Say whether one comes to a meeting."""
    me = member_here(request, token)
    meeting, choice = get_object_or_404(me.club.meetings, pk=pk), request.POST.get("choice")
    if choice not in Answer.Choice.values:
        raise Http404
    meeting.answers.update_or_create(member=me, defaults={"choice": choice})
    return redirect(me.club)


@require_POST
def change_zone(request: HttpRequest, token: str) -> HttpResponse:
    """Change the own time zone."""
    me = member_here(request, token)
    form = ZoneForm(request.POST, instance=me, prefix="own")
    if form.is_valid():
        form.save()
    return redirect(me.club)


@require_POST
def remove(request: HttpRequest, token: str, pk: int) -> HttpResponse:
    """Remove a member."""
    me = _organizer_here(request, token)
    return _done(request, me, lambda: services.remove(get_object_or_404(me.club.members, pk=pk)))


@require_POST
def renew(request: HttpRequest, token: str) -> HttpResponse:
    """Renew the invitation link."""
    me = _organizer_here(request, token)
    return _done(request, me, lambda: services.renew_invitation(me.club))


def _organizer_here(request: HttpRequest, token: str) -> Member:
    me = member_here(request, token)
    if not me.is_organizer:
        raise PermissionDenied
    return me


def _done(request: HttpRequest, me: Member, action: Callable[[], None]) -> HttpResponse:
    """Do the action or say why not, and show the club again."""
    try:
        action()
    except services.Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(me.club)
