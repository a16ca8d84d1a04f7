"""Parsing of answers: what can be read without guessing is accepted, everything else is refused with a reason."""

import json
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator.agents.answers.parsing import (
    MAX_ANSWER_CHARS,
    UnreadableAnswer,
    checklist_in,
    files_in,
    parameters_in,
    start_in,
)

FILES = '[{"path": "main.py", "code": "print(1)"}, {"path": "a/b.txt", "code": "x"}]'
READ = {"main.py": b"print(1)", "a/b.txt": b"x"}


@pytest.mark.parametrize(
    "answer",
    [
        FILES,
        f"```json\n{FILES}\n```",
        f"```\n{FILES}\n```\n",
        f"Here you are [as promised, see {{below}}]:\n\n```json\n{FILES}\n```\nRun it with `python main.py`!",
        f"The project: {FILES} That is all [1].",
        f"See [1] for details.\n{FILES}",
        f"First draft, then the same again:\n```json\n{FILES}\n```\n```json\n{FILES}\n```",
        f"```json\n{FILES}",
        '[{"path": "main.py", "code": "print(1)",}, {"path": "a/b.txt", "code": "x"},\n]',
        '{"files": [{"path": "main.py", "code": "print(1)"}, {"path": "a/b.txt", "content": "x"}]}',
        '{"main.py": "print(1)", "a/b.txt": {"code": "x"}}',
        '[{"path": "./main.py", "code": "print(1)"}, {"path": "a//b.txt", "code": "x"}]',
        f'[{FILES[1:-1]}, {{"path": "main.py", "code": "print(1)"}}]',
        '[{"path": "main.py", "code": "print(1)"}, {"path": "a\\\\b.txt", "code": "x"}]',
        '[{"path": "main.py", "base64": "cHJpbnQoMSk="}, {"path": "a/b.txt", "code": "x"}]',
    ],
)
def test_what_can_be_read_without_guessing_is_read(answer: str) -> None:
    assert files_in(answer) == READ


def test_one_file_alone_is_a_project_and_a_path_with_a_slash_an_empty_folder() -> None:
    assert files_in('{"path": "main.py", "code": "1"}') == {"main.py": b"1"}
    assert files_in('[{"path": "static/", "code": ""}, {"path": "x", "code": "1"}]') == {"static/": b"", "x": b"1"}


def test_line_ends_within_a_text_are_borne_and_commas_in_it_are_kept() -> None:
    assert files_in('[{"path": "a.js", "code": "f([1,])\n,}"},]') == {"a.js": b"f([1,])\n,}"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("", "empty"),
        ("I cannot do that.", "no complete JSON"),
        ("[]", "list of files"),
        ('"main.py"', "no complete JSON"),
        (FILES[:-1], "breaks off"),
        ('[\n {"path": "main.py", "code": "1"},\n {"path": "b.py", "code": "pri', "breaks off"),
        (f"```json\n{FILES[:60]}\n```", "breaks off"),
        (f"```json\n{FILES[:60]}\n```\n\nThe rest:\n```json\n{FILES}\n```", "breaks off"),
        ('[\n {"path": "a", "code": "1"},\n {"path": "b", "code": "say "hi""}\n]', "broken near"),
        (f"{FILES}\n\nOr rather:\n\n{FILES.replace('print(1)', 'print(2)')}", "2 different answers"),
        ('[{"path": "/etc/passwd", "code": ""}]', "leads out"),
        ('[{"path": "../../.bashrc", "code": ""}]', "leads out"),
        ('[{"path": "a/../../b", "code": ""}]', "leads out"),
        ('[{"path": "C:\\\\x", "code": ""}]', "leads out"),
        ('[{"path": "", "code": ""}]', "leads out"),
        ('[{"path": "a\\u0000b", "code": ""}]', "cannot be written"),
        ('[{"path": "\\ud800", "code": ""}]', "cannot be written"),
        (json.dumps([{"path": "x" * 300, "code": ""}]), "cannot be written"),
        ('[{"path": "a", "code": "1"}, {"path": "a", "code": "2"}]', "twice"),
        ('{"a": "1", "a": "2"}', "twice"),
        ('[{"path": "a", "code": "\\u0000PNG"}]', "NUL"),
        ('[{"path": "a", "code": "\\ud800"}]', "is not text"),
        ('[{"path": "a", "code": 1}]', "no text"),
        ('[{"path": "a"}]', "no text"),
        ('[{"path": "a", "base64": "%%%"}]', "base64"),
        ('[{"path": "a", "base64": "QÜ=="}]', "base64"),
        ('[{"file": "a", "code": "1"}]', "no path"),
        ('["main.py"]', "no path"),
        ("[" * 100_000, "nested too deeply"),
        ("[" + "9" * 5000 + "]", "too long"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(answer: str, words: str) -> None:
    with pytest.raises(UnreadableAnswer, match=words.replace("(", r"\(")):
        files_in(answer)


def test_fifty_megabytes_are_refused_at_once() -> None:
    begun = time.process_time()
    with pytest.raises(UnreadableAnswer, match=str(MAX_ANSWER_CHARS)):
        files_in('[{"path": "a", "code": "' + "x" * (50 << 20) + '"}]')
    assert time.process_time() - begun < 1


def test_ten_megabytes_with_a_last_comma_are_read() -> None:
    assert len(files_in('[{"path": "a", "code": "' + "x" * (10 << 20) + '"},]')["a"]) == 10 << 20


@given(st.text())
def test_no_text_at_all_breaks_it(answer: str) -> None:
    for read in (files_in, checklist_in, parameters_in, start_in):
        with suppress(UnreadableAnswer):
            assert read(answer) is not None


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,8}\.py", fullmatch=True),
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
        min_size=1,
    )
)
def test_what_was_written_as_json_is_read_as_it_was(files: dict[str, str]) -> None:
    listed = json.dumps([{"path": path, "code": code} for path, code in files.items()])
    expected = {path: code.encode() for path, code in files.items()}
    assert files_in(listed) == files_in(f"Here:\n```json\n{listed}\n```") == files_in(json.dumps(files)) == expected


def test_parameters_are_texts_by_name() -> None:
    assert parameters_in('{"url": "/", "length": 15, "open": true, "none": null}') == {
        "url": "/",
        "length": "15",
        "open": "true",
    }
    assert parameters_in('{"parameters": {"url": "/"}}') == {"url": "/"}
    assert parameters_in("{}") == {}
    with pytest.raises(UnreadableAnswer, match="names and values"):
        parameters_in('["/"]')


def test_a_checklist_has_pages_with_functions() -> None:
    pages = '[{"page": "Home", "function": [{"function": "Greet", "description": "Says hello."}]}]'
    for answer in (pages, f'{{"checklist": {pages}}}', f"Sure:\n```json\n{pages}\n```"):
        assert checklist_in(answer).pages[0].functions[0].name == "Greet"
    for answer in ("[]", '[{"function": []}]', '[{"page": 1}]'):
        with pytest.raises(UnreadableAnswer, match="checklist"):
            checklist_in(answer)


def test_a_start_is_commands_as_lists_of_words() -> None:
    assert start_in('{"program": ["python", "x.py"]}').program == ("python", "x.py")
    assert start_in('{"prepare": [["python", "a.py"]], "program": ["b"]}').prepare == (("python", "a.py"),)
    for answer in ('{"program": "python x.py"}', '{"program": []}', "[]", '{"prepare": [[]], "program": ["b"]}'):
        with pytest.raises(UnreadableAnswer, match=r"words|program"):
            start_in(answer)
