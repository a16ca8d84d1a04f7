import pytest
from greeter import greet


@pytest.mark.parametrize("name", ["Ann", "  Ann ", "\tAnn"])
def test_it_greets_by_name(name):
    assert greet(name) == "Hello, Ann!"


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_refused(name):
    with pytest.raises(ValueError, match="empty"):
        greet(name)
