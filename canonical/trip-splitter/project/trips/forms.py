"""What people type, and what is wrong with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms
from django.db.models import Q, QuerySet
from django.utils import timezone

from trips import services
from trips.balances import ZERO
from trips.models import Expense, Member, Part, Trip
from trips.money import share_out, write_amount

NOT_AN_AMOUNT = "Give an amount, such as 12.50."
TOO_FINE = "An amount has at most two decimals."


def date_box() -> forms.DateInput:
    """Return an input for a date."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class TripForm(forms.ModelForm):
    """A new trip and the names of its members."""

    use_required_attribute = False
    members = forms.CharField(
        help_text="Separate the names by commas: Anna, Ben, Cleo",
        error_messages={"required": "A trip needs at least two members."},
    )

    class Meta:
        model = Trip
        fields = ["name", "currency"]
        labels = {"name": "Name of the trip"}
        error_messages = {"name": {"required": "Give the trip a name."}}

    def clean_members(self) -> list[str]:
        """Return the names of at least two members, all different."""
        names = [" ".join(name.split()) for name in self.cleaned_data["members"].split(",")]
        names = [name for name in names if name]
        if len(names) < 2:
            raise forms.ValidationError("A trip needs at least two members.")
        if len({name.casefold() for name in names}) < len(names):
            raise forms.ValidationError("Each member needs a different name.")
        longest = Member._meta.get_field("name").max_length
        if any(len(name) > longest for name in names):
            raise forms.ValidationError(f"A name has at most {longest} characters.")
        return names

    def save(self) -> Trip:
        """Store the trip with its members."""
        services.start_trip(self.instance, self.cleaned_data["members"])
        return self.instance


@dataclass(frozen=True)
class MemberRow:
    """The boxes of an expense's form that belong to one member."""

    member: Member
    takes_part: forms.BoundField
    portion: forms.BoundField


