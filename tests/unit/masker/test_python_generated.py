"""Whatever a module looks like: its mask parses, imports where it imported, is its own mask, and tells nothing."""

import ast
import contextlib
import io
import warnings

from hypothesis import HealthCheck, assume, given, settings

from masker import Outcome, mask_file
from masker.python_trees import Function
from tests.unit.masker.generated import NUMBER, SECRET, modules

usual = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def _parsed(source: str) -> ast.Module | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(source.removeprefix("\ufeff"))
        except SyntaxError:
            return None


def _runs(source: str) -> bool:
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            exec(compile(source.removeprefix("\ufeff"), "module", "exec"), {"__name__": "module"})
        except Exception:  # noqa: BLE001 - any failure of made-up code means that it does not import
            return False
    return True


@usual
@given(modules())
def test_no_literal_or_comment_of_a_body_survives(source: str) -> None:
    assume(_parsed(source) is not None)
    masked = mask_file("module.py", source)
    assert masked.outcome in {Outcome.MASKED, Outcome.PLAIN}
    assert SECRET not in str(masked.content)
    assert str(NUMBER)[:4] not in str(masked.content)


@usual
@given(modules())
def test_every_body_is_a_description_and_a_placeholder(source: str) -> None:
    assume(_parsed(source) is not None)
    tree = _parsed(str(mask_file("module.py", source).content))
    assert tree is not None
    for node in (node for node in ast.walk(tree) if isinstance(node, Function)):
        assert ast.get_docstring(node)
        assert len(node.body) == 2


@usual
@given(modules())
def test_masking_twice_is_masking_once(source: str) -> None:
    once = mask_file("module.py", source).content
    assert mask_file("module.py", once).content == once


@usual
@given(modules())
def test_what_imported_still_imports(source: str) -> None:
    assume(_parsed(source) is not None and _runs(source))
    assert _runs(str(mask_file("module.py", source).content))


@usual
@given(modules())
def test_bytes_and_text_give_the_same(source: str) -> None:
    content = mask_file("module.py", source.encode()).content
    assert content == str(mask_file("module.py", source).content).encode()
