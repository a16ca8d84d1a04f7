"""Pages for the staff at the door."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tickets import services
from tickets.forms import CodeForm, DayForm, VoucherForm
from tickets.models import Voucher
from tickets.sheets import day_sheet
from tickets.slots import NotOnSale


@login_required
def check_in(request: HttpRequest) -> HttpResponse:
    """Check the order of a code in."""
    form = CodeForm(request.POST or None)
    order = None
    if request.method == "POST" and form.is_valid():
        order = form.order
        try:
            services.check_in(order)
        except services.Refused as refusal:
            form.add_error("code", str(refusal))
        else:
            messages.success(request, f"{order.party.visitors} visitors of {order.name} may enter.")
            form = CodeForm()
    return render(request, "tickets/check_in.html", {"form": form, "order": order})


@login_required
def sheet(request: HttpRequest) -> HttpResponse:
    """Show the sums of a day, today at first."""
    form = DayForm(request.GET if "day" in request.GET else {"day": timezone.localdate().isoformat()})
    lines = []
    if form.is_valid():
        try:
            lines = day_sheet(form.cleaned_data["day"])
        except NotOnSale as reason:
            form.add_error("day", str(reason))
    return render(request, "tickets/sheet.html", {"form": form, "lines": lines})


@login_required
def vouchers(request: HttpRequest) -> HttpResponse:
    """List the vouchers and add one."""
    form = VoucherForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("vouchers")
    return render(request, "tickets/vouchers.html", {"form": form, "vouchers": Voucher.objects.all()})
