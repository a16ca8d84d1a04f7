"""Everything that people type in."""

from datetime import date

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.utils import timezone

from library.isbn import without_hyphens
from library.models import Book, Category

LARGEST_UPLOAD = 1024 * 1024


class SearchForm(forms.Form):
    """Search in the catalogue by words and category."""

    words = forms.CharField(label="Title, author or ISBN", required=False, max_length=100)
    category = forms.ChoiceField(
        label="Category", required=False, choices=[("", "All categories"), *Category.choices]
    )


class RegistrationForm(UserCreationForm):
    """A new member. Names are those of people: blanks are allowed, as in Anna Berg."""

    username = UsernameField(
        label="Name",
        max_length=150,
        help_text="As people call you.",
        error_messages={"unique": "This name is taken."},
    )

    class Meta:
        model = User
        fields = ["username"]

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = "At least 8 characters."
        self.fields["password2"].label = "Password again"
        self.fields["password2"].help_text = ""

    def _get_validation_exclusions(self) -> set[str]:
        """Leave out the model's own check of names, which forbids blanks; that a name is free is checked here."""
        return {*super()._get_validation_exclusions(), "username"}


class LoginForm(AuthenticationForm):
    """Login by name and password."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": "Name and password do not fit together.",
    }

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Name"


class IsbnField(forms.CharField):
    """An ISBN as people write it: hyphens and spaces are dropped."""

    def to_python(self, value: str | None) -> str:
        """Return the ISBN without hyphens and spaces."""
        return without_hyphens(super().to_python(value))

    def widget_attrs(self, widget: forms.Widget) -> dict[str, str]:
        """Allow more characters than an ISBN has, for hyphens and spaces."""
        return {**super().widget_attrs(widget), "maxlength": "20"}


class BookForm(forms.ModelForm):
    """A book of the catalogue."""

    class Meta:
        model = Book
        fields = ["title", "author", "isbn", "category", "copies"]
        field_classes = {"isbn": IsbnField}

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["category"].error_messages["invalid_choice"] = "“%(value)s” is not a category."

    def clean_copies(self) -> int:
        """Return the number of copies, at least those on loan."""
        copies = self.cleaned_data["copies"]
        on_loan = self.instance.loans.current().count() if self.instance.pk else 0
        if copies < on_loan:
            raise forms.ValidationError(f"There cannot be fewer copies than are on loan now ({on_loan}).")
        return copies


class ImportForm(forms.Form):
    """Upload of a CSV file with books."""

    file = forms.FileField(
        label="CSV file", widget=forms.ClearableFileInput(attrs={"accept": ".csv,text/csv"})
    )

    def clean_file(self):
        """Return the file unless it is too large."""
        upload = self.cleaned_data["file"]
        if upload.size > LARGEST_UPLOAD:
            raise forms.ValidationError("The file is larger than 1 MB.")
        return upload


class DeskLoanForm(forms.Form):
    """A loan noted on paper: the librarian enters it afterwards."""

    member = forms.CharField(label="Member", max_length=150)
    isbn = IsbnField(label="ISBN")
    borrowed_on = forms.DateField(label="Borrowed on", widget=forms.DateInput(attrs={"type": "date"}))

    def clean_member(self) -> User:
        """Return the member of that name."""
        name = self.cleaned_data["member"]
        member = User.objects.filter(username__iexact=name, is_staff=False).first()
        if member is None:
            raise forms.ValidationError(f"There is no member called {name}.")
        return member

    def clean_isbn(self) -> str:
        """Return the ISBN of a book in the catalogue."""
        isbn = self.cleaned_data["isbn"]
        self.book = Book.objects.filter(isbn=isbn).first()
        if self.book is None:
            raise forms.ValidationError(f"There is no book with the ISBN {isbn}.")
        return isbn

    def clean_borrowed_on(self) -> date:
        """Return the day of the loan, today at the latest."""
        day = self.cleaned_data["borrowed_on"]
        if day > timezone.localdate():
            raise forms.ValidationError("This day is still to come.")
        return day


class YearForm(forms.Form):
    """Choice of the year of the statistics."""

    year = forms.IntegerField(label="Year", min_value=1950, max_value=2100)
