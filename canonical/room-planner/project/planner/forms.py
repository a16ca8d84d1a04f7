"""What people type to register."""

from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User


class RegistrationForm(UserCreationForm):
    """A new account."""

    use_required_attribute = False
    error_messages = {"password_mismatch": "The two passwords are not the same."}

    class Meta:
        model = User
        fields = ["username"]
        labels = {"username": "Name"}
        help_texts = {"username": ""}
        error_messages = {"username": {"unique": "This name is taken."}}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = self.fields["password2"].help_text = ""
