"""HTML, Django templates, JavaScript and stylesheets."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masker import Treatment, mask_file


def masked(path: str, source: str) -> str:
    return str(mask_file(path, source).content)


def test_the_head_stays_and_the_body_becomes_a_comment() -> None:
    page = """<!DOCTYPE html>
<html lang="en">
<head>
    <title>Todos {{ list.name }}</title>
    <style>h1 { color: red }</style>
    <script src="a.js"></script>
</head>
<body class="wide">
    <h1>Secret</h1>
    <form method="post">{% csrf_token %}<input name="secret"></form>
    <script>secret()</script>
</body>
</html>
"""
    head = page.partition('<body class="wide">')[0]
    assert masked("templates/edit_todo.html", page) == (
        head + '<body class="wide">\n    <!--\n    Content of the page\n-->\n</body>\n</html>\n'
    )


def test_the_comment_at_the_start_of_a_body_is_its_description() -> None:
    page = "<body>\n  <!-- Lists the fines. -->\n  <ul><!-- secret --><li>secret</li></ul>\n</body>"
    assert masked("a.html", page) == "<body>\n  <!-- Lists the fines. -->\n</body>"


def test_inheritance_loads_and_blocks_stay() -> None:
    page = """{% extends "base.html" %}
{% load static money %}
{% block title %}Fines{% endblock %}
{% block content %}
  {% for fine in fines %}<li>{{ fine.secret }}{% block row %}secret{% endblock %}</li>{% endfor %}
{% endblock content %}
secret
"""
    result = masked("fines.html", page)
    for part in ('{% extends "base.html" %}', "{% load static money %}", "{% block title %}Fines{% endblock %}"):
        assert part in result
    assert result.startswith("{% extends")
    assert "{% block row %}" in result
    assert "{% endblock content %}" in result
    assert "secret" not in result


def test_scripts_in_the_head_lose_their_bodies() -> None:
    page = "<html><head><script>function shout() { alert('secret') }</script></head><body></body></html>"
    assert "function shout()" in masked("a.html", page)
    assert "secret" not in masked("a.html", page)


@pytest.mark.parametrize(
    "page", ["<body><!-- a comment --></body>", "{% block a %}{% endblock %}", "<!-- a comment -->"]
)
def test_a_page_without_content_stays(page: str) -> None:
    assert mask_file("a.html", page).treatment is Treatment.PLAIN


# fmt: off
pieces = st.sampled_from([
    "<html>", "<head>", "</head>", "<body>", "<body a='>'>", "</body>", "</html>", "<p>", "</p>", "<script>",
    "</script>", "<style>", "</style>", "<!--", "-->", "text", '"', "'\n    ", "{%", "%}", "{{", "}}", "{#",
    "#}", "{% block a %}", "{% block title %}", "{% endblock %}", '{% extends "b" %}', "{% load c %}",
    "{% if d %}", "{% comment %}\n    ", "{% endcomment %}", "{% verbatim %}", "{% endverbatim %}",
    "function f() { return 1 }", "\n", " ", "<", ">", "/", "é", "İ", "\u2028",
])
# fmt: on


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(pieces, max_size=14).map("".join))
def test_any_page_can_be_masked_and_its_mask_is_its_own(page: str) -> None:
    once = masked("a.html", page)
    assert masked("a.html", once) == once


def test_javascript_keeps_heads_constants_and_imports() -> None:
    source = """import { a } from "./a.js";
export const LIMITS = { low: 1, high: [2, -3] };
let seen = new Set(["secret"]);
/** Adds. */
export async function add(first, second = 2) {
  // secret
  return first / second + "secret }" + /secret[/}]/.test(`a${ {b: `}`} }`);
}
const twice = (value) => value * 12345;
const run = async () => { await add("secret") };
class Game extends Board {
  score = 0;
  rows = compute("secret");
  constructor(size) { super(size); this.secret = size }
  static get name() { return "secret" }
}
for (const x of [12345]) { console.log(x) }
document.addEventListener("load", () => { run("secret") });
export { add, twice };
"""
    result = masked("a.js", source)
    for part in (
        'import { a } from "./a.js";',
        "export const LIMITS = { low: 1, high: [2, -3] };",
        "/** Adds. */\nexport async function add(first, second = 2) { /* body */ }",
        "const twice = (value) => { /* body */ };",
        "const run = async () => { /* body */ };",
        "class Game extends Board {",
        "score = 0;",
        "  rows;",
        "constructor(size) { /* body */ }",
        "static get name() { /* body */ }",
        "export { add, twice };",
    ):
        assert part in result
    assert "secret" not in result
    assert "12345" not in result
    assert masked("a.js", result) == result


def test_a_small_script_that_only_shows_stays() -> None:
    source = "function show() {\n    document.getElementById('a').innerText = 'Shown';\n}\n"
    assert mask_file("a.js", source).treatment is Treatment.WHOLE
    assert mask_file("a.js", source.replace("'Shown'", "3 * x")).treatment is Treatment.MASKED


# fmt: off
marks = st.sampled_from([
    "(", ")", "[", "]", "{", "}", ";", ",", ".", "=", "=>", "+", "-", "/", "*", "?", ":", "'", '"', "`",
    "${", "//", "/*", "*/", "\n", "a", "1", "function", "class", "const", "return", "import",
])
# fmt: on


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.lists(marks, max_size=16).map(" ".join))
def test_any_script_can_be_masked_and_its_mask_is_its_own(source: str) -> None:
    once = masked("a.js", source)
    assert masked("a.js", once) == once


def test_a_large_stylesheet_keeps_selectors_and_custom_properties() -> None:
    rules = ":root { --ink: #123456; }\n@media (width > 3em) { .a, a[b='}'] { color: red; margin: 7px } }\n" * 20
    result = masked("a.css", rules)
    assert "--ink: #123456" in result
    assert "@media (width > 3em) { .a, a[b='}'] {" in result
    assert "red" not in result
    assert "7px" not in result
    assert masked("a.css", result) == result


def test_a_small_stylesheet_stays() -> None:
    assert mask_file("a.css", "h1 { color: red }").treatment is Treatment.WHOLE
