"""Simulated use by cooks who keep recipes to themselves."""

from typing import Annotated

from missions import BrowserUser, Element, testcode

from ..testcodes import Login, RecipeForm, RecipePage, RecipeRow, Registration

PrivateBox = Annotated[Element, "tick box Only for me, where a recipe is written or edited"]


@testcode("Recipe", "Keep a recipe to oneself")
def a_private_recipe_is_seen_by_its_author_only(
    user: BrowserUser,
    registration: Registration,
    recipe_form: RecipeForm,
    page: RecipePage,
    recipe_row: RecipeRow,
    private_box: PrivateBox,
) -> None:
    """Not in list, search, tags and addresses of others; its author sees it with a note."""
    registration.registers(user, "Ottilie")
    recipe_form.writes(user, "Ottilies open soup", "2", "1 l water", tags="ottisoup")
    user.opens(recipe_form.new_recipe_url)
    recipe_form.fill(user, "Ottilies secret soup", "2", "1 l broth", tags="ottisoup")
    user.ticks(private_box)
    recipe_form.saves(user)
    address = page.opens(user, "Ottilies secret soup")
    user.sees_text("only for me")
    user.clicks_text("Print view")
    user.sees_text("For 2 portions")
    print_address = user.url()
    page.searches(user, "ottilies")
    user.sees_count(2, recipe_row)
    user.sees(recipe_row, containing="only for me", beside="Ottilies secret soup")
    user.sees_text("ottisoup (2)")
    visitor = user.someone_else()
    other = registration.another(user, "Pankraz")
    for person in (visitor, other):
        for words in ("ottilies", "broth soup"):
            page.searches(person, words)
            person.does_not_see_text("Ottilies secret soup")
        person.opens(page.recipes_url)
        person.sees_text("ottisoup (1)")
        person.clicks_text("ottisoup (1)")
        person.sees_count(1, recipe_row)
        for place in (address, print_address):
            person.opens(place)
            person.does_not_see_text("broth")
        page.opens(person, "Ottilies open soup")
        person.does_not_see_text("only for me")


@testcode("Recipe", "Keep a recipe to oneself")
def the_box_is_changed_later(
    user: BrowserUser,
    registration: Registration,
    recipe_form: RecipeForm,
    page: RecipePage,
    recipe_row: RecipeRow,
    private_box: PrivateBox,
) -> None:
    """Hidden, then shown again; the form shows what was saved."""
    registration.registers(user, "Quirin")
    recipe_form.writes(user, "Quirins cake", "8", "3 eggs")
    visitor = user.someone_else()
    page.opens(visitor, "Quirins cake")
    user.clicks_text("Edit")
    assert not user.is_ticked(private_box), "the box is ticked at first"
    user.ticks(private_box)
    recipe_form.saves(user)
    user.sees_text("only for me")
    visitor.reloads()
    visitor.does_not_see_text("3 eggs")
    user.clicks_text("Edit")
    assert user.is_ticked(private_box), "the box does not show what was saved"
    user.unticks(private_box)
    recipe_form.saves(user)
    user.does_not_see_text("only for me")
    page.searches(visitor, "Quirins")
    visitor.sees_count(1, recipe_row)


@testcode("Recipe", "Keep recipes of before", before=["a_recipe_is_shown_to_everybody"])
def recipes_of_before_are_for_everybody(
    user: BrowserUser, login: Login, recipe_form: RecipeForm, page: RecipePage, private_box: PrivateBox
) -> None:
    """Brunhild wrote bread in the version before: a visitor sees it, until she ticks the box."""
    title = "Bruno's <b>Bread</b> & butter"
    visitor = user.someone_else()
    page.opens(visitor, title)
    page.shows(visitor, "500 g flour", "300 ml water", "some <i>yeast</i>")
    visitor.sees_text("vegan")
    user.opens(recipe_form.new_recipe_url)
    login.sends(user, "Brunhild")
    user.does_not_see(login.login_password_box)
    page.opens(user, title)
    user.does_not_see_text("only for me")
    user.clicks_text("Edit")
    user.ticks(private_box)
    recipe_form.saves(user)
    page.searches(visitor, "bread")
    visitor.does_not_see_text(title)
