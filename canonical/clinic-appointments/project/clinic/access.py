"""Access rules: pages for patients, pages for doctors."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from clinic.models import Doctor, Patient

View = Callable[..., HttpResponse]


def _only(model: type[Doctor] | type[Patient], view: View) -> View:
    """Return `view` with the user's object of `model` as its second argument; 403 for users without one."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        person = model.objects.filter(user=request.user).first()
        if person is None:
            raise PermissionDenied
        return view(request, person, *args, **kwargs)

    return guarded


def for_patients(view: View) -> View:
    """Let only patients in; the view gets the patient."""
    return _only(Patient, view)


def for_doctors(view: View) -> View:
    """Let only doctors in; the view gets the doctor."""
    return _only(Doctor, view)
