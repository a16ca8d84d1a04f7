"""Addresses of the pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from cards.forms import LoginForm
from cards.views import accounts, decks, study

urlpatterns = [
    path("", decks.decks, name="decks"),
    path("register/", accounts.register, name="register"),
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("import/", decks.import_page, name="import"),
    path("decks/<int:pk>/", decks.deck_page, name="deck"),
    path("decks/<int:pk>/study/", study.study, name="study"),
    path("decks/<int:pk>/statistics/", decks.statistics, name="statistics"),
    path("decks/<int:pk>/export/", decks.export, name="export"),
    path("cards/<int:pk>/edit/", decks.edit_card, name="edit-card"),
    path("cards/<int:pk>/delete/", decks.delete_card, name="delete-card"),
]
