"""Addresses of visitors and staff."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from tickets.views import public, staff

urlpatterns = [
    path("", public.day, name="day"),
    path("book/<int:year>-<int:month>-<int:day>/<int:hour>/", public.book, name="book"),
    path("order/", public.find, name="find"),
    path("order/<str:code>/", public.order, name="order"),
    path("order/<str:code>/cancel/", public.cancel, name="cancel"),
    path("staff/login/", LoginView.as_view(template_name="tickets/login.html"), name="login"),
    path("staff/logout/", LogoutView.as_view(), name="logout"),
    path("staff/check-in/", staff.check_in, name="check-in"),
    path("staff/day/", staff.sheet, name="sheet"),
    path("staff/vouchers/", staff.vouchers, name="vouchers"),
]