class ExpenseForm(forms.ModelForm):
    """An expense of a trip, with two more boxes per member.

    ``takes_part_ID`` counts when the expense is split equally; ``portion_ID`` holds shares or an
    exact amount, whichever way it is split.
    """

    use_required_attribute = False

    class Meta:
        model = Expense
        fields = ["description", "amount", "spent_on", "payer", "category", "split"]
        widgets = {"spent_on": date_box(), "amount": forms.TextInput(attrs={"inputmode": "decimal"})}
        error_messages = {
            "description": {"required": "Say what the expense was for."},
            "amount": {
                "required": NOT_AN_AMOUNT,
                "invalid": NOT_AN_AMOUNT,
                "max_decimal_places": TOO_FINE,
            },
            "spent_on": {"required": "Give the date.", "invalid": "Give the date."},
        }

    def __init__(self, *args, trip: Trip, **kwargs):
        super().__init__(*args, **kwargs)
        self.instance.trip = self.trip = trip
        self.members = list(trip.members.all())
        self.parts: list[Part] = []
        self.fields["payer"].queryset = trip.members.all()
        self.fields["payer"].empty_label = None
        self._add_member_boxes()

    def _add_member_boxes(self) -> None:
        saved = {part.member_id: part for part in self.instance.parts.all()} if self.instance.pk else {}
        equally = self.instance.split == Expense.Split.EQUALLY
        for member in self.members:
            part = saved.get(member.pk)
            portion = None if equally or part is None else part.shares or part.amount
            self.fields[f"takes_part_{member.pk}"] = forms.BooleanField(
                required=False, initial=not (saved and equally) or part is not None
            )
            self.fields[f"portion_{member.pk}"] = forms.CharField(
                required=False,
                initial=portion,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "placeholder": "0"}),
            )

    def member_rows(self) -> Iterator[MemberRow]:
        """The members with their fields for shares."""
        for member in self.members:
            yield MemberRow(member, self[f"takes_part_{member.pk}"], self[f"portion_{member.pk}"])

    def clean_amount(self):
        """Return the amount, which is above zero."""
        amount = self.cleaned_data["amount"]
        if amount <= 0:
            raise forms.ValidationError("The amount must be more than 0.")
        return amount

    def clean_spent_on(self):
        """Return the day of the expense, today at the latest."""
        day = self.cleaned_data["spent_on"]
        if day > timezone.localdate():
            raise forms.ValidationError("The date must not be in the future.")
        return day

    def clean(self) -> None:
        """Compute the part of each member by the chosen way of splitting."""
        super().clean()
        split = self.cleaned_data.get("split")
        if split == Expense.Split.EXACT:
            self._clean_exact_amounts()
        elif split is not None:
            self._clean_shares(equally=split == Expense.Split.EQUALLY)

    def _clean_shares(self, *, equally: bool) -> None:
        if equally:
            shares = [int(self.cleaned_data[f"takes_part_{member.pk}"]) for member in self.members]
        else:
            shares = self._read_portions(forms.IntegerField(required=False, min_value=0, max_value=1000))
        if not any(shares) and not self._portions_are_wrong():
            self.add_error("split", "Choose at least one person.")
        if not self.errors:
            self._take_parts(shares, share_out(self.cleaned_data["amount"], shares))

    def _clean_exact_amounts(self) -> None:
        amounts = self._read_portions(
            forms.DecimalField(
                required=False,
                min_value=0,
                max_digits=9,
                decimal_places=2,
                error_messages={"invalid": NOT_AN_AMOUNT, "max_decimal_places": TOO_FINE},
            )
        )
        amount = self.cleaned_data.get("amount")
        if amount is None or self._portions_are_wrong():
            return
        if sum(amounts) != amount:
            added, wanted = (write_amount(a, self.trip.currency) for a in (sum(amounts, ZERO), amount))
            self.add_error("split", f"The amounts add up to {added}, not {wanted}.")
        self._take_parts([None] * len(amounts), amounts)

    def _read_portions(self, kind: forms.Field) -> list:
        """Every member's portion as `kind` reads it; an empty box is 0."""
        portions = []
        for member in self.members:
            box = f"portion_{member.pk}"
            try:
                portions.append(kind.clean(self.cleaned_data.get(box, "")) or 0)
            except forms.ValidationError as error:
                self.add_error(box, error)
        return portions

    def _portions_are_wrong(self) -> bool:
        return any(name.startswith("portion_") for name in self.errors)

    def _take_parts(self, shares: list, amounts: list) -> None:
        self.parts = [
            Part(member=member, shares=share, amount=amount)
            for member, share, amount in zip(self.members, shares, amounts, strict=True)
            if share or amount
        ]

    def save(self) -> Expense:
        """Store the expense with its shares."""
        services.save_expense(self.instance, self.parts)
        return self.instance


class FilterForm(forms.Form):
    """Which expenses are listed: those from one day to another, and those that concern a person."""

    use_required_attribute = False
    first_day = forms.DateField(label="From", required=False, widget=date_box())
    last_day = forms.DateField(label="To", required=False, widget=date_box())
    person = forms.ModelChoiceField(Member.objects.none(), required=False, empty_label="Everyone")

    def __init__(self, *args, trip: Trip, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["person"].queryset = trip.members.all()

    def clean(self) -> None:
        """Refuse a period that ends before it begins."""
        first, last = self.cleaned_data.get("first_day"), self.cleaned_data.get("last_day")
        if first and last and first > last:
            raise forms.ValidationError("The first day must not be after the last day.")

    def narrow(self, expenses: QuerySet[Expense]) -> QuerySet[Expense]:
        """The `expenses` asked for: all of them when what was asked makes no sense."""
        if not self.is_valid():
            return expenses
        asked = self.cleaned_data
        if asked["first_day"]:
            expenses = expenses.filter(spent_on__gte=asked["first_day"])
        if asked["last_day"]:
            expenses = expenses.filter(spent_on__lte=asked["last_day"])
        if asked["person"]:
            concerned = Q(payer=asked["person"]) | Q(parts__member=asked["person"])
            expenses = expenses.filter(concerned).distinct()
        return expenses
