"""Python: which statements stay and which are removed, case by case."""

import textwrap

import pytest

from masker import Treatment, mask_file


def masked(source: str) -> str:
    return str(mask_file("module.py", textwrap.dedent(source).lstrip("\n")).content)


def test_a_body_becomes_its_docstring_and_pass() -> None:
    assert masked('''
        import math

        TAX = 0.2

        @cached(seconds=60)
        def gross_price(net: Decimal, tax: float = TAX) -> Decimal:
            """The price,
               with tax."""
            # the secret
            return net * (1 + tax)
            # another secret

        # a comment of the module
    ''') == textwrap.dedent('''\
        import math

        TAX = 0.2

        @cached(seconds=60)
        def gross_price(net: Decimal, tax: float = TAX) -> Decimal:
            """The price,
               with tax."""
            pass

        # a comment of the module
    ''')  # fmt: skip


def test_a_body_without_docstring_is_marked() -> None:
    expected = 'def f(\n    a,  # why\n):\n    """\n    To be implemented.\n    """\n    pass\n'
    assert masked("def f(\n    a,  # why\n):\n    # secret\n\n    # secret\n    return a\n") == expected


def test_a_docstring_that_ends_like_a_comment_stays() -> None:
    source = 'def f():\n    """Title\n    # last line"""\n    return 1\n'
    assert masked(source) == source.replace("return 1", "pass")


def test_class_attributes_and_inner_classes_stay() -> None:
    assert masked('''
        class Todo(models.Model):
            """A task."""
            title = models.CharField(max_length=200)

            class Meta:
                ordering = ["title"]

            def __str__(self):
                """Return the title."""
                return self.title
    ''') == textwrap.dedent('''\
        class Todo(models.Model):
            """A task."""
            title = models.CharField(max_length=200)

            class Meta:
                ordering = ["title"]

            def __str__(self):
                """Return the title."""
                pass
    ''')


def test_bodies_on_the_line_of_their_header_become_pass() -> None:
    source = 'class A: x = 1; y = 2\ndef f(): return 42; z = 43  # hm\ndef g(): "Doc."; return 44\nx = 1\n'
    assert masked(source) == 'class A: x = 1; y = 2\ndef f(): pass\ndef g(): "Doc."; pass\nx = 1\n'


@pytest.mark.parametrize(
    "source",
    [
        "@overload\ndef f(a: int) -> int: ...\n",
        "class P(Protocol):\n    'Interface.'\n    def f(self) -> int: ...\n",
        "LIMITS = {'a': 1, 'b': [2, 3]}\nWORD = re.compile(r'\\w+')\n",
        "try:\n    import json5 as json\nexcept ImportError:\n    import json\n",
        "if TYPE_CHECKING:\n    from decimal import Decimal\n",
        "class Colour(Enum):\n    'Colours.'\n    RED = 1\n    GREEN = auto()\n",
        "import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot\n",
        "def f():\n    'Doc.'\n    pass\nf.short_description = 'Doc'\n",
        "import sys\ndef main():\n    'Doc.'\n    pass\nif __name__ == '__main__':\n    sys.exit(main())\n",
    ],
)
def test_declarations_stay(source: str) -> None:
    assert masked(source) == source


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("area = lambda x: x * 3\n", "area = lambda x: ...\n"),
        ("ORDER = sorted([2, 1], key=lambda x: -x)\n", "ORDER = sorted([2, 1], key=lambda x: ...)\n"),
        ("SQUARES = [x * x for x in range(3)]\n", "SQUARES = ...\n"),
    ],
)
def test_computed_parts_of_declarations_are_removed(source: str, expected: str) -> None:
    assert masked(source) == expected


def test_steps_of_a_program_are_removed() -> None:
    source = masked("""
        import pandas as pd
        FILE = "input.csv"
        table = pd.read_csv(FILE)
        for row in table.rows:
            print(row["secret"])
        with open("out") as out:
            out.write("secret")
    """)
    assert source == 'import pandas as pd\nFILE = "input.csv"\n# The program runs here.\n'


def test_a_block_that_loses_all_its_statements_stays_valid() -> None:
    source = masked("""
        def f(): ...
        try:
            print("secret")
            for x in "secret": f()
        except OSError:
            while True: f("secret")
        if __name__ == "__main__":
            f("secret")
        else:
            print("secret")
    """)
    compile(source, "module.py", "exec")
    assert "secret" not in source


@pytest.mark.parametrize(
    "content",
    [
        "# -*- coding: latin-1 -*-\ndef größe(): return 'ü'\n".encode("latin-1"),
        b"\xef\xbb\xbfdef f():\r\n\treturn 1\r\n",
        b"def f():\n\n\x0c\n    return 1",
    ],
)
def test_encoding_and_line_ends_stay(content: bytes) -> None:
    result = mask_file("module.py", content).content
    assert isinstance(result, bytes)
    assert result[:3] == content[:3]
    assert result.count(b"\r\n") == (result.count(b"\n") if b"\r\n" in content else 0)
    compile(result, "module.py", "exec")


def test_broken_python_is_not_shown() -> None:
    result = mask_file("module.py", "def f(:\n    return 'secret'\n")
    assert result.treatment is Treatment.BROKEN
    assert "line 1" in result.reason
    assert result.content == "# This file is not shown (broken).\n"
