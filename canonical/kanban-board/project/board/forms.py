"""Forms that are sent without scripts."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField

from board.models import Board


class LoginForm(AuthenticationForm):
    """Name and password."""

    username = UsernameField(label="Name", widget=forms.TextInput(attrs={"autofocus": True}))
    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class BoardForm(forms.ModelForm):
    """A new board."""

    use_required_attribute = False

    class Meta:
        model = Board
        fields = ["name"]
        labels = {"name": "Board name"}
        error_messages = {"name": {"required": "Give the board a name."}}
