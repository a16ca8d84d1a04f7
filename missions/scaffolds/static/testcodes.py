"""What a visitor of the greeter tries."""

from typing import Annotated

from missions import BrowserUser, Element, Message, Url, testcode

Home = Annotated[Url, "page that asks for a name"]
NameBox = Annotated[Element, "box for the name"]
Send = Annotated[Element, "button that sends the name"]
Greeting = Annotated[Element, "element that shows the greeting"]


@testcode("Home", "Greet by name")
def greets_by_name(user: BrowserUser, home: Home, name_box: NameBox, send: Send, greeting: Greeting) -> None:
    """No greeting at first; then the name is shown without the blanks around it, and kept in the browser."""
    user.opens(home)
    user.does_not_see(greeting)
    user.types("  Ada ", into=name_box)
    user.clicks(send)
    user.sees(greeting, text="Hello, Ada!")
    user.reloads()
    user.sees(greeting, text="Hello, Ada!")


@testcode("Home", "Ask for a name")
def asks_for_a_name(
    user: BrowserUser,
    home: Home,
    name_box: NameBox,
    send: Send,
    greeting: Greeting,
    missing: Annotated[Message, "message when no name was typed"],
) -> None:
    user.opens(home)
    user.does_not_see_text(missing)
    user.types("  ", into=name_box)
    user.clicks(send)
    user.sees_text(missing)
    user.does_not_see(greeting)
