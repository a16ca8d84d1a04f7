"""Addresses of the page and its interface."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from planner import views

urlpatterns = [
    path("", views.planner, name="planner"),
    path("api/bookings/", views.bookings, name="bookings"),
    path("api/bookings/<int:pk>/", views.booking, name="booking"),
    path("deleted/", views.deleted_bookings, name="deleted"),
    path("calendars/<str:name>/", views.calendar, name="calendar"),
    path("account/register/", views.register, name="register"),
    path("account/login/", LoginView.as_view(template_name="planner/login.html"), name="login"),
    path("account/logout/", LogoutView.as_view(), name="logout"),
]
