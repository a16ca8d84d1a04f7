"""Addresses of the inventory desk's pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from stock import views
from stock.forms import LoginForm

urlpatterns = [
    path("", views.items, name="items"),
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("items.csv", views.export, name="export"),
    path("items/new/", views.new_item, name="new-item"),
    path("items/<int:pk>/", views.item_page, name="item"),
    path("items/<int:pk>/edit/", views.edit_item, name="edit-item"),
    path("items/<int:pk>/remove/", views.remove_item, name="remove-item"),
    path("import/", views.import_items, name="import"),
    path("low-stock/", views.low_stock, name="low-stock"),
]
