"""Addresses of clubs."""

from django.urls import path

from club import views

urlpatterns = [
    path("", views.start, name="start"),
    path("join/<str:invitation>/", views.join, name="join"),
    path("club/<str:token>/", views.club, name="club"),
    path("club/<str:token>/books/", views.propose, name="propose"),
    path("club/<str:token>/books/<int:pk>/vote/", views.vote, name="vote"),
    path("club/<str:token>/books/<int:pk>/take-back/", views.take_back, name="take-back"),
    path("club/<str:token>/close-vote/", views.close_vote, name="close-vote"),
    path("club/<str:token>/meetings/", views.schedule, name="schedule"),
    path("club/<str:token>/meetings/<int:pk>/answer/", views.answer, name="answer"),
    path("club/<str:token>/zone/", views.change_zone, name="zone"),
    path("club/<str:token>/members/<int:pk>/remove/", views.remove, name="remove"),
    path("club/<str:token>/renew/", views.renew, name="renew"),
]
