"""Forms of the tenants, with their validation."""

from datetime import datetime

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.utils import timezone

from polls.models import Comment, Option, Poll

SHORT_PASSWORD = "The password needs at least 8 characters."
NOT_IN_THE_FUTURE = "The closing time must be in the future."
FEWEST_OPTIONS, MOST_OPTIONS = 2, 8


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class RegistrationForm(forms.Form):
    """A new tenant."""

    use_required_attribute = False
    name = forms.CharField(max_length=60, error_messages={"required": "Give your name."})
    password = forms.CharField(
        min_length=8,
        strip=False,
        widget=forms.PasswordInput,
        error_messages={"required": SHORT_PASSWORD, "min_length": SHORT_PASSWORD},
    )

    def clean_name(self) -> str:
        """Refuse a name that differs from a known one by capital and small letters alone."""
        name = self.cleaned_data["name"]
        if User.objects.filter(username__iexact=name).exists():
            raise forms.ValidationError("This name is taken.")
        return name

    def save(self) -> User:
        """Create the account."""
        return User.objects.create_user(self.cleaned_data["name"], password=self.cleaned_data["password"])


class PollForm(forms.Form):
    """A new poll."""

    use_required_attribute = False
    question = forms.CharField(max_length=200, error_messages={"required": "Ask a question."})
    options = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text="One option per line, two to eight of them.",
    )
    closes = forms.DateTimeField(
        label="Closing time (UTC)",
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
        error_messages={"required": NOT_IN_THE_FUTURE, "invalid": NOT_IN_THE_FUTURE},
    )

    def clean_options(self) -> list[str]:
        """Return the options without blanks at both ends and without empty lines."""
        lines = (line.strip() for line in self.cleaned_data["options"].splitlines())
        options = [line for line in lines if line]
        if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS:
            raise forms.ValidationError("Give two to eight options.")
        if len({option.casefold() for option in options}) < len(options):
            raise forms.ValidationError("The options must differ.")
        longest = Option._meta.get_field("text").max_length
        if any(len(option) > longest for option in options):
            raise forms.ValidationError(f"An option has at most {longest} characters.")
        return options

    def clean_closes(self) -> datetime:
        """Refuse a closing time that has passed."""
        closes = self.cleaned_data["closes"]
        if closes <= timezone.now():
            raise forms.ValidationError(NOT_IN_THE_FUTURE)
        return closes


class CommentForm(forms.Form):
    """A new comment."""

    use_required_attribute = False
    text = forms.CharField(
        label="Your comment",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Write something."},
    )

    def clean_text(self) -> str:
        """Refuse a long comment; line breaks count as one character."""
        text = self.cleaned_data["text"].replace("\r\n", "\n")
        if len(text) > Comment.MOST_CHARACTERS:
            raise forms.ValidationError(f"A comment has at most {Comment.MOST_CHARACTERS} characters.")
        return text


class BallotForm(forms.Form):
    """The choice of one option of a poll."""

    use_required_attribute = False
    option = forms.ModelChoiceField(
        Option.objects.none(),
        empty_label=None,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose an option.", "invalid_choice": "Choose an option."},
    )

    def __init__(self, *args: object, poll: Poll, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["option"].queryset = poll.options.all()
