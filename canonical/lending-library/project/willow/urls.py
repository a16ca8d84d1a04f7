"""Addresses of the site: everything is the library."""

from django.urls import include, path

urlpatterns = [
    path("", include("library.urls")),
]
