"""What people type, and what is wrong with it."""

from datetime import datetime

from django import forms
from django.utils import timezone

from club.models import Book, Club, Meeting, Member
from club.zones import NoSuchTime, moment_of


class ClubForm(forms.ModelForm):
    """The name of a new club."""

    use_required_attribute = False

    class Meta:
        model = Club
        fields = ["name"]
        labels = {"name": "Name of the club"}
        error_messages = {"name": {"required": "Give the club a name."}}


class MemberForm(forms.ModelForm):
    """Name and time zone of who starts or joins a club."""

    use_required_attribute = False

    class Meta:
        model = Member
        fields = ["name", "zone"]
        labels = {"name": "Your name", "zone": "Your time zone"}
        error_messages = {"name": {"required": "Give your name."}}

    def __init__(self, *args, club: Club | None = None, **kwargs) -> None:
        super().__init__(*args, prefix="member", **kwargs)
        self.club = club

    def clean_name(self) -> str:
        """Refuse a name that another member has, in whatever letters."""
        name = self.cleaned_data["name"]
        if self.club and self.club.members.filter(name__iexact=name).exists():
            raise forms.ValidationError("Somebody in this club has this name already.")
        return name


class ZoneForm(forms.ModelForm):
    """A member's time zone."""

    class Meta:
        model = Member
        fields = ["zone"]
        labels = {"zone": "Your time zone"}


class BookForm(forms.ModelForm):
    """A book that is proposed."""

    use_required_attribute = False

    class Meta:
        model = Book
        fields = ["title", "author"]
        error_messages = {"title": {"required": "Give the title."}, "author": {"required": "Give the author."}}

    def __init__(self, *args, club: Club, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.instance.club = club

    def clean(self) -> None:
        """Refuse a book that is proposed already, in whatever letters."""
        super().clean()
        title, author = (self.cleaned_data.get(name, "") for name in ("title", "author"))
        if self.instance.club.books.filter(title__iexact=title, author__iexact=author).exists():
            raise forms.ValidationError("This book is proposed already.")


class MeetingForm(forms.Form):
    """Day and time of a meeting, in the time zone of who types them."""

    use_required_attribute = False
    day = forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}), error_messages={"required": "Give day and time."}
    )
    time = forms.TimeField(
        widget=forms.TimeInput(attrs={"type": "time"}), error_messages={"required": "Give day and time."}
    )

    def __init__(self, *args, member: Member, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.member = member

    def clean(self) -> None:
        """Find the moment; it must exist, and lie in the future."""
        super().clean()
        day, time = self.cleaned_data.get("day"), self.cleaned_data.get("time")
        if day is None or time is None:
            return
        try:
            self.moment = moment_of(datetime.combine(day, time), self.member.zone)
        except NoSuchTime as error:
            raise forms.ValidationError(str(error)) from error
        if self.moment <= timezone.now():
            raise forms.ValidationError("A meeting must be in the future.")

    def save(self) -> Meeting:
        """Save the meeting."""
        return self.member.club.meetings.create(starts=self.moment)
