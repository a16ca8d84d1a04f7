"""Addresses of the pages and of the JSON interface."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from board import api, views
from board.forms import LoginForm

urlpatterns = [
    path("", views.boards, name="boards"),
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("boards/<int:pk>/", views.board_page, name="board"),
    path("api/boards/<int:pk>/", api.show),
    path("api/boards/<int:pk>/cards/", api.add),
    path("api/boards/<int:pk>/undo/", api.undo),
    path("api/cards/<int:pk>/move/", api.move),
    path("api/cards/<int:pk>/rename/", api.rename),
    path("api/cards/<int:pk>/label/", api.label),
    path("api/cards/<int:pk>/delete/", api.delete),
]
