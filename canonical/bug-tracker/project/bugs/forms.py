"""What people type, and what is wrong with it."""

from django import forms
from django.contrib.auth.forms import UserCreationForm

from bugs.models import Account, Component, Issue, Status


class RegistrationForm(UserCreationForm):
    """A new account; it begins as a reporter."""

    use_required_attribute = False

    class Meta:
        model = Account
        fields = ["username"]
        labels = {"username": "Name"}
        help_texts = {"username": ""}
        error_messages = {"username": {"unique": "This name is taken.", "required": "Choose a name."}}

    error_messages = {"password_mismatch": "The two passwords are not the same."}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = "At least 8 characters."
        self.fields["password2"].help_text = ""


class IssueForm(forms.ModelForm):
    """An issue as it is reported or edited. `version` is the one that the editor has seen."""

    use_required_attribute = False
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Issue
        fields = ["title", "description", "component", "severity", "confidential"]
        error_messages = {
            "title": {
                "required": "Give the issue a title.",
                "max_length": "A title has at most 80 characters.",
            },
            "component": {"required": "Choose a component."},
        }

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["component"].empty_label = "Choose one"
        self.fields["title"].widget.attrs.pop("maxlength", None)
        self.initial["version"] = self.instance.version

    def values(self) -> dict[str, object]:
        """The fields of the issue as they were typed."""
        return {name: self.cleaned_data[name] for name in self._meta.fields}


class FilterForm(forms.Form):
    """Which issues are listed, and in which order."""

    SORTS = {"newest": ["-pk"], "severity": ["-severity", "pk"]}

    words = forms.CharField(required=False, max_length=100)
    status = forms.ChoiceField(required=False, choices=[("", "Any status"), *Status.choices])
    component = forms.ModelChoiceField(Component.objects.all(), required=False, empty_label="Any component")
    mine = forms.BooleanField(required=False, label="Assigned to me")
    sort = forms.ChoiceField(required=False, choices=[("newest", "Newest first"), ("severity", "Most severe first")])

    def narrow(self, issues, account: Account):
        """Return the issues that are wanted, in the wanted order."""
        if not self.is_valid():
            return issues
        wanted = self.cleaned_data
        issues = issues.matching(wanted["words"])
        if wanted["status"]:
            issues = issues.filter(status=wanted["status"])
        if wanted["component"]:
            issues = issues.filter(component=wanted["component"])
        if wanted["mine"]:
            issues = issues.filter(assignee=account)
        return issues.order_by(*self.SORTS[wanted["sort"] or "newest"])


class CommentForm(forms.Form):
    """A comment by itself."""

    use_required_attribute = False
    comment = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), error_messages={"required": "Write something."})


class AssignForm(forms.Form):
    """The developer to whom an issue is given."""

    developer = forms.ModelChoiceField(
        Account.objects.filter(role=Account.Role.DEVELOPER).order_by("username"), empty_label=None
    )


class RoleForm(forms.ModelForm):
    """The role of an account."""

    class Meta:
        model = Account
        fields = ["role"]


class ComponentForm(forms.ModelForm):
    """A new component."""

    use_required_attribute = False

    class Meta:
        model = Component
        fields = ["name"]
        error_messages = {"name": {"required": "Give the component a name."}}

    def clean_name(self) -> str:
        """Refuse a name that differs from another one in capital letters only."""
        name = self.cleaned_data["name"]
        if Component.objects.filter(name__iexact=name).exists():
            raise forms.ValidationError("There is a component of this name already.")
        return name
