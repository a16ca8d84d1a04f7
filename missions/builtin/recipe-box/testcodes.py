"""Simulated use of the recipe box by its cooks and readers.

All testcodes share one box, so each has accounts, recipes and tags of its own.
"""

import re
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urljoin

from missions import BrowserUser, Element, Url, testcode

PASSWORD = "pinch-of-salt"
PORTIONS = "Give a number of portions from 1 to 50."

DELETE_FORM = '//form[.//button[normalize-space()="Delete"] or .//input[@value="Delete"]]'

RecipesUrl = Annotated[Url, "page with all recipes"]
RecipeRow = Annotated[Element, "entry of one recipe in the list of recipes; as many match as are listed"]
Photo = Annotated[Element, "the photo on a recipe's page"]
PhotoBox = Annotated[Element, "file box for the photo, where a recipe is written or edited"]
TitleBox = Annotated[Element, "box for the title, where a recipe is written or edited"]
SAVE_BUTTON = '//*[(self::button or self::input) and (normalize-space()="Save recipe" or @value="Save recipe")]'


@dataclass(frozen=True)
class Registration:
    """Where one registers."""

    register_url: Annotated[Url, "page where one registers"]
    new_name_box: Annotated[Element, "box for the name, where one registers"]
    new_password_box: Annotated[Element, "box for the password, where one registers"]
    register_button: Annotated[Element, "button that registers, beside the boxes for name and password"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.opens(self.register_url)
        user.types(name, into=self.new_name_box)
        user.types(password, into=self.new_password_box)
        user.presses("Enter", on=self.new_password_box)

    def registers(self, user: BrowserUser, name: str) -> None:
        self.sends(user, name)
        user.does_not_see(self.new_password_box)

    def another(self, user: BrowserUser, name: str) -> BrowserUser:
        """Another cook at another browser."""
        other = user.someone_else()
        self.registers(other, name)
        return other


@dataclass(frozen=True)
class Login:
    """Where one logs in."""

    login_name_box: Annotated[Element, "box for the name, where one logs in"]
    login_password_box: Annotated[Element, "box for the password, where one logs in"]
    login_button: Annotated[Element, "button that logs in, beside the boxes for name and password"]

    def sends(self, user: BrowserUser, name: str, password: str = PASSWORD) -> None:
        user.types(name, into=self.login_name_box)
        user.types(password, into=self.login_password_box)
        user.presses("Enter", on=self.login_password_box)


@dataclass(frozen=True)
class RecipeForm:
    """The form of a recipe."""

    new_recipe_url: Annotated[Url, "page where a recipe is written"]
    title_box: TitleBox
    portions_box: Annotated[Element, "box for the number of portions, where a recipe is written or edited"]
    ingredients_box: Annotated[Element, "box for the ingredients, where a recipe is written or edited"]
    steps_box: Annotated[Element, "box for the steps, where a recipe is written or edited"]
    tags_box: Annotated[Element, "box for the tags, where a recipe is written or edited"]

    def fill(
        self, user: BrowserUser, title: str, portions: str, ingredients: str, steps: str = "Cook.", tags: str = ""
    ) -> None:
        user.types(title, into=self.title_box)
        user.types(portions, into=self.portions_box)
        user.types(ingredients, into=self.ingredients_box)
        user.types(steps, into=self.steps_box)
        user.types(tags, into=self.tags_box)

    def saves(self, user: BrowserUser) -> None:
        user.clicks_text("Save recipe")
        user.does_not_see(SAVE_BUTTON)

    def writes(
        self, user: BrowserUser, title: str, portions: str, ingredients: str, steps: str = "Cook.", tags: str = ""
    ) -> None:
        user.opens(self.new_recipe_url)
        self.fill(user, title, portions, ingredients, steps, tags)
        self.saves(user)


@dataclass(frozen=True)
class RecipePage:
    """The page of a recipe, found by its title."""

    recipes_url: RecipesUrl
    search_box: Annotated[Element, "box for the words to search, in the list of recipes"]
    scale_box: Annotated[Element, "box for the number of portions on a recipe's page"]
    ingredient_row: Annotated[Element, "entry of one ingredient on a recipe's page; as many match as are listed"]

    def searches(self, user: BrowserUser, words: str) -> None:
        user.opens(self.recipes_url)
        user.types(words, into=self.search_box)
        user.clicks_text("Search")

    def opens(self, user: BrowserUser, title: str) -> str:
        self.searches(user, title)
        user.clicks_text(title)
        user.sees(self.scale_box)
        return user.url()

    def scales(self, user: BrowserUser, portions: str) -> None:
        user.types(portions, into=self.scale_box)
        user.clicks_text("Scale")

    def shows(self, user: BrowserUser, *ingredients: str) -> None:
        """Exactly these ingredients are shown, in this order."""
        user.sees_count(len(ingredients), self.ingredient_row)
        shown = [" ".join(text.split()) for text in user.texts(self.ingredient_row)]
        assert shown == list(ingredients), f"the ingredients shown are {shown}, expected were {list(ingredients)}"


@dataclass(frozen=True)
class ShoppingList:
    """The shopping list of an account."""

    shopping_url: Annotated[Url, "page with the own shopping list"]
    shopping_row: Annotated[Element, "entry in the shopping list; as many match as there are"]

    def holds(self, user: BrowserUser, *entries: str) -> None:
        """The list has exactly these entries, in this order; a button's text does not matter."""
        user.opens(self.shopping_url)
        user.sees_count(len(entries), self.shopping_row)
        shown = [re.sub(r"\s*Done\s*", "", " ".join(text.split())) for text in user.texts(self.shopping_row)]
        assert shown == list(entries), f"the list holds {shown}, expected were {list(entries)}"


@testcode("Account", "Register and log in")
def accounts_are_checked(
    user: BrowserUser, registration: Registration, login: Login, recipe_form: RecipeForm, shopping: ShoppingList
) -> None:
    """By the Enter key and by the buttons."""
    registration.sends(user, "Agathe", "1234567")
    user.sees_text("The password needs at least 8 characters.")
    user.sees_value("Agathe", in_=registration.new_name_box)
    user.opens(shopping.shopping_url)
    user.sees(login.login_password_box)
    user.opens(registration.register_url)
    user.types("Agathe", into=registration.new_name_box)
    user.types(PASSWORD, into=registration.new_password_box)
    user.clicks(registration.register_button)
    user.does_not_see(registration.new_password_box)
    user.opens(shopping.shopping_url)
    user.sees_text("Your list is empty.")
    other = user.someone_else()
    registration.sends(other, "aGATHE")
    other.sees_text("This name is taken.")
    other.opens(recipe_form.new_recipe_url)
    login.sends(other, "Agathe", "pinch-of-pepper")
    other.sees_text("Name or password is wrong.")
    other.sees_value("Agathe", in_=login.login_name_box)
    login.sends(other, "Agathe")
    other.sees(recipe_form.ingredients_box)
    other.clicks_text("Log out")
    other.opens(recipe_form.new_recipe_url)
    other.types("Agathe", into=login.login_name_box)
    other.types(PASSWORD, into=login.login_password_box)
    other.clicks(login.login_button)
    other.sees(recipe_form.ingredients_box)


@testcode("Recipe", "Write a recipe")
def a_recipe_is_shown_to_everybody(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage
) -> None:
    """Empty lines do not count, tags are small, single and sorted, and markup is text."""
    registration.registers(user, "Brunhild")
    user.opens(recipe_form.new_recipe_url)
    user.sees_text("One per line: 250 g flour")
    recipe_form.writes(
        user,
        "Bruno's <b>Bread</b> & butter",
        "4",
        "  500 g flour \n\n300 ml water\nsome <i>yeast</i>\n",
        "Mix & <u>knead</u>.\n\nBake.",
        "Vegan, bruno bakes,vegan , Baking",
    )
    visitor = user.someone_else()
    page.opens(visitor, "Bruno's <b>Bread</b> & butter")
    page.shows(visitor, "500 g flour", "300 ml water", "some <i>yeast</i>")
    visitor.sees_value("4", in_=page.scale_box)
    text = " ".join(visitor.page_text().split())
    for part in ("Bruno's <b>Bread</b> & butter", "Brunhild", "Mix & <u>knead</u>.", "Bake."):
        assert part in text, f"{part!r} is not on the page: {text!r}"
    places = [text.find(tag) for tag in ("baking", "bruno bakes", "vegan")]
    assert -1 < places[0] < places[1] < places[2], f"the tags are not there in alphabetical order: {text!r}"
    assert text.count("vegan") == 1, "the tag that was given twice is shown twice"


@testcode("Recipe", "Refuse wrong recipes")
def wrong_recipes_are_refused(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, recipe_row: RecipeRow
) -> None:
    registration.registers(user, "Carla")
    for title, portions, ingredients, message in (
        ("  ", "4", "1 egg", "Give the recipe a title."),
        ("Carlas pie", "0", "1 egg", PORTIONS),
        ("Carlas pie", "51", "1 egg", PORTIONS),
        ("Carlas pie", "2.5", "1 egg", PORTIONS),
        ("Carlas pie", "4", " \n ", "List at least one ingredient."),
        ("Carlas pie", "4", "1 egg\n\n0 g salt", "Line 3: not an ingredient."),
        ("Carlas pie", "4", "1/0 l milk", "Line 1: not an ingredient."),
        ("Carlas pie", "4", "1 egg\n12", "Line 2: not an ingredient."),
        ("Carlas pie", "4", "\n1 egg\n2x butter", "Line 3: not an ingredient."),
    ):
        user.opens(recipe_form.new_recipe_url)
        user.does_not_see_text(message)
        recipe_form.fill(user, title, portions, ingredients, "Bake it.", "pie")
        user.clicks_text("Save recipe")
        user.sees_text(message)
        user.sees_value("Bake it.", in_=recipe_form.steps_box)
        user.sees_value(portions, in_=recipe_form.portions_box)
        user.sees_value("pie", in_=recipe_form.tags_box)
        if title.strip():
            user.sees_value(title, in_=recipe_form.title_box)
    page.searches(user, "carlas")
    user.sees_text("No recipes found.")
    recipe_form.writes(user, "Carlas pie", "50", "1 egg")
    recipe_form.writes(user, "Carlas small pie", "1", "1 egg")
    page.searches(user, "carlas")
    user.sees_count(2, recipe_row)


@testcode("Recipe", "Understand ingredients")
def amounts_and_units_are_understood(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage
) -> None:
    registration.registers(user, "Dario")
    lines = {
        "1 1/2 l milk": "1.5 l milk",
        "0.25 kg sugar": "250 g sugar",
        "1500 ml water": "1.5 l water",
        "1000 g flour": "1 kg flour",
        "999 g rice": "999 g rice",
        "999.996 g oats": "1000 g oats",
        "1/8 l cream": "125 ml cream",
        "1/3 tsp salt": "0.33 tsp salt",
        "2 1/8 tbsp oil": "2.13 tbsp oil",
        "3 garlic cloves": "3 garlic cloves",
        "2 large eggs": "2 large eggs",
        "1 pinch nutmeg": "1 pinch nutmeg",
        "g": "g",
        "1500 g": "1500 g",
        "Pepper 1/2": "Pepper 1/2",
        "12.50 G butter": "12.5 G butter",
    }
    recipe_form.writes(user, "Darios everything", "3", "\n".join(lines))
    page.shows(user, *lines.values())


@testcode("Recipe", "Scale the portions")
def amounts_are_scaled_and_rounded(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage
) -> None:
    """Each time from the recipe, never from rounded amounts; the recipe itself stays as it is."""
    registration.registers(user, "Elif")
    recipe_form.writes(
        user, "Elifs stew", "4", "250 g lentils\n1 onion\n1/3 tsp cumin\nSalt\n0.5 l stock\n2.02 tbsp oil"
    )
    visitor = user.someone_else()
    address = page.opens(visitor, "Elifs stew")
    page.scales(visitor, "1")
    page.shows(visitor, "62.5 g lentils", "0.25 onion", "0.08 tsp cumin", "Salt", "125 ml stock", "0.51 tbsp oil")
    page.scales(visitor, "18")
    page.shows(visitor, "1.13 kg lentils", "4.5 onion", "1.5 tsp cumin", "Salt", "2.25 l stock", "9.09 tbsp oil")
    visitor.sees_value("18", in_=page.scale_box)
    page.scales(visitor, "12")
    page.shows(visitor, "750 g lentils", "3 onion", "1 tsp cumin", "Salt", "1.5 l stock", "6.06 tbsp oil")
    own = ("250 g lentils", "1 onion", "0.33 tsp cumin", "Salt", "500 ml stock", "2.02 tbsp oil")
    for wrong in ("0", "51", "1.5", "many"):
        visitor.does_not_see_text(PORTIONS)
        page.scales(visitor, wrong)
        visitor.sees_text(PORTIONS)
        page.shows(visitor, *own)
        page.scales(visitor, "50")
        page.shows(visitor, "3.13 kg lentils", "12.5 onion", "4.17 tsp cumin", "Salt", "6.25 l stock", "25.25 tbsp oil")
    visitor.opens(address)
    page.shows(visitor, *own)


@testcode("Recipe", "Show a photo")
def a_photo_is_shown(
    user: BrowserUser,
    registration: Registration,
    recipe_form: RecipeForm,
    page: RecipePage,
    photo_box: PhotoBox,
    photo: Photo,
) -> None:
    """A text and a picture of another kind that call themselves PNG are refused; editing keeps the photo until another
    one is chosen."""
    registration.registers(user, "Fabio")
    user.opens(recipe_form.new_recipe_url)
    recipe_form.fill(user, "Fabios soup", "2", "1 l water")
    for file in ("no-picture.png", "gif-picture.png"):
        user.uploads(file, into=photo_box)
        user.clicks_text("Save recipe")
        user.sees_text("Choose a JPEG or PNG picture.")
        user.sees_value("Fabios soup", in_=recipe_form.title_box)
    user.uploads("soup.jpg", into=photo_box)
    recipe_form.saves(user)
    visitor = user.someone_else()
    page.opens(visitor, "Fabios soup")
    visitor.sees_picture(photo)
    first = visitor.attribute(photo, "src")
    page.opens(user, "Fabios soup")
    user.clicks_text("Edit")
    user.types("Fabios new soup", into=recipe_form.title_box)
    recipe_form.saves(user)
    page.opens(visitor, "Fabios new soup")
    visitor.sees_picture(photo)
    assert visitor.attribute(photo, "src") == first, "the photo has changed although no other one was chosen"
    page.opens(user, "Fabios new soup")
    user.clicks_text("Edit")
    user.uploads("cake.png", into=photo_box)
    recipe_form.saves(user)
    user.sees_picture(photo)
    assert user.attribute(photo, "src") != first, "the photo is still the first one"
    recipe_form.writes(user, "Fabios plain soup", "2", "1 l water")
    user.sees(page.scale_box)
    user.does_not_see(photo)


@testcode("Recipe", "Edit a recipe")
def only_its_author_edits_a_recipe(
    user: BrowserUser, registration: Registration, login: Login, recipe_form: RecipeForm, page: RecipePage
) -> None:
    """The form shows ingredients and steps as they were typed; all of it can be changed. Forms that another user sends
    change nothing, and neither does opening the address of a button."""
    registration.registers(user, "Gina")
    recipe_form.writes(user, "Ginas salad", "3", "0.25 kg tomatoes\n1/2 onion", "Cut.\nMix.", "Raw, quick")
    address = user.url()
    deleting = [user.form_of(form) for form in (DELETE_FORM,) if user.count(form)]
    user.clicks_text("Edit")
    edit, editing = user.url(), user.form_of(recipe_form.title_box)
    for value, box in (
        ("Ginas salad", recipe_form.title_box),
        ("3", recipe_form.portions_box),
        ("Cut.\nMix.", recipe_form.steps_box),
        ("0.25 kg tomatoes\n1/2 onion", recipe_form.ingredients_box),
    ):
        held = user.value(box).replace("\r\n", "\n")
        assert held == value, f"the form holds {held!r} instead of {value!r}"
    assert {"raw", "quick"} <= set(re.findall(r"\w+", user.value(recipe_form.tags_box))), "the tags are not in the form"
    other, visitor = registration.another(user, "Goran"), user.someone_else()
    other.opens(address)
    other.sees_text("Ginas salad")
    for text in ("Edit", "Delete"):
        other.does_not_see(f'//*[self::a or self::button][normalize-space()="{text}"]')
    other.opens(edit)
    other.sees_status(403)
    for form in (editing, *deleting):
        other.opens(address)
        other.posts(form.url, form.fields)
        other.sees_status(403)
    for form in deleting:
        user.opens(form.url)
    user.opens(edit)
    visitor.opens(edit)
    visitor.does_not_see(recipe_form.ingredients_box)
    recipe_form.fill(user, "Ginas soup", "6", "2 l broth", "Heat.", "warm")
    recipe_form.saves(user)
    page.opens(other, "Ginas soup")
    page.shows(other, "2 l broth")
    other.sees_value("6", in_=page.scale_box)
    other.sees_text("warm")
    for gone in ("raw", "Cut.", "Ginas salad"):
        other.does_not_see_text(gone)


@testcode("Recipe", "Delete a recipe")
def a_recipe_is_deleted_only_after_yes(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, recipe_row: RecipeRow
) -> None:
    registration.registers(user, "Hanno")
    recipe_form.writes(user, "Hannos toast", "1", "1 slice bread")
    recipe_form.writes(user, "Hannos cocoa", "1", "200 ml milk")
    address = page.opens(user, "Hannos toast")
    with user.answers_dialog(accept=False) as dialog:
        user.clicks_text("Delete")
    assert "Hannos toast" in dialog.message, f"the dialog does not name the recipe: {dialog.message!r}"
    page.searches(user, "hannos")
    user.sees_count(2, recipe_row)
    page.opens(user, "Hannos toast")
    with user.answers_dialog(accept=True):
        user.clicks_text("Delete")
    page.searches(user, "hannos")
    user.sees_count(1, recipe_row)
    user.sees(recipe_row, containing="Hannos cocoa")
    user.opens(address)
    user.sees_status(404)


@testcode("Recipe", "Print a recipe")
def the_print_view_is_plain(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, photo_box: PhotoBox
) -> None:
    """Also that of a recipe with a photo."""
    title, steps = "Ines' <b>curry</b>", ("Boil <i>well</i>.", "Squeeze.")
    registration.registers(user, "Ines")
    user.opens(recipe_form.new_recipe_url)
    recipe_form.fill(user, title, "4", "600 g rice\n1 <u>lime</u>", "\n".join(steps))
    user.uploads("soup.jpg", into=photo_box)
    recipe_form.saves(user)
    visitor = user.someone_else()
    page.opens(visitor, title)
    page.scales(visitor, "6")
    page.shows(visitor, "900 g rice", "1.5 <u>lime</u>")
    visitor.clicks_text("Print view")
    for text in (title, "For 6 portions", "900 g rice", "1.5 <u>lime</u>", *steps):
        visitor.sees_text(text)
    for control in ("button", "input", "select", "textarea", "a", "img"):
        visitor.does_not_see(control)
    page.opens(visitor, title)
    page.scales(visitor, "1")
    page.shows(visitor, "150 g rice", "0.25 <u>lime</u>")
    visitor.clicks_text("Print view")
    visitor.sees_text("For 1 portion")
    visitor.does_not_see_text("For 1 portions")
    visitor.sees_text("150 g rice")


@testcode("Recipes", "List the recipes")
def recipes_are_sorted_by_title(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, recipe_row: RecipeRow
) -> None:
    registration.registers(user, "Jonte")
    for title in ("jonte beta", "Jonte gamma", "Jonte Alpha", "jonte Delta"):
        recipe_form.writes(user, title, "2", "1 egg")
    visitor = user.someone_else()
    visitor.opens(page.recipes_url)
    visitor.sees_text("Jonte gamma")
    rows = [row for row in visitor.texts(recipe_row) if "onte " in row]
    order = ["Jonte Alpha", "jonte beta", "jonte Delta", "Jonte gamma"]
    for row, title in visitor.pairs(rows, order):
        assert title in row, f"the recipes are listed as {rows}, expected was {order}"


@testcode("Recipes", "Search")
def words_are_found_in_titles_and_ingredients(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, recipe_row: RecipeRow
) -> None:
    """Units are no names, steps are not searched."""
    registration.registers(user, "Kolja")
    recipe_form.writes(user, "Kolja's Borscht", "2", "3 beetroots\n1 kg zedoary", "Add dill.")
    recipe_form.writes(user, "Kolja's Blini", "2", "1 egg\n200 ml Zedoary milk", "Fry.")
    for words, found in (
        ("kolja zedoary", ["Borscht", "Blini"]),
        ("ZEDOARY beet", ["Borscht"]),
        ("kolja milk", ["Blini"]),
        ("zedoary blin", ["Blini"]),
    ):
        page.searches(user, words)
        user.sees_count(len(found), recipe_row)
        for title in found:
            user.sees_text(f"Kolja's {title}")
        user.sees_value(words, in_=page.search_box)
    for words in ("kolja dill", "zedoary kg", "beetroots milk kolja"):
        page.searches(user, words)
        user.sees_text("No recipes found.")
        user.sees_count(0, recipe_row)


@testcode("Recipes", "Browse by tag")
def tags_lead_to_their_recipes(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, recipe_row: RecipeRow
) -> None:
    """A tag may have characters that mean something in addresses."""
    registration.registers(user, "Lotte")
    recipe_form.writes(user, "Lottes three", "2", "1 egg", tags="lottesoupe")
    recipe_form.writes(user, "Lottes one", "2", "1 egg", tags="Lottesoup, lotte<i>hot</i>")
    recipe_form.writes(user, "Lottes two", "2", "1 egg", tags="lottesoup, lottesalt & 100% pepper+")
    user.opens(page.recipes_url)
    text = user.page_text()
    places = [text.find(tag) for tag in ("lotte<i>hot</i> (1)", "lottesoup (2)", "lottesoupe (1)")]
    assert -1 < places[0] < places[1] < places[2], f"the tags are not listed with their numbers, in order: {text!r}"
    user.clicks_text("lottesoup (2)")
    user.sees_count(2, recipe_row)
    user.sees(recipe_row, containing="Lottes one", beside="Lottes one")
    user.sees(recipe_row, containing="Lottes two", beside="Lottes two")
    user.opens(page.recipes_url)
    user.clicks_text("lottesalt & 100% pepper+ (1)")
    user.sees_count(1, recipe_row)
    user.sees(recipe_row, containing="Lottes two")
    page.opens(user, "Lottes one")
    user.sees_text("lotte<i>hot</i>")
    with user.answers_dialog(accept=True):
        user.clicks_text("Delete")
    user.opens(page.recipes_url)
    user.sees_text("lottesoup (1)")
    user.does_not_see_text("hot</i>")


@testcode("Shopping list", "Add ingredients")
def ingredients_are_added_up(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, shopping: ShoppingList
) -> None:
    """For the portions shown, across kg and g, and exactly: three times a third is one."""
    registration.registers(user, "Mirja")
    recipe_form.writes(user, "Mirjas rolls", "3", "1 kg Flour\n1/3 tsp yeast\n2 <b>eggs</b>\n750 ml milk")
    recipe_form.writes(user, "Mirjas waffles", "4", "300 g flour\n0.5 l milk\n3 <B>Eggs</B>")
    page.opens(user, "Mirjas rolls")
    user.clicks_text("Add to shopping list")
    shopping.holds(user, "2 <b>eggs</b>", "1 kg Flour", "750 ml milk", "0.33 tsp yeast")
    page.opens(user, "Mirjas waffles")
    page.scales(user, "2")
    page.shows(user, "150 g flour", "250 ml milk", "1.5 <B>Eggs</B>")
    user.clicks_text("Add to shopping list")
    shopping.holds(user, "3.5 <b>eggs</b>", "1.15 kg Flour", "1 l milk", "0.33 tsp yeast")
    for _ in range(2):
        page.opens(user, "Mirjas rolls")
        user.clicks_text("Add to shopping list")
    shopping.holds(user, "7.5 <b>eggs</b>", "3.15 kg Flour", "2.5 l milk", "1 tsp yeast")


@testcode("Shopping list", "Keep amounts apart")
def what_cannot_be_added_stays_apart(
    user: BrowserUser, registration: Registration, recipe_form: RecipeForm, page: RecipePage, shopping: ShoppingList
) -> None:
    """The list does not follow the recipe when that is changed or deleted afterwards."""
    registration.registers(user, "Nuria")
    recipe_form.writes(user, "Nurias mix", "2", "2 tbsp sugar\n100 g Sugar\n1 sugar\nsugar")
    user.clicks_text("Add to shopping list")
    page.opens(user, "Nurias mix")
    user.clicks_text("Add to shopping list")
    user.opens(shopping.shopping_url)
    user.sees_count(4, shopping.shopping_row)
    shown = {re.sub(r"\s*Done\s*", "", " ".join(text.split())).lower() for text in user.texts(shopping.shopping_row)}
    assert shown == {"4 tbsp sugar", "200 g sugar", "sugar", "2 sugar"}, f"the list holds {shown}"
    page.opens(user, "Nurias mix")
    user.clicks_text("Edit")
    recipe_form.fill(user, "Nurias mix", "2", "1 l water")
    recipe_form.saves(user)
    with user.answers_dialog(accept=True):
        user.clicks_text("Delete")
    user.opens(shopping.shopping_url)
    user.sees_count(4, shopping.shopping_row)
    user.does_not_see_text("water")


@testcode("Shopping list", "Remove entries")
def entries_are_removed_from_the_own_list(
    user: BrowserUser,
    registration: Registration,
    login: Login,
    recipe_form: RecipeForm,
    page: RecipePage,
    shopping: ShoppingList,
) -> None:
    """Opening the addresses to which the buttons send changes nothing; buttons lead visitors to the login."""
    registration.registers(user, "Oskar")
    recipe_form.writes(user, "Oskars trio", "1", "1 apple\n2 bananas\n3 cherries")
    address = user.url()
    add_form = '//form[.//button[normalize-space()="Add to shopping list"]]'
    if user.count(add_form):
        user.opens(urljoin(address, user.attribute(add_form, "action") or ""))
    shopping.holds(user)
    user.sees_text("Your list is empty.")
    other, visitor = registration.another(user, "Olaf"), user.someone_else()
    user.opens(address)
    for adding in (user.form_of(form) for form in (add_form,) if user.count(form)):
        visitor.opens(shopping.shopping_url)
        visitor.posts(adding.url, adding.fields)
        visitor.sees(login.login_password_box)
    for person in (user, other):
        person.opens(address)
        person.clicks_text("Add to shopping list")
    shopping.holds(user, "1 apple", "2 bananas", "3 cherries")
    for text in ("Clear list", "Done"):
        sender = f'//form[.//button[normalize-space()="{text}"]]'
        if not user.count(sender):
            continue
        form = user.form_of(sender, beside="2 bananas")
        user.opens(form.url)
        shopping.holds(user, "1 apple", "2 bananas", "3 cherries")
        visitor.opens(shopping.shopping_url)
        visitor.posts(form.url, form.fields)
        visitor.sees(login.login_password_box)
        shopping.holds(user, "1 apple", "2 bananas", "3 cherries")
    user.clicks('//*[self::a or self::button][normalize-space()="Done"]', beside="2 bananas")
    shopping.holds(user, "1 apple", "3 cherries")
    user.clicks_text("Clear list")
    shopping.holds(user)
    user.sees_text("Your list is empty.")
    shopping.holds(other, "1 apple", "2 bananas", "3 cherries")
