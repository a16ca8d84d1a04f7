"""Who sits at the browser: a session remembers one member for each club."""

from django.http import Http404, HttpRequest

from club.models import Club, Member

KEY = "members"


def remember(request: HttpRequest, member: Member) -> None:
    """Make this browser that of `member`."""
    request.session[KEY] = {**request.session.get(KEY, {}), str(member.club_id): member.pk}


def member_here(request: HttpRequest, token: str) -> Member:
    """Return the member at this browser. Raises `Http404` for everybody else, as if there were no such club."""
    member = find_member(request, Club.objects.filter(token=token).first())
    if member is None:
        raise Http404("There is no such club.")
    return member


def find_member(request: HttpRequest, club: Club | None) -> Member | None:
    """Return the member of a club at this browser, if there is one."""
    if club is None:
        return None
    return club.members.filter(pk=request.session.get(KEY, {}).get(str(club.pk))).first()


def clubs_here(request: HttpRequest) -> list[Club]:
    """Return the clubs of which somebody at this browser is a member, by name."""
    members = Member.objects.filter(pk__in=request.session.get(KEY, {}).values()).select_related("club")
    return sorted({member.club for member in members}, key=lambda club: (club.name, club.pk))
