"""Pages, windows, frames, dialogs, files, the clipboard, other users."""

from __future__ import annotations

import pytest

from simulators.browser import BrowserUser
from simulators.browser.vocabulary.session import Browser
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound


@pytest.mark.parametrize("element", ["#link", "#script", "#later", "#frame"])
def test_after_a_click_the_new_page_is_read(shared: BrowserUser, element: str) -> None:
    shared.opens("/leaving")
    shared.clicks(element)
    assert shared.text("h1") == f"Arrived {element.removeprefix('#')}"


def test_after_a_key_or_a_choice_the_new_page_is_read(shared: BrowserUser) -> None:
    shared.opens("/leaving")
    shared.types("x", into="#box")
    shared.presses("Enter")
    assert shared.text("h1") == "Arrived q=x"
    shared.goes_back()
    shared.chooses("there", out_of="#jump")
    assert shared.text("h1") == "Arrived jump"


def test_a_click_that_leads_nowhere_costs_no_waiting(shared: BrowserUser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "patience", 20.0)
    shared.opens("/leaving")
    shared.clicks("#nothing")
    shared.clicks("#anchor")
    assert shared.title() == "Leaving"
    shared.is_at("/leaving")
    assert sum(step.took for step in shared.trace.entries[-4:]) < shared.patience


def test_reloading(shared: BrowserUser) -> None:
    shared.opens("/form")
    shared.types("changed", into="#name")
    shared.reloads()
    shared.sees("#send")
    assert shared.text("#keys, #send") == "Send"


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("url", ["http://example.com/", "https://localhost/", "file:///etc/passwd", "//other:8000/"])
def test_only_the_project_is_opened(shared: BrowserUser, url: str) -> None:
    with pytest.raises(InvalidAnswer, match="does not lead to the project"):
        shared.opens(url)


def test_nothing_foreign_is_reached(shared: BrowserUser, monkeypatch: pytest.MonkeyPatch) -> None:
    shared.opens("/foreign")
    shared.sees("#log", text="refused")
    monkeypatch.setattr(shared, "patience", 0.5)  # for what never comes
    with pytest.raises(ExpectationFailed, match="did not load"):
        shared.sees_picture("#out")
    shared.clicks("#away")
    with pytest.raises(ExpectationFailed):
        shared.sees_status(200)


@pytest.mark.parametrize(("accept", "said"), [(True, "yes"), (False, "no")])
def test_confirming(shared: BrowserUser, accept: bool, said: str) -> None:
    shared.opens("/dialogs")
    with shared.answers_dialog(accept=accept) as dialog:
        shared.clicks("#confirm")
    assert (dialog.kind, dialog.message) == ("confirm", "Sure?")
    shared.sees("#log", text=said)


def test_a_dialog_that_opens_later(shared: BrowserUser) -> None:
    shared.opens("/dialogs")
    with shared.answers_dialog() as dialog:
        shared.clicks("#later")
    assert dialog.message == "Later?"
    shared.sees("#log", text="yes")


def test_prompts_and_alerts(shared: BrowserUser) -> None:
    shared.opens("/dialogs")
    with shared.answers_dialog(typing="Ann") as dialog:
        shared.clicks("#prompt")
    assert dialog.kind == "prompt"
    shared.sees("#log", text="Ann")
    with shared.answers_dialog() as dialog:
        shared.clicks("#alert")
    assert (dialog.kind, dialog.message) == ("alert", "Careful!")
    shared.sees("#log", text="after")


def test_a_dialog_leads_to_another_page(shared: BrowserUser) -> None:
    shared.opens("/dialogs")
    with shared.answers_dialog():
        shared.clicks("#leave")
    assert shared.text("h1") == "Arrived left"


@pytest.mark.usefixtures("impatient")
def test_no_dialog(shared: BrowserUser) -> None:
    shared.opens("/dialogs")
    with pytest.raises(NotFound, match="no dialog opened"), shared.answers_dialog():
        shared.clicks("#log")


def test_an_unexpected_dialog_is_dismissed_and_recorded(shared: BrowserUser) -> None:
    shared.opens("/dialogs")
    shared.clicks("#confirm")
    shared.sees("#log", text="no")
    assert "confirm 'Sure?'" in [step.seen for step in shared.trace.entries if step.verb == "dialog"]


