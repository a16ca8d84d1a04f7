import pytest
from rulerouter.errors import ExpressionError, RouterError
from rulerouter.tokens import WORDS, Token, TokenKind, tokenize


def _pairs(text):
    return [(token.kind, token.text) for token in tokenize(text)[:-1]]


def test_an_empty_expression_has_only_its_end():
    assert tokenize("") == [Token(TokenKind.END, "", 0)]
    assert tokenize("  \n ") == [Token(TokenKind.END, "", 4)]


def test_every_kind_with_its_place():
    assert tokenize("a >= 1.5 and 'x'") == [
        Token(TokenKind.NAME, "a", 0),
        Token(TokenKind.SIGN, ">=", 2),
        Token(TokenKind.NUMBER, "1.5", 5),
        Token(TokenKind.WORD, "and", 9),
        Token(TokenKind.TEXT, "x", 13),
        Token(TokenKind.END, "", 16),
    ]


@pytest.mark.parametrize("word", sorted(WORDS))
def test_reserved_words(word):
    assert _pairs(word) == [(TokenKind.WORD, word)]
    assert _pairs(word.upper()) == [(TokenKind.NAME, word.upper())]


def test_the_set_of_reserved_words():
    assert set(WORDS) == {"and", "or", "not", "in", "matches", "contains", "true", "false", "null"}


@pytest.mark.parametrize("sign", "== != <= >= < > + - * / % ( ) , . [ ]".split())
def test_signs(sign):
    assert _pairs(f" {sign} ") == [(TokenKind.SIGN, sign)]


def test_the_longest_sign_wins():
    assert [text for _, text in _pairs("a<=b<c")] == ["a", "<=", "b", "<", "c"]


@pytest.mark.parametrize("name", ["a", "_x", "A9_z", "ander"])
def test_names(name):
    assert _pairs(name) == [(TokenKind.NAME, name)]


@pytest.mark.parametrize(
    ("text", "parts"), [("12", ["12"]), ("0.50", ["0.50"]), ("1.", ["1", "."]), ("1.2.3", ["1.2", ".", "3"])]
)
def test_numbers(text, parts):
    assert [part for _, part in _pairs(text)] == parts


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'a b'", "a b"),
        ('"it\'s"', "it's"),
        (r"'it\'s'", "it's"),
        (r"'\n\t\\\"'", '\n\t\\"'),
        ("''", ""),
        ("'and'", "and"),
        ("'ü€'", "ü€"),
    ],
)
def test_texts(text, value):
    assert _pairs(text) == [(TokenKind.TEXT, value)]


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("a & b", "unexpected character", 2),
        ("a = b", "unexpected character", 2),
        ("é", "unexpected character", 0),
        ("x + 'abc", "text without closing quote", 4),
        ("'a\\", "unknown escape", 2),
        (r"'a\x'", "unknown escape", 2),
    ],
)
def test_what_is_no_token(text, message, position):
    with pytest.raises(ExpressionError) as caught:
        tokenize(text)

    assert str(caught.value) == f"{message} at position {position}: {text!r}"
    assert (caught.value.text, caught.value.position) == (text, position)
    assert isinstance(caught.value, RouterError)
