"""Addresses of the recipe box's pages."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import path

from recipes.forms import LoginForm
from recipes.views import accounts, recipes, shopping

urlpatterns = [
    path("", recipes.recipe_list, name="recipes"),
    path("register/", accounts.register, name="register"),
    path("login/", LoginView.as_view(authentication_form=LoginForm), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("recipes/new/", recipes.new_recipe, name="new-recipe"),
    path("recipes/<int:pk>/", recipes.recipe_page, name="recipe"),
    path("recipes/<int:pk>/print/", recipes.print_view, name="print"),
    path("recipes/<int:pk>/edit/", recipes.edit_recipe, name="edit-recipe"),
    path("recipes/<int:pk>/delete/", recipes.delete_recipe, name="delete-recipe"),
    path("recipes/<int:pk>/remember/", recipes.remember, name="remember"),
    path("recipes/<int:pk>/forget/", recipes.forget, name="forget"),
    path("remembered/", recipes.remembered, name="remembered"),
    path("recipes/<int:pk>/shop/", shopping.add, name="shop"),
    path("shopping/", shopping.shopping_list, name="shopping"),
    path("shopping/<int:pk>/remove/", shopping.remove, name="remove-entry"),
    path("shopping/clear/", shopping.clear, name="clear-list"),
]
