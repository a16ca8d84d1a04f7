"""Addresses of the public pages."""

from django.urls import path

from permits import views

urlpatterns = [
    path("", views.apply, name="apply"),
    path("look-up/", views.look_up, name="look-up"),
    path("check/", views.check, name="check"),
]
