"""Requirements of a testcode's signature."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from missions import BrowserUser, ConsoleUser, Element, MissionError, SimulatorName, Url, testcode


def test_the_signature_is_the_parameter_description() -> None:
    @testcode("Home", "Greets")
    def greets(
        user: BrowserUser,
        home: Annotated[Url, "first page"],
        greeting: Annotated[Element, "element that\n  greets"],
    ) -> None:
        """The user is greeted."""

    assert greets.id == "greets"
    assert greets.simulator is SimulatorName.BROWSER
    assert [(p.name, p.kind, p.description) for p in greets.parameters] == [
        ("home", Url, "first page"),
        ("greeting", Element, "element that greets"),
    ]
    assert greets.summary == "The user is greeted."


@dataclass(frozen=True)
class SignIn:
    """Where one signs in."""

    login: Annotated[Url, "page where one signs in"]
    name_box: Annotated[Element, "box for the name"]


@dataclass(frozen=True)
class Menu:
    """The menu of every page."""

    login: Annotated[Url, "page where one signs in"]
    home: Annotated[Url, "first page"]


def test_parameters_that_belong_together_are_a_group() -> None:
    seen: list[object] = []

    @testcode("Home", "Signs in")
    def signs_in(user: BrowserUser, sign_in: SignIn, greeting: Annotated[Element, "greets"], menu: Menu) -> None:
        seen.extend([user, sign_in, greeting, menu])

    assert [parameter.name for parameter in signs_in.parameters] == ["login", "name_box", "greeting", "home"]
    user, login, box, greeting, home = object(), Url("/login"), Element("#name"), Element("h1"), Url("/")
    signs_in.run(user, login=login, name_box=box, greeting=greeting, home=home)
    assert seen == [user, SignIn(login, box), greeting, Menu(login, home)]


def test_requires_names_other_testcodes() -> None:
    @testcode("Menu", "Starts")
    def starts(user: ConsoleUser) -> None: ...

    @testcode("Menu", "Goes on", requires=[starts, "another"])
    def goes_on(user: ConsoleUser) -> None: ...

    assert goes_on.requires == ("starts", "another")


@dataclass(frozen=True)
class Bad:
    """Not all of it are parameters."""

    name: str


@dataclass(frozen=True)
class Usual:
    """A parameter that no agent would have to answer."""

    home: Annotated[Url, "first page"] = Url("/")  # noqa: RUF009 - a text


def no_simulator() -> None: ...
def unknown_simulator(user: int) -> None: ...
def bare(user: BrowserUser, home: str) -> None: ...
def no_words(user: BrowserUser, home: Annotated[Url, ""]) -> None: ...
def no_kind(user: BrowserUser, home: Annotated[str, "first page"]) -> None: ...
def default(user: BrowserUser, home: Annotated[Url, "first page"] = Url("/")) -> None: ...  # noqa: B008
def twice(user: BrowserUser, sign_in: SignIn, login: Annotated[Url, "another page"]) -> None: ...
def badly_grouped(user: BrowserUser, bad: Bad) -> None: ...
def with_a_default(user: BrowserUser, usual: Usual) -> None: ...
def several(user: BrowserUser, *home: Annotated[Url, "first page"]) -> None: ...


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (no_simulator, "names the simulator"),
        (unknown_simulator, "must be one of BrowserUser"),
        (bare, "parameter home: write it as Annotated"),
        (no_words, "parameter home: write it as Annotated"),
        (no_kind, "is not a parameter kind"),
        (default, "has no default"),
        (several, "cannot be answered"),
        (twice, "parameter login: login is another parameter"),
        (badly_grouped, "parameter bad.name: write it as Annotated"),
        (with_a_default, "parameter usual.home: a parameter has no default"),
    ],
)
def test_a_malformed_signature_is_named_with_its_place(function: Callable[..., Any], message: str) -> None:
    with pytest.raises(MissionError, match=message) as caught:
        testcode("Home", "Greets")(function)
    assert f"testcode {function.__name__}" in str(caught.value)
    assert "test_testcode.py" in str(caught.value)
