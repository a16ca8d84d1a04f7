"""Simulated use by cooks who want to see what is new, and to find again what they liked."""

from typing import Annotated

from missions import BrowserUser, Element, Url, testcode

from ..testcodes import Login, RecipeForm, RecipePage, RecipeRow, Registration

PrivateBox = Annotated[Element, "tick box Only for me, where a recipe is written or edited"]
RememberedUrl = Annotated[Url, "page Remembered"]
RememberedRow = Annotated[Element, "entry of one recipe on the page Remembered; as many match as are listed"]


def in_order(user: BrowserUser, row: str, *titles: str) -> None:
    """The rows have exactly these titles, in this order."""
    user.sees_count(len(titles), row)
    rows = user.texts(row)
    shown = all(title in text for text, title in user.pairs(rows, titles))
    assert shown, f"the recipes are listed as {rows}, expected were {titles} in this order"


@testcode("Recipes", "List the recipes")
def recipes_are_sorted_by_title(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, recipe_row: RecipeRow
) -> None:
    """When it is wanted; at first the newest is first, also among those that were found, and after editing. Words and
    tag have characters that mean something in addresses."""
    registration.registers(user, "Rosalind")
    titles = ("rosi's Noodles", "Rosi's apple pie", "Rosi's zucchini")
    for title in titles:
        recipe_form.writes(user, title, "2", "1 rosiplum & co", tags="rosi & 100% tag+")
    page.opens(user, titles[0])
    user.clicks_text("Edit")
    recipe_form.saves(user)
    page.searches(user, "rosiplum &")
    in_order(user, recipe_row, *reversed(titles))
    user.clicks_text("By title")
    in_order(user, recipe_row, titles[1], titles[0], titles[2])
    user.clicks_text("Newest first")
    in_order(user, recipe_row, *reversed(titles))
    user.opens(page.recipes_url)
    user.clicks_text("rosi & 100% tag+ (3)")
    in_order(user, recipe_row, *reversed(titles))
    user.clicks_text("By title")
    in_order(user, recipe_row, titles[1], titles[0], titles[2])


@testcode("Remembered", "Remember recipes")
def recipes_are_remembered_and_forgotten(
    user: BrowserUser,
    registration: Registration,
    recipe_form: RecipeForm,
    page: RecipePage,
    remembered_url: RememberedUrl,
    remembered_row: RememberedRow,
) -> None:
    """By title, for each account its own; the recipe's page counts those who did."""
    registration.registers(user, "Severin")
    user.opens(remembered_url)
    user.sees_text("You have not remembered any recipe.")
    for title in ("Severins waffles", "severins eggs"):
        recipe_form.writes(user, title, "2", "2 eggs")
        user.sees_text("Remembered by 0")
        user.clicks_text("Remember")
        user.sees_text("Remembered by 1")
    user.clicks_text("Remembered")
    in_order(user, remembered_row, "severins eggs", "Severins waffles")
    other = registration.another(user, "Thekla")
    page.opens(other, "Severins waffles")
    other.clicks_text("Remember")
    other.sees_text("Remembered by 2")
    other.clicks_text("Forget")
    other.sees_text("Remembered by 1")
    other.clicks_text("Remember")
    other.clicks_text("Remembered")
    in_order(other, remembered_row, "Severins waffles")
    user.clicks_text("Severins waffles")
    user.clicks_text("Forget")
    user.sees_text("Remembered by 1")
    user.clicks_text("Remembered")
    in_order(user, remembered_row, "severins eggs")
    visitor = user.someone_else()
    page.opens(visitor, "Severins waffles")
    visitor.sees_text("Remembered by 1")
    visitor.does_not_see_text("Forget")


@testcode("Remembered", "Remember recipes")
def private_recipes_are_not_remembered_by_others(
    user: BrowserUser,
    registration: Registration,
    recipe_form: RecipeForm,
    page: RecipePage,
    private_box: PrivateBox,
    remembered_row: RememberedRow,
) -> None:
    """They vanish for others while they are private, and are there again afterwards."""
    registration.registers(user, "Urban")
    recipe_form.writes(user, "Urbans goulash", "4", "1 kg beef")
    user.clicks_text("Remember")
    user.sees_text("Remembered by 1")
    other = registration.another(user, "Valeska")
    page.opens(other, "Urbans goulash")
    other.clicks_text("Remember")
    other.sees_text("Remembered by 2")
    user.clicks_text("Edit")
    user.ticks(private_box)
    recipe_form.saves(user)
    user.clicks_text("Remembered")
    in_order(user, remembered_row, "Urbans goulash")
    other.clicks_text("Remembered")
    in_order(other, remembered_row)
    other.sees_text("You have not remembered any recipe.")
    user.clicks_text("Urbans goulash")
    user.clicks_text("Edit")
    user.unticks(private_box)
    recipe_form.saves(user)
    other.reloads()
    in_order(other, remembered_row, "Urbans goulash")


@testcode("Remembered", "Remember recipes of before", before=["the_box_is_changed_later"])
def recipes_of_before_are_remembered(
    user: BrowserUser, login: Login, recipe_form: RecipeForm, page: RecipePage, remembered_row: RememberedRow
) -> None:
    """Quirin wrote a cake in the version before."""
    user.opens(recipe_form.new_recipe_url)
    login.sends(user, "Quirin")
    user.does_not_see(login.login_password_box)
    page.opens(user, "Quirins cake")
    page.shows(user, "3 eggs")
    user.sees_text("Remembered by 0")
    user.clicks_text("Remember")
    user.sees_text("Remembered by 1")
    user.clicks_text("Remembered")
    in_order(user, remembered_row, "Quirins cake")
