"""Registration, and the managers' pages about people and components."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from bugs.forms import ComponentForm, RegistrationForm, RoleForm
from bugs.models import Account, Component


def register(request: HttpRequest) -> HttpResponse:
    """Make an account, and log in."""
    form = RegistrationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        login(request, form.save())
        return redirect("issues")
    return render(request, "bugs/register.html", {"form": form})


def require_manager(request: HttpRequest) -> None:
    """Raise `PermissionDenied` for everybody who is no manager."""
    if not request.user.is_manager:
        raise PermissionDenied


@login_required
def people(request: HttpRequest) -> HttpResponse:
    """List the accounts; give one another role."""
    require_manager(request)
    if request.method == "POST":
        account = get_object_or_404(Account, pk=request.POST.get("account"))
        form = RoleForm(request.POST, instance=account)
        if account == request.user:
            messages.error(request, "You cannot change your own role.")
        elif form.is_valid():
            form.save()
            messages.success(request, f"{account} is a {account.role} now.")
        return redirect("people")
    rows = [(account, RoleForm(instance=account)) for account in Account.objects.order_by("username")]
    return render(request, "bugs/people.html", {"rows": rows})


@login_required
def components(request: HttpRequest) -> HttpResponse:
    """List the components; add one."""
    require_manager(request)
    form = ComponentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("components")
    return render(request, "bugs/components.html", {"form": form, "components": Component.objects.all()})
