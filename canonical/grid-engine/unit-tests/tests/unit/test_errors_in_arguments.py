"""Errors as arguments, where functions do not see them by themselves."""

import pytest
from gridengine.functions.arguments import area
from gridengine.functions.texts import text_of
from gridengine.values import NOT_FOUND, Failure


@pytest.mark.parametrize("converted", [area, text_of])
def test_an_error_is_what_a_function_fails_with(converted):
    with pytest.raises(Failure) as caught:
        converted(NOT_FOUND)
    assert caught.value.error == NOT_FOUND
