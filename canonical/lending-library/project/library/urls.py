"""Addresses: what everybody may open, what members may, and the librarian's desk."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from library.forms import LoginForm
from library.views import accounts, catalogue, desk, loans

urlpatterns = [
    path("", catalogue.catalogue, name="catalogue"),
    path("books/<int:pk>/", catalogue.book, name="book"),
    path("account/register/", accounts.register, name="register"),
    path(
        "account/login/",
        LoginView.as_view(authentication_form=LoginForm, redirect_authenticated_user=True),
        name="login",
    ),
    path("account/logout/", LogoutView.as_view(), name="logout"),
    path("books/<int:pk>/borrow/", loans.borrow, name="borrow"),
    path("books/<int:pk>/reserve/", loans.reserve, name="reserve"),
    path("my-loans/", loans.my_loans, name="my-loans"),
    path("loans/<int:pk>/", loans.loan, name="loan"),
    path("loans/<int:pk>/return/", loans.give_back, name="return"),
    path("reservations/<int:pk>/cancel/", loans.cancel_reservation, name="cancel"),
    path("desk/loans/", desk.loans, name="desk-loans"),
    path("desk/loans.csv", desk.loans_csv, name="loans-csv"),
    path("desk/books/new/", desk.add_book, name="add-book"),
    path("desk/books/<int:pk>/", desk.edit_book, name="edit-book"),
    path("desk/import/", desk.import_file, name="import"),
    path("desk/statistics/", desk.statistics, name="statistics"),
    path("desk/fines/", desk.fines, name="fines"),
    path("desk/fines/<int:pk>/paid/", desk.mark_paid, name="mark-paid"),
]
