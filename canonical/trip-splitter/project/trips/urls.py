"""Routes of the trips app."""

from django.urls import path

from trips import views

urlpatterns = [
    path("", views.new_trip, name="new-trip"),
    path("trip/<slug:token>/", views.trip_page, name="trip"),
    path("trip/<slug:token>/print/", views.printable, name="print"),
    path("trip/<slug:token>/archive/", views.archive, name="archive"),
    path("trip/<slug:token>/expenses/new/", views.add_expense, name="add-expense"),
    path("trip/<slug:token>/expenses/<int:pk>/", views.edit_expense, name="edit-expense"),
    path("trip/<slug:token>/expenses/<int:pk>/delete/", views.delete_expense, name="delete-expense"),
    path("trip/<slug:token>/payments/settle/", views.settle, name="settle"),
    path("trip/<slug:token>/payments/<int:pk>/undo/", views.undo, name="undo"),
]
