"""Who may open what: visitors are asked to log in, everybody else is let in or told no (403)."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

View = Callable[..., HttpResponse]


def members_only(view: View) -> View:
    """Refuse a view to librarians and to visitors who have not logged in."""
    return _only(view, librarian=False)


def librarian_only(view: View) -> View:
    """Refuse a view to everyone but librarians."""
    return _only(view, librarian=True)


def _only(view: View, *, librarian: bool) -> View:
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args, **kwargs) -> HttpResponse:
        if request.user.is_staff is not librarian:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded
