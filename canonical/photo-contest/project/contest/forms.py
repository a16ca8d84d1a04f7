"""What people type and send, and what is wrong with it."""

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User

from contest.checking import NotAccepted, check_picture
from contest.models import Contest, Picture


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


class ContestForm(forms.ModelForm):
    """A new contest."""

    use_required_attribute = False

    class Meta:
        model = Contest
        fields = ["name"]
        error_messages = {
            "name": {
                "required": "Give the contest a name.",
                "unique": "There is a contest of this name already.",
            }
        }


class PictureForm(forms.ModelForm):
    """A picture that is sent in."""

    use_required_attribute = False

    class Meta:
        model = Picture
        fields = ["title", "file"]
        error_messages = {
            "title": {"required": "Give the picture a title."},
            "file": {"required": "Choose a file.", "empty": "Only JPEG and PNG pictures."},
        }

    def clean_file(self):
        """Look into the file."""
        file = self.cleaned_data["file"]
        try:
            checked = check_picture(file)
        except NotAccepted as reason:
            raise forms.ValidationError(str(reason)) from reason
        self.instance.kind, self.instance.digest = checked.kind, checked.digest
        return file
