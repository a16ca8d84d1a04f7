"""Routes of the site."""

from django.urls import include, path

urlpatterns = [path("", include("trips.urls"))]
