"""Forms that are sent without scripts."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm

from board.models import Board


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class BoardForm(forms.ModelForm):
    """A new board."""

    use_required_attribute = False

    class Meta:
        model = Board
        fields = ["name"]
        error_messages = {"name": {"required": "Give the board a name."}}
