"""The two roles: managers belong to a group, everybody else with an account is a clerk."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

MANAGERS = "managers"
View = Callable[..., HttpResponse]


def is_manager(user: User) -> bool:
    """Return True if `user` is a manager."""
    return user.groups.filter(name=MANAGERS).exists()


def managers_only(view: View) -> View:
    """Let managers in alone; clerks get the status 403."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not is_manager(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


def role(request: HttpRequest) -> dict[str, bool]:
    """Return the role of the user, as a context processor."""
    return {"is_manager": request.user.is_authenticated and is_manager(request.user)}
