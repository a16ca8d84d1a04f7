"""Which page is where."""

from django.urls import path

from greeter import views

urlpatterns = [path("", views.home, name="home")]
