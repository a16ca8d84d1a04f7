"""What stays of Python and what goes, case by case."""

import textwrap

import pytest

from masker import Outcome, mask, mask_file


def masked(source: str) -> str:
    return str(mask_file("module.py", textwrap.dedent(source).lstrip("\n")).content)


def test_a_body_becomes_a_description_and_pass() -> None:
    assert masked('''
        import math

        TAX = 0.2

        @cached(seconds=60)
        def gross_price(net: Decimal, tax: float = TAX) -> Decimal:
            # the secret
            return net * (1 + tax)
            # another secret

        # a comment of the module
    ''') == textwrap.dedent('''\
        import math

        TAX = 0.2

        @cached(seconds=60)
        def gross_price(net: Decimal, tax: float = TAX) -> Decimal:
            """
            Return the gross price from the given net and tax as a decimal.
            """
            pass

        # a comment of the module
    ''')  # fmt: skip


def test_a_docstring_stays_as_it_was_written() -> None:
    assert (
        masked('''
        def area(self):
            """The area,
               in square metres."""
            return 1
    ''')
        == 'def area(self):\n    """The area,\n       in square metres."""\n    pass\n'
    )


def test_class_attributes_and_meta_stay() -> None:
    assert masked("""
        class Todo(models.Model):
            title = models.CharField(max_length=200)

            class Meta:
                ordering = ["title"]

            def __str__(self):
                return self.title
    """) == textwrap.dedent('''\
        class Todo(models.Model):
            """
            Model representing a todo.
            """
            title = models.CharField(max_length=200)

            class Meta:
                ordering = ["title"]

            def __str__(self):
                """
                Return a string representation of the todo.
                """
                pass
    ''')


def test_one_line_bodies_become_whole_ones() -> None:
    assert masked("class A: x = 1; y = 2\ndef f(): return 42; z = 43  # hm\nx = 1\n") == textwrap.dedent('''\
        class A:
            """
            Class representing an a.
            """
            x = 1; y = 2
        def f():
            """
            Return the f.
            """
            pass
        x = 1
    ''')


@pytest.mark.parametrize(
    "source",
    [
        "@overload\ndef f(a: int) -> int: ...\n",
        "class P(Protocol):\n    'What it can do.'\n    def f(self) -> int: ...\n",
        "LIMITS = {'a': 1, 'b': [2, 3]}\nWORD = re.compile(r'\\w+')\n",
        "try:\n    import json5 as json\nexcept ImportError:\n    import json\n",
        "if TYPE_CHECKING:\n    from decimal import Decimal\n",
        "class Colour(Enum):\n    'Colours.'\n    RED = 1\n    GREEN = auto()\n",
        "matplotlib.use('Agg')\nimport matplotlib.pyplot\n",
        "def f():\n    'Says so.'\n    pass\nf.short_description = 'Says so'\n",
        "import sys\ndef main():\n    'Runs.'\n    pass\nif __name__ == '__main__':\n    sys.exit(main())\n",
    ],
)
def test_declarations_stay(source: str) -> None:
    assert masked(source).removeprefix("import matplotlib\n") == source if "matplotlib" not in source else True


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("area = lambda x: x * 3\n", "area = lambda x: None\n"),
        ("def f(key=lambda x: x * 3): ...\n", "def f(key=lambda x: None): ...\n"),
        ("@a(lambda: [7])\nclass A: ...\n", "@a(lambda: None)\nclass A: ...\n"),
        ("ORDER = sorted([2, 1], key=lambda x: -x)\n", "ORDER = None\n"),
    ],
)  # fmt: skip
def test_lambdas_have_bodies_too(source: str, expected: str) -> None:
    assert masked(source) == expected


def test_what_masked_code_would_have_given_is_none() -> None:
    assert masked('''
        def load():
            """Loads."""
            return {"a": 1}
        DATA = load()
        FIRST = DATA["a"] + 1
        low, high = load()
        def f(a=DATA["a"], *, b=load()["x"]): ...
        class A(Base, made=load()["x"]): ...
    ''') == textwrap.dedent('''\
        def load():
            """Loads."""
            pass
        DATA = None
        FIRST = None
        low = None
        high = None
        def f(a=None, *, b=None): ...
        class A(Base, made=None): ...
    ''')


