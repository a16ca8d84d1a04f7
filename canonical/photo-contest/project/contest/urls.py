"""Addresses of contests and pictures."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from contest import views

urlpatterns = [
    path("", views.contests, name="contests"),
    path("contests/<int:pk>/", views.contest, name="contest"),
    path("contests/<int:pk>/send/", views.send_in, name="send-in"),
    path("contests/<int:pk>/take-back/", views.take_back, name="take-back"),
    path("contests/<int:pk>/close/", views.close, name="close"),
    path("pictures/<int:pk>/file/", views.file, name="file"),
    path("pictures/<int:pk>/vote/", views.vote, name="vote"),
    path("pictures/<int:pk>/withdraw/", views.withdraw, name="withdraw"),
    path("pictures/<int:pk>/decide/", views.decide, name="decide"),
    path("mine/", views.mine, name="mine"),
    path("moderation/", views.moderation, name="moderation"),
    path("account/register/", views.register, name="register"),
    path("account/login/", LoginView.as_view(template_name="contest/login.html"), name="login"),
    path("account/logout/", LogoutView.as_view(), name="logout"),
]
