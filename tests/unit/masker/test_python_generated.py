"""Properties of masked Python: it parses, is its own mask, and contains nothing of a body."""

import ast
import warnings

from hypothesis import HealthCheck, assume, given, settings

from masker import Treatment, mask_file
from tests.support.generated_python import NUMBER, SECRET, modules

usual = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def _parsed(source: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source.removeprefix("\ufeff"))
        except SyntaxError:
            return None


@usual
@given(modules())
def test_no_literal_or_comment_of_a_body_survives(source: str) -> None:
    assume(_parsed(source) is not None)
    masked = mask_file("module.py", source)
    assert masked.treatment in {Treatment.MASKED, Treatment.PLAIN}
    assert SECRET not in str(masked.content)
    assert str(NUMBER)[:4] not in str(masked.content)


@usual
@given(modules())
def test_every_body_is_at_most_a_docstring_and_a_placeholder(source: str) -> None:
    assume(_parsed(source) is not None)
    tree = _parsed(str(mask_file("module.py", source).content))
    assert tree is not None
    for node in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
        assert len(node.body) == 1 + bool(ast.get_docstring(node))
        assert isinstance(node.body[-1], ast.Pass)


@usual
@given(modules())
def test_masking_twice_is_masking_once(source: str) -> None:
    once = mask_file("module.py", source).content
    assert mask_file("module.py", once).content == once


@usual
@given(modules())
def test_bytes_and_text_give_the_same(source: str) -> None:
    content = mask_file("module.py", source.encode()).content
    assert content == str(mask_file("module.py", source).content).encode()
