"""What people type, and what is wrong with it."""

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User

from grades.models import Assessment, Course


CODES = (
    *("required", "invalid", "min_value", "max_value"),
    *("max_digits", "max_decimal_places", "max_whole_digits"),
)
"""All that can be wrong with a number; one message says how it has to be."""


class RegistrationForm(UserCreationForm):
    """A new student."""

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


class CourseForm(forms.ModelForm):
    """A new course."""

    use_required_attribute = False

    class Meta:
        model = Course
        fields = ["name"]
        error_messages = {
            "name": {
                "required": "Give the course a name.",
                "unique": "There is a course of this name already.",
            }
        }


class StudentForm(forms.Form):
    """The name of a student who takes the course."""

    use_required_attribute = False
    student = forms.CharField(required=False, max_length=150)

    def __init__(self, *args, course: Course, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.course = course

    def clean_student(self) -> User:
        """Find the student."""
        name = self.cleaned_data["student"]
        found = User.objects.filter(username__iexact=name, is_staff=False).first()
        if found is None:
            raise forms.ValidationError("There is no such student.")
        if self.course.students.filter(pk=found.pk).exists():
            raise forms.ValidationError("This student is in the course already.")
        return found


class AssessmentForm(forms.ModelForm):
    """A new assessment."""

    use_required_attribute = False

    class Meta:
        model = Assessment
        fields = ["title", "weight", "most"]
        labels = {"weight": "Weight in percent", "most": "Most points"}
        error_messages = {"title": {"required": "Give the assessment a title."}}

    def __init__(self, *args, course: Course, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.instance.course = course
        for name, message in (
            ("weight", "A weight is a whole number from 1 to 100."),
            ("most", "Most points are at least 1, in steps of 0.5."),
        ):
            self.fields[name].error_messages = dict.fromkeys(CODES, message)

    def clean_most(self):
        """Refuse tenths that are no halves."""
        most = self.cleaned_data["most"]
        if most * 2 % 1:
            raise forms.ValidationError("Most points are at least 1, in steps of 0.5.")
        return most

    def clean(self) -> None:
        """Refuse a title that is there, and weights of more than 100 together."""
        super().clean()
        title, weight = self.cleaned_data.get("title"), self.cleaned_data.get("weight")
        course = self.instance.course
        if title and course.assessments.filter(title__iexact=title).exists():
            self.add_error("title", "There is an assessment of this title already.")
        if weight and weight <= 100 < course.whole_weight + weight:
            self.add_error("weight", "The weights would add up to more than 100.")


class FileForm(forms.Form):
    """A file with points."""

    use_required_attribute = False
    file = forms.FileField(
        error_messages={"required": "Choose a file.", "empty": "The first line must be name,points."}
    )
