"""Show every patient all times in the patient's own zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from clinic.models import Patient
from clinic.schedule import PRACTICE_ZONE


class PatientZoneMiddleware:
    """Activate the patient's time zone for the request; doctors and visitors get that of the practice."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request in the time zone of its user."""
        patient = Patient.objects.filter(user_id=request.user.pk).first()
        with timezone.override(patient.tzinfo if patient else PRACTICE_ZONE):
            return self.get_response(request)
