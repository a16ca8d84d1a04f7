"""Forms of the learners, with their validation."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User

from cards.models import Card, Deck

SHORT_PASSWORD = "The password needs at least 8 characters."
BOTH_SIDES = "Give both sides."


class LoginForm(AuthenticationForm):
    """Name and password."""

    error_messages = {"invalid_login": "Name or password is wrong.", "inactive": "Name or password is wrong."}


class RegistrationForm(forms.Form):
    """A new learner."""

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


class DeckForm(forms.ModelForm):
    """A new deck of the owner that the instance names."""

    use_required_attribute = False

    class Meta:
        model = Deck
        fields = ["name"]
        error_messages = {"name": {"required": "Give the deck a name."}}

    def clean_name(self) -> str:
        """Refuse a name that the owner has used already."""
        name = self.cleaned_data["name"]
        if self.instance.owner.decks.filter(name__iexact=name).exists():
            raise forms.ValidationError("You have a deck of this name.")
        return name


class CardForm(forms.ModelForm):
    """A new or changed card of the deck that the instance names."""

    use_required_attribute = False

    class Meta:
        model = Card
        fields = ["front", "back"]
        error_messages = {"front": {"required": BOTH_SIDES}, "back": {"required": BOTH_SIDES}}

    def clean_front(self) -> str:
        """Refuse a front that another card of the deck has."""
        front = self.cleaned_data["front"]
        others = self.instance.deck.cards.exclude(pk=self.instance.pk)
        if front.casefold() in {other.front.casefold() for other in others}:
            raise forms.ValidationError("This front is there already.")
        return front


class AnswerForm(forms.Form):
    """An answer to the card that was shown, as it was then."""

    use_required_attribute = False
    card = forms.IntegerField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)
    answer = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
        error_messages={"required": "Type an answer."},
    )


class ImportForm(forms.Form):
    """A file with a deck."""

    use_required_attribute = False
    file = forms.FileField(allow_empty_file=True, error_messages={"required": "Choose a file."})
