"""Forms of patients and doctors, with their validation."""

from datetime import date, timedelta

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User

from clinic.models import ZONES, Doctor, Patient
from clinic.schedule import DAYS_AHEAD, today

SHORT_PASSWORD = "The password needs at least 8 characters."


def date_box() -> forms.DateInput:
    """Return the date box that all forms use."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class RegistrationForm(forms.Form):
    """A new patient."""

    use_required_attribute = False
    name = forms.CharField(max_length=60, error_messages={"required": "Give your name."})
    password = forms.CharField(
        min_length=8,
        strip=False,
        widget=forms.PasswordInput,
        error_messages={"required": SHORT_PASSWORD, "min_length": SHORT_PASSWORD},
    )
    zone = forms.ChoiceField(label="Time zone", choices=[(zone, zone) for zone in ZONES])

    def clean_name(self) -> str:
        """Refuse a name that differs from a known one by capital and small letters alone."""
        name = self.cleaned_data["name"]
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError("This name is taken.")
        return name

    def save(self) -> User:
        """Create the account and the patient."""
        user = User.objects.create_user(self.cleaned_data["name"], password=self.cleaned_data["password"])
        Patient.objects.create(user=user, zone=self.cleaned_data["zone"])
        return user


class ProfileForm(forms.ModelForm):
    """The settings of a patient."""

    class Meta:
        model = Patient
        fields = ["zone"]


class TimesForm(forms.Form):
    """The doctor and the day whose free times are asked for."""

    use_required_attribute = False
    doctor = forms.ModelChoiceField(Doctor.objects.all(), empty_label=None)
    day = forms.DateField(widget=date_box(), error_messages={"required": "Choose a day.", "invalid": "Choose a day."})

    def clean_day(self) -> date:
        """Refuse days that cannot be booked at all."""
        day = self.cleaned_data["day"]
        if day < today():
            raise forms.ValidationError("The day has passed.")
        if day > today() + timedelta(days=DAYS_AHEAD):
            raise forms.ValidationError("You can book at most 28 days ahead.")
        return day


class ReasonForm(forms.Form):
    """Why the patient comes."""

    use_required_attribute = False
    reason = forms.CharField(
        max_length=200, widget=forms.Textarea(attrs={"rows": 3}), error_messages={"required": "Give a reason."}
    )


class AbsenceForm(forms.Form):
    """A day on which the doctor is absent."""

    use_required_attribute = False
    day = forms.DateField(widget=date_box(), error_messages={"required": "Choose a day.", "invalid": "Choose a day."})
