"""Forms of clerks and managers, with their validation."""

import re
from decimal import Decimal

from django import forms
from django.contrib.auth.forms import AuthenticationForm

from stock.models import LARGEST_NUMBER, Category, Item

WRONG_MINIMUM = f"The minimum must be a whole number from 0 to {LARGEST_NUMBER}."
WRONG_PRICE = "Give a price such as 12.50."
WRONG_PIECES = "Give a whole number from 1 to 9999."
PART_NUMBER = re.compile(r"[A-Z]{2}-[0-9]{4}")


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class PriceField(forms.DecimalField):
    """A price from 0.00 on, exact to the cent."""

    def __init__(self, **kwargs: object) -> None:
        keys = ("required", "invalid", "min_value", "max_digits", "max_decimal_places", "max_whole_digits")
        super().__init__(
            min_value=Decimal(0),
            max_digits=9,
            decimal_places=2,
            error_messages=dict.fromkeys(keys, WRONG_PRICE),
            widget=forms.TextInput(attrs={"inputmode": "decimal"}),
            **kwargs,
        )


class CountField(forms.IntegerField):
    """A whole number between two bounds; `message` says so for whatever else is typed."""

    def __init__(self, least: int, message: str, **kwargs: object) -> None:
        super().__init__(
            min_value=least,
            max_value=LARGEST_NUMBER,
            error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), message),
            widget=forms.TextInput(attrs={"inputmode": "numeric"}),
            **kwargs,
        )

    def to_python(self, value: str) -> int | None:
        """Accept digits alone: `1.0` is no whole number to type."""
        if value and not re.fullmatch(r"-?[0-9]+", str(value).strip()):
            raise forms.ValidationError(self.error_messages["invalid"])
        return super().to_python(value)


class ItemForm(forms.ModelForm):
    """A new or changed item."""

    use_required_attribute = False
    part_number = forms.CharField(error_messages={"required": "The part number must look like AB-1234."})
    minimum = CountField(0, WRONG_MINIMUM, initial=0)
    price = PriceField()
    version = forms.IntegerField(widget=forms.HiddenInput, initial=0)

    class Meta:
        model = Item
        fields = ["part_number", "name", "category", "location", "minimum", "price"]
        error_messages = {
            "name": {"required": "Give a name."},
            "part_number": {"unique": "This part number exists already."},
        }

    def clean_part_number(self) -> str:
        """Return the part number in capitals; refuse one that is malformed or exists."""
        number = self.cleaned_data["part_number"].upper()
        if not PART_NUMBER.fullmatch(number):
            raise forms.ValidationError("The part number must look like AB-1234.")
        if Item.objects.filter(part_number=number).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("This part number exists already.")
        return number


class MovementForm(forms.Form):
    """A number of pieces and a note."""

    use_required_attribute = False
    pieces = CountField(1, WRONG_PIECES)
    note = forms.CharField(max_length=100, required=False)


class SearchForm(forms.Form):
    """Search words and filters of the table of items."""

    search = forms.CharField(required=False)
    category = forms.ChoiceField(required=False, choices=[("", "All categories"), *Category.choices])
    low = forms.BooleanField(required=False, label="Low stock only")


class ImportForm(forms.Form):
    """A file of items."""

    use_required_attribute = False
    file = forms.FileField(
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv"}),
        error_messages={"required": "Choose a file."},
    )
