"""Valid and invalid parameter values."""

import pytest

from missions import Command, Element, FileName, Message, ParameterKind, Unanswered, Url, Value


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (Url, "http://localhost:8000/"),
        (Url, "http://127.0.0.1:8000/books/?page=2"),
        (Url, "/about/"),
        (Element, "#password"),
        (Element, "form button[type=submit]"),
        (Element, "//button[text()='Save']"),
        (Element, "body > main h1"),
        (Command, "python main.py --level 'very hard'"),
        (Message, "Please enter a number."),
        (FileName, "out/summary.xlsx"),
        (Value, "1"),
    ],
)
def test_a_valid_answer_keeps_its_text(kind: type[ParameterKind], answer: str) -> None:
    assert kind.parse(answer) == answer


@pytest.mark.parametrize(
    ("kind", "answer", "why"),
    [
        (Url, "", "empty"),
        (Url, "http://example.com:8000/", "does not lead to the project"),
        (Url, "http://localhost/", "does not lead to the project"),
        (Url, "http://user@localhost:8000/", "does not lead to the project"),
        (Url, "javascript:alert(1)", "neither an http URL"),
        (Url, "//example.com/", "neither an http URL"),
        (Url, "http://localhost:99999/", "not a URL"),
        (Url, "http://localhost:8000/\n", "white space"),
        (Element, "*", "whole page"),
        (Element, " body ", "whole page"),
        (Element, "//*", "whole page"),
        (Element, "(//*)[1]", "whole page"),
        (Element, "xpath=//body", "whole page"),
        (Command, "  ", "empty"),
        (Command, "python 'main.py", "not a command line"),
        (Message, "", "empty"),
        (Message, " . ", "three letters"),
        (FileName, "../secret", "leads out"),
        (FileName, "/etc/passwd", "leads out"),
        (FileName, "C:\\temp\\x", "leads out"),
        (Value, "x" * 5000, "5000 characters"),
        (Value, "a\0b", "NUL"),
    ],
)
def test_a_vacuous_or_foreign_answer_is_none(kind: type[ParameterKind], answer: str, why: str) -> None:
    with pytest.raises(Unanswered, match=why):
        kind.parse(answer)
