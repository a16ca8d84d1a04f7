"""Forms of residents and the staff, with their validation."""

from datetime import date, timedelta
from decimal import Decimal

from django import forms
from django.utils import timezone

from permits.models import Payment, Permit, Zone
from permits.rules import DAYS_AHEAD, spell_plate

WRONG_DAY = "The first day must be within the next 60 days."


class ApplicationForm(forms.ModelForm):
    """An application of a resident."""

    use_required_attribute = False

    class Meta:
        model = Permit
        fields = ["name", "plate", "zone", "first_day", "months", "electric"]
        labels = {"electric": "Electric car"}
        widgets = {"first_day": forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})}
        error_messages = {
            "name": {"required": "Give your name."},
            "plate": {"required": "This is not a license plate.", "max_length": "This is not a license plate."},
            "first_day": {"required": WRONG_DAY, "invalid": WRONG_DAY},
        }

    def clean_first_day(self) -> date:
        """Refuse days that have passed or are too far ahead."""
        day, today = self.cleaned_data["first_day"], timezone.localdate()
        if not today <= day <= today + timedelta(days=DAYS_AHEAD):
            raise forms.ValidationError(WRONG_DAY)
        return day


class LookUpForm(forms.Form):
    """Reference and plate of an application."""

    use_required_attribute = False
    reference = forms.CharField(required=False)
    plate = forms.CharField(label="License plate", required=False)

    def find(self) -> Permit | None:
        """Return the application; None if there is none with both."""
        if not self.is_valid():
            return None
        asked = self.cleaned_data
        return Permit.objects.filter(reference=asked["reference"], plate=spell_plate(asked["plate"])).first()


class CheckForm(forms.Form):
    """A plate and a zone."""

    use_required_attribute = False
    plate = forms.CharField(label="License plate", required=False)
    zone = forms.ChoiceField(choices=Zone)


class PaymentFormSet(forms.BaseInlineFormSet):
    """The payments of a permit in the admin site."""

    def clean(self) -> None:
        """Refuse more than is open, whatever was open when the page was shown."""
        super().clean()
        if any(self.errors):
            return
        self.instance.calculate()
        amounts = [form.cleaned_data["amount"] for form in self.extra_forms if form.has_changed()]
        paid = sum(Payment.objects.filter(permit=self.instance).values_list("amount", flat=True), Decimal("0.00"))
        left = self.instance.fee - paid
        if amounts and sum(amounts) > left:
            raise forms.ValidationError(f"Only {left:.2f} is open.")
