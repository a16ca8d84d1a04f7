"""The admin site of the staff: permits with their payments, and the audit log."""

from collections.abc import Iterator
from datetime import date

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse

from permits import services
from permits.csv_file import write_permits
from permits.forms import PaymentFormSet
from permits.models import AuditEntry, Payment, Permit, Status


class ForStaff:
    """Permissions of the whole staff: see and change, neither add nor delete."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Show the tables to the staff."""
        return request.user.is_staff

    def has_view_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let the staff see everything."""
        return request.user.is_staff

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let the staff change."""
        return request.user.is_staff

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse to add."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse to delete, also to superusers."""
        return False


class PaymentInline(ForStaff, admin.TabularInline):
    """The payments on the page of a permit: new ones can be added, old ones only seen."""

    model = Payment
    formset = PaymentFormSet
    extra = 1
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Let the staff add payments."""
        return request.user.is_staff

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Keep payments as they were made."""
        return False


@admin.register(Permit)
class PermitAdmin(ForStaff, admin.ModelAdmin):
    """The list of permits with its actions, and the page of a permit."""

    list_display = ["reference", "plate", "zone", "status", "first_day", "last_day", "fee", "open_amount"]
    list_filter = ["status", "zone"]
    search_fields = ["reference", "plate", "name"]
    fields = ["reference", "status", "name", "plate", "zone", "first_day", "months", "electric", "last_day", "fee"]
    readonly_fields = ["reference", "status", "last_day", "fee", "open_amount"]
    inlines = [PaymentInline]
    actions = ["approve", "reject", "export"]

    def get_fields(self, request: HttpRequest, obj: Permit | None = None) -> list[str]:
        """Show the open amount behind the fee."""
        return [*self.fields, "open_amount"]

    @admin.display(description="open")
    def open_amount(self, permit: Permit) -> str:
        """Return the open amount with two decimals."""
        return f"{permit.open:.2f}"

    @admin.action(description="Approve selected permits")
    def approve(self, request: HttpRequest, permits: QuerySet[Permit]) -> None:
        """Approve those that are waiting."""
        self._decide(request, permits, Status.APPROVED)

    @admin.action(description="Reject selected permits")
    def reject(self, request: HttpRequest, permits: QuerySet[Permit]) -> None:
        """Reject those that are waiting."""
        self._decide(request, permits, Status.REJECTED)

    @admin.action(description="Export selected permits")
    def export(self, request: HttpRequest, permits: QuerySet[Permit]) -> HttpResponse:
        """Download a CSV file."""
        content = write_permits(permits.order_by("reference"))
        response = HttpResponse(content, content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="permits.csv"'
        return response

    def save_model(self, request: HttpRequest, permit: Permit, form: ModelForm, change: bool) -> None:
        """Save a permit with what follows from the changes."""
        services.save_changes(permit, _changes(form), request.user.get_username())

    def save_formset(self, request: HttpRequest, form: ModelForm, formset: PaymentFormSet, change: bool) -> None:
        """Save new payments."""
        for payment in formset.save(commit=False):
            services.pay(payment, request.user.get_username())

    def _decide(self, request: HttpRequest, permits: QuerySet[Permit], status: Status) -> None:
        number = services.decide(permits, status, request.user.get_username())
        noun = "permit" if number == 1 else "permits"
        self.message_user(request, f"{number} {noun} {status}.", messages.SUCCESS)


@admin.register(AuditEntry)
class AuditEntryAdmin(ForStaff, admin.ModelAdmin):
    """The audit log, to be read alone."""

    list_display = ["time", "who", "permit", "what"]
    list_select_related = ["permit"]
    search_fields = ["permit__reference"]

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Refuse to change entries."""
        return False


def _changes(form: ModelForm) -> Iterator[str]:
    """Yield a sentence for each value of a permit that was changed."""
    for name in form.changed_data:
        before, after = form[name].initial, form.cleaned_data[name]
        if name == "plate":
            after = form.instance.plate
        if before != after:
            label = Permit._meta.get_field(name).verbose_name.removeprefix("license ")
            yield f"{label}: {_shown(form, name, before)} to {_shown(form, name, after)}"


def _shown(form: ModelForm, name: str, value: object) -> str:
    """Return a value as people read it."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    choices = dict(Permit._meta.get_field(name).flatchoices)
    return str(choices.get(value, value))
