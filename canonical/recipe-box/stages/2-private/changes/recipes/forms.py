"""Forms of the cooks, with their validation."""

import re

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from PIL import Image, UnidentifiedImageError

from recipes.ingredients import NotAnIngredient, numbered_lines, parse_line
from recipes.models import Recipe, Tag

SHORT_PASSWORD = "The password needs at least 8 characters."
WRONG_PORTIONS = "Give a number of portions from 1 to 50."
NO_INGREDIENTS = "List at least one ingredient."
PHOTO_FORMATS = ("JPEG", "PNG")


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class RegistrationForm(forms.Form):
    """A new account."""

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


class PortionsField(forms.IntegerField):
    """A number of portions: digits alone, from 1 to 50."""

    def __init__(self, **kwargs: object) -> None:
        messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), WRONG_PORTIONS)
        widget = forms.TextInput(attrs={"inputmode": "numeric", "size": 4})
        super().__init__(min_value=1, max_value=50, error_messages=messages, widget=widget, **kwargs)

    def to_python(self, value: str) -> int | None:
        """Refuse decimals, also those like 4.0."""
        if value and not re.fullmatch(r"[0-9]+", str(value).strip()):
            raise forms.ValidationError(WRONG_PORTIONS)
        return super().to_python(value)


class ScaleForm(forms.Form):
    """The number of portions to show a recipe for."""

    use_required_attribute = False
    portions = PortionsField()


class RecipeForm(forms.ModelForm):
    """A new or changed recipe."""

    use_required_attribute = False
    portions = PortionsField(initial=4)
    tag_names = forms.CharField(label="Tags", required=False, help_text="Separate them by commas.")

    class Meta:
        model = Recipe
        fields = ["title", "portions", "ingredients", "steps", "photo", "is_private"]
        error_messages = {
            "title": {"required": "Give the recipe a title."},
            "ingredients": {"required": NO_INGREDIENTS},
        }
        help_texts = {"ingredients": "One per line: 250 g flour", "steps": "One per line."}
        widgets = {"photo": forms.FileInput(attrs={"accept": "image/jpeg,image/png"})}

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["tag_names"].initial = ", ".join(tag.name for tag in self.instance.tags.all())

    def clean_ingredients(self) -> str:
        """Return the text as it was typed, if every line is an ingredient."""
        text = self.cleaned_data["ingredients"]
        for number, line in numbered_lines(self.data["ingredients"]):
            try:
                parse_line(line)
            except NotAnIngredient:
                raise forms.ValidationError(f"Line {number}: not an ingredient.") from None
        return text

    def clean_photo(self) -> UploadedFile:
        """Refuse files that are no pictures, whatever they are called."""
        photo = self.cleaned_data["photo"]
        if isinstance(photo, UploadedFile):
            try:
                with Image.open(photo) as picture:
                    picture.verify()
                    known = picture.format in PHOTO_FORMATS
            except (UnidentifiedImageError, OSError, SyntaxError):
                known = False
            if not known:
                raise forms.ValidationError("Choose a JPEG or PNG picture.")
            photo.seek(0)
        return photo

    def clean_tag_names(self) -> list[str]:
        """Return the tags in small letters, each once."""
        names = (name.strip().lower() for name in self.cleaned_data["tag_names"].split(","))
        return sorted({name for name in names if name})

    def save(self, commit: bool = True) -> Recipe:
        """Save the recipe with its tags."""
        recipe = super().save(commit)
        recipe.tags.set([Tag.objects.get_or_create(name=name)[0] for name in self.cleaned_data["tag_names"]])
        return recipe