@pytest.mark.parametrize(("opener", "wanted"), [("#blank", "/form"), ("#open", "/slow?opened")])
def test_windows(user: BrowserUser, opener: str, wanted: str) -> None:
    user.opens("/windows")
    user.clicks(opener)
    user.goes_to_new_window()
    user.is_at(wanted)
    user.closes_window()
    assert user.title() == "First"


def test_no_window(user: BrowserUser) -> None:
    user.opens("/windows")
    user.patience = 0.2
    with pytest.raises(NotFound, match="no new window"):
        user.goes_to_new_window()
    with pytest.raises(NotFound, match="only window"):
        user.closes_window()


@pytest.mark.usefixtures("impatient")
def test_frames(shared: BrowserUser) -> None:
    shared.opens("/frames")
    with shared.inside("#frame"):
        shared.clicks("#target")
        shared.sees("#log", text="trusted")
        shared.does_not_see_text("Outer")
    with shared.inside("#sealed"):
        shared.clicks("#push")
        shared.sees("#push", text="pushed")
    shared.sees_text("Outer")
    with pytest.raises(NotFound, match="is not a frame"), shared.inside("h1"):
        pass


def test_uploads(shared: BrowserUser) -> None:
    shared.opens("/upload")
    shared.uploads("letter.txt", into="#file")
    shared.clicks("#send")
    assert shared.text("#name") == "letter.txt"
    assert shared.text("#content") == "Dear judge"


def test_uploading_a_text_by_the_label(shared: BrowserUser) -> None:
    shared.opens("/upload")
    shared.uploads_text("written now\n", "note.md", into="#pick")
    shared.clicks("#send")
    assert shared.text("#name") == "note.md"
    assert shared.text("#content") == "written now"


@pytest.mark.usefixtures("impatient")
def test_no_file_box(shared: BrowserUser) -> None:
    shared.opens("/upload")
    with pytest.raises(NotFound, match="not a file box"):
        shared.uploads("letter.txt", into="#no-box")


@pytest.mark.parametrize(
    ("element", "name", "text"),
    [("#get", "report.csv", "name,price\nMilk,1.50\n"), ("#blob", "script.txt", "from a script")],
)
def test_downloads(user: BrowserUser, element: str, name: str, text: str) -> None:
    user.opens("/download")
    download = user.downloads(element)
    assert (download.name, download.text()) == (name, text)


def test_a_file_is_downloaded_again(user: BrowserUser) -> None:
    user.opens("/download")
    downloads = [user.downloads("#get") for _ in range(2)]
    assert [each.name for each in downloads] == ["report.csv", "report.csv"]
    assert downloads[0].path != downloads[1].path
    assert downloads[0].text() == downloads[1].text() == "name,price\nMilk,1.50\n"


def test_no_download(user: BrowserUser) -> None:
    user.opens("/download")
    user.patience = 0.2
    with pytest.raises(NotFound, match="did not download a file"):
        user.downloads("#page")


def test_the_clipboard(user: BrowserUser) -> None:
    user.opens("/clipboard")
    assert user.clipboard() == ""
    user.clicks("#copy")
    assert user.clipboard() == "from the page"
    user.copies("from the user")
    user.presses("Control+V", on="#paste")
    user.sees_value("from the user", in_="#paste")


def test_the_clipboard_is_forgotten(browser: Browser) -> None:
    for _ in range(2):
        with browser.session() as user:
            user.opens("/clipboard")
            assert user.clipboard() == ""
            user.copies("mine")


def test_someone_else_shares_no_cookies(user: BrowserUser) -> None:
    user.opens("/login")
    other = user.someone_else()
    other.opens("/who")
    other.sees("#who", text="nobody")
    user.opens("/who")
    user.sees("#who", text="who=alice")
    assert other.trace is user.trace


def test_a_session_is_fresh(browser: Browser) -> None:
    for _ in range(2):
        with browser.session() as user:
            user.opens("/who")
            user.sees("#who", text="nobody")
            user.opens("/login")


def test_everything_is_recorded(user: BrowserUser) -> None:
    user.opens("/")
    user.patience = 0.2
    with pytest.raises(NotFound):
        user.clicks("#total")
    opened, clicked = user.trace.entries
    assert (opened.verb, opened.what, opened.ok) == ("opens", "/", True)
    assert (clicked.verb, clicked.ok) == ("clicks", False)
    assert "no visible element" in clicked.seen
