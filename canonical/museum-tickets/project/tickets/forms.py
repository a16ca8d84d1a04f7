"""What visitors and staff type, and what is wrong with it."""

from datetime import datetime

from django import forms
from django.utils import timezone

from tickets.models import Order, Voucher
from tickets.prices import Party, make_bill
from tickets.services import Refused, check_places


def date_box() -> forms.DateInput:
    """Return a date box of the browser."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class DayForm(forms.Form):
    """A day to look at."""

    use_required_attribute = False
    day = forms.DateField(widget=date_box(), error_messages={"required": "Choose a day."})


class OrderForm(forms.ModelForm):
    """An order for the slot that begins at `starts`."""

    use_required_attribute = False
    voucher_code = forms.CharField(label="Voucher", required=False, max_length=40)

    class Meta:
        model = Order
        fields = ["adults", "reduced", "children", "name", "email"]
        labels = {"adults": "Adults", "reduced": "Reduced (students, seniors)", "children": "Children (6 to 17)"}
        error_messages = {
            "name": {"required": "Give your name."},
            "email": {"required": "Give an e-mail address.", "invalid": "Give an e-mail address."},
        }

    def __init__(self, *args, starts: datetime, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.instance.starts = starts

    def clean_voucher_code(self) -> str:
        """Find the voucher; an unknown, expired and used one are refused alike."""
        code = self.cleaned_data["voucher_code"].strip().upper()
        if code:
            voucher = Voucher.objects.filter(code=code).first()
            if voucher is None or not voucher.is_good_for(timezone.localdate(self.instance.starts)):
                raise forms.ValidationError("This voucher cannot be used.")
            self.instance.voucher = voucher
        return code

    def clean(self) -> None:
        """Check who comes together, and whether there is room for them."""
        super().clean()
        numbers = [self.cleaned_data.get(name) for name in ("adults", "reduced", "children")]
        if None in numbers:
            return
        party = Party(*numbers)
        if party.visitors == 0:
            raise forms.ValidationError("Choose at least one visitor.")
        if party.adults + party.reduced == 0:
            raise forms.ValidationError("Children need a companion.")
        try:
            check_places(self.instance.starts, party.visitors)
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal

    @property
    def bill(self):
        """The bill of a valid form."""
        return make_bill(
            Party(*(self.cleaned_data[name] for name in ("adults", "reduced", "children"))), self.instance.voucher
        )


class FindForm(forms.Form):
    """Code and e-mail address of an order."""

    use_required_attribute = False
    code = forms.CharField(max_length=20)
    email = forms.CharField(label="E-mail", max_length=254)

    def clean(self) -> None:
        """Find the order; a wrong code and a wrong address are answered alike."""
        super().clean()
        code, email = (self.cleaned_data.get(name, "").strip() for name in ("code", "email"))
        self.order = Order.objects.filter(code=code.upper(), email__iexact=email).first()
        if self.order is None:
            raise forms.ValidationError("No order fits this code and e-mail address.")


class CodeForm(forms.Form):
    """The code on a visitor's ticket."""

    use_required_attribute = False
    code = forms.CharField(max_length=20)

    def clean_code(self) -> str:
        """Find the order."""
        code = self.cleaned_data["code"].strip().upper()
        self.order = Order.objects.filter(code=code).first()
        if self.order is None:
            raise forms.ValidationError("There is no order with this code.")
        return code


class VoucherForm(forms.ModelForm):
    """A new voucher."""

    use_required_attribute = False

    class Meta:
        model = Voucher
        fields = ["code", "kind", "value", "valid_until", "uses"]
        widgets = {"valid_until": date_box()}

    def clean_code(self) -> str:
        """Keep codes in capital letters, so that each is there once."""
        code = self.cleaned_data["code"].upper()
        if Voucher.objects.filter(code=code).exists():
            raise forms.ValidationError("There is a voucher with this code already.")
        return code

    def clean(self) -> None:
        """Check the value against its kind."""
        super().clean()
        kind, value = self.cleaned_data.get("kind"), self.cleaned_data.get("value")
        if value is None:
            return
        if value <= 0:
            self.add_error("value", "The value must be more than 0.")
        elif kind == Voucher.Kind.PERCENT and not 1 <= value <= 100:
            self.add_error("value", "A percentage is from 1 to 100.")
