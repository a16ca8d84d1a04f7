"""Addresses of the poll station's pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from polls import views
from polls.forms import LoginForm

urlpatterns = [
    path("", views.polls, name="polls"),
    path("register/", views.register, name="register"),
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("mine/", views.my_polls, name="my-polls"),
    path("polls/new/", views.new_poll, name="new-poll"),
    path("polls/<int:pk>/", views.poll_page, name="poll"),
    path("polls/<int:pk>/vote/", views.vote, name="vote"),
    path("my-votes/", views.my_votes, name="my-votes"),
    path("polls/<int:pk>/take-back/", views.take_back, name="take-back"),
    path("polls/<int:pk>/comment/", views.comment, name="comment"),
    path("polls/<int:pk>/close/", views.close, name="close"),
    path("polls/<int:pk>/delete/", views.delete, name="delete"),
]