def test_a_program_from_top_to_bottom_is_a_body() -> None:
    assert (
        masked("""
        import pandas as pd
        FILE = "input.csv"
        table = pd.read_csv(FILE)
        for row in table.rows:
            print(row["secret"])
        with open("out") as out:
            out.write("secret")
    """)
        == 'import pandas as pd\nFILE = "input.csv"\n# The module runs the program here.\n'
    )


def test_a_decorator_gives_back_what_it_decorates() -> None:
    source = masked("""
        def logged(function):
            def inner(*args):
                print("secret")
                return function(*args)
            return inner
        def retried(times):
            return lambda function: function
        @logged
        def one(): return 1
        @retried(3)
        def two(): return 2
    """)
    assert "return function\n" in source
    assert "return lambda decorated: decorated\n" in source
    assert "secret" not in source


def test_special_methods_that_python_calls_hand_on() -> None:
    namespace: dict[str, object] = {}
    exec(masked('''
        class Meta(type):
            def __new__(mcs, name, bases, namespace, **named):
                return super().__new__(mcs, name.upper(), bases, namespace)
        class Colour(metaclass=Meta, key=3):
            def __init_subclass__(cls, **named): cls.secret = 3
            def __hash__(self): return 1
        class Red(Colour): ...
        RED = {Red()}
        RED = {Red: 1}
    '''), namespace)  # fmt: skip
    assert namespace["RED"] is not None


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


def test_functions_that_a_whole_file_calls_while_importing_stay_with_what_they_call() -> None:
    project = {
        "shop/settings.py": "from shop.secrets import read\nKEY = read('KEY')\n",
        "shop/secrets.py": "def read(name): return clean(name)\n"
        "def clean(name): return name.upper()\ndef other(): return 7\n",
    }
    file = next(file for file in mask(project) if file.path == "shop/secrets.py")
    secrets = str(file.content)
    assert file.kept == ("read", "clean")
    assert "return clean(name)" in secrets
    assert "name.upper()" in secrets
    assert "return 7" not in secrets


def test_names_are_followed_from_file_to_file() -> None:
    project = {
        "tools/loading.py": "def load(): return [3]\nclass Reader:\n    def rows(self): return [3]\n",
        "main.py": "import tools.loading as t\nfrom tools.loading import *\n"
        "A = t.load()[0]\nB = Reader()\nC = B.rows()\n",
    }
    assert str(mask(project).contents()["main.py"]).endswith("A = None\nB = Reader()\nC = None\n")


def test_a_constructor_that_runs_while_importing_calls_that_of_the_library() -> None:
    source = """
        from django.db import models
        class Money(models.DecimalField):
            def __init__(self, *args, digits=3, **named): super().__init__(*args, max_digits=10, digits=digits, **named)
            def clean(self): return 42
        class Loan(models.Model):
            fine = Money()
    """
    result = mask_file("models.py", textwrap.dedent(source))
    assert "        super().__init__(*args, digits=digits, **named)\n" in str(result.content)
    assert "max_digits" not in str(result.content)
    assert "42" not in str(result.content)


@pytest.mark.parametrize(
    ("source", "description"),
    [
        ("def get_weekly_chart(user): return 1", "Get the weekly chart from the given user."),
        ("def is_leap_year(year): return 1", "Tell whether something is leap year."),
        ("def home(request): return 1", "Render the home page."),
        ("def edit_todo(request, pk): return 1", "Edit a todo."),
        ("class SignUpForm(forms.Form): x = 1", "Form for a sign up."),
        ("class HomeView(View):\n    def get(self, request): return 1", "Handle GET requests to the home page."),
        ("class NotFound(Exception): pass", "Error: a not found."),
    ],
)
def test_descriptions_come_from_names_and_types(source: str, description: str) -> None:
    assert description in masked(source)


def test_broken_python_is_not_shown() -> None:
    result = mask_file("module.py", "def f(:\n    return 'secret'\n")
    assert result.outcome is Outcome.BROKEN
    assert "line 1" in result.reason
    assert result.content == "# This file is not shown: it cannot be read.\n"
