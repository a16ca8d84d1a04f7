"""Addresses of issues, people and components."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from bugs.views import issues, people

urlpatterns = [
    path("", issues.issues, name="issues"),
    path("issues/new/", issues.report, name="report"),
    path("issues/<int:pk>/", issues.issue, name="issue"),
    path("issues/<int:pk>/edit/", issues.edit, name="edit"),
    path("issues/<int:pk>/act/", issues.act, name="act"),
    path("issues/<int:pk>/assign/", issues.assign, name="assign"),
    path("overview/", issues.overview, name="overview"),
    path("people/", people.people, name="people"),
    path("components/", people.components, name="components"),
    path("account/register/", people.register, name="register"),
    path("account/login/", LoginView.as_view(template_name="bugs/login.html"), name="login"),
    path("account/logout/", LogoutView.as_view(), name="logout"),
]
