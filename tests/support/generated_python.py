"""Random Python modules whose bodies contain literals that occur nowhere else."""

from dataclasses import dataclass

from hypothesis import strategies as st

SECRET = "sesame"  # begins every string, and every number is a multiple of the other
NUMBER = 7_919_000_000


@dataclass(frozen=True)
class Style:
    """Indentation, line ends and byte order mark of a module."""

    indent: str
    newline: str
    mark: str


styles = st.builds(
    Style, st.sampled_from(["    ", "  ", "\t"]), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"])
)

numbers = st.integers(1, 9).map(lambda n: str(n * NUMBER))
strings = st.sampled_from(["one", "two", "größe", "a b", "#no comment", "{", "\\n"]).map(lambda s: f'"{SECRET} {s}"')
names = st.sampled_from(["alpha", "get_total", "HTTPServer", "x", "größe", "is_open", "__len__", "_private", "main"])
secrets = st.one_of(
    numbers,
    strings,
    strings.map(lambda s: f'f{s[:-1]} {{1 + 1}}"' if "{" not in s else s),
    st.tuples(numbers, strings).map(lambda t: f"[{t[0]} for _ in {t[1]} if (w := {t[0]})]"),
    st.tuples(strings, numbers).map(lambda t: "{" + f"{t[0]}: lambda k={t[1]}: {t[1]}" + "}"),
    strings.map(lambda s: f'"""{s[1:-1]}\n  more\nlines"""'),
)
simple = st.one_of(
    secrets.map(lambda s: f"return {s}"),
    secrets.map(lambda s: f"x = {s}; y = {s}  # {SECRET}"),
    secrets.map(lambda s: f"assert {s}, {s}"),
    secrets.map(lambda s: f"raise ValueError({s})"),
    secrets.map(lambda s: f"x: int = {s}"),
    st.just("pass"),
    st.just("global state; state = 1"),
)


def _indented(lines: list[str]) -> list[str]:
    """Return the lines one level deeper, by a tab until the module is written. Strings continue at the margin."""
    found, inside = [], False
    for line in lines:
        found.append(line if inside else f"\t{line}")
        inside ^= line.count('"""') % 2 == 1
    return found


def _block(head: str, body: list[str]) -> list[str]:
    return [head, *_indented([line for part in body for line in part.split("\n")])]


def bodies(depth: int = 2) -> st.SearchStrategy[list[str]]:
    """Generate the statements of a function, as lines."""
    if not depth:
        return st.lists(simple, min_size=1, max_size=3)
    inner = bodies(depth - 1)
    compound = st.one_of(
        st.tuples(secrets, inner).map(lambda t: _block(f"if {t[0]}:", t[1])),
        st.tuples(secrets, inner).map(lambda t: _block(f"for i in {t[0]}:", t[1])),
        st.tuples(secrets, inner).map(lambda t: _block("try:", t[1]) + _block("except OSError:", [f"x = {t[0]}"])),
        st.tuples(strings, inner).map(lambda t: _block(f"match {t[0]}:", _block("case _:", t[1]))),
        st.tuples(names, inner).map(lambda t: _block(f"def {t[0]}(a=1):", t[1])),
        st.tuples(names, inner).map(lambda t: _block(f"class {t[0]}:", ["pass", f"# {SECRET}"]) + t[1]),
    )
    return st.lists(st.one_of(simple.map(lambda s: [s]), compound), min_size=1, max_size=3).map(
        lambda parts: [line for part in parts for line in part]
    )


decorators = st.sampled_from([[], ["@staticmethod"], ["@functools.lru_cache(maxsize=3)"], ["@keeps"], ["@makes(2)"]])
signatures = st.sampled_from(
    ["()", "(a, b=2, *, c: int = 3)", "(a, /, *args: int, **named) -> dict[str, int]", "(\na, # why\n)"]
)


@st.composite
def functions(draw: st.DrawFn) -> list[str]:
    """Return the lines of a function: on one line or on many, with or without docstring and comments."""
    head = f"{draw(st.sampled_from(['def', 'async def']))} {draw(names)}{draw(signatures)}:"
    if draw(st.integers(0, 4)) == 0:
        statement = draw(secrets.filter(lambda s: "\n" not in s).map(lambda s: f"return {s}; x = {s}  # {SECRET}"))
        return [*draw(decorators), *f"{head} {statement}".split("\n")]
    described = draw(
        st.sampled_from([[], ['"""Says what it does."""'], ["'Says it\\\n in two lines'"], ["# hm", "'''Said.'''"]])
    )
    rest = draw(st.sampled_from([[], [f"# {SECRET} in the end"], ["", f"# {SECRET} after a gap"]]))
    return [*draw(decorators), *_block(head.replace("\n", "\n"), [*described, *draw(bodies()), *rest])]


declarations = st.sampled_from(
    [
        "LIMIT = 3",
        "total: int = 4",
        "NAMES = ['a', 'b']",
        "T = LIMIT * 2",
        "# a comment",
        "",
        "\f",
        "low, high = 1, 2",
        "x = 1; y = 2",
    ]
).map(lambda line: [line])
acts = st.one_of(
    secrets.map(lambda s: [f"print({s})"]),
    st.tuples(names, secrets).map(lambda t: _block(f"for {t[0]} in [1]:", [f"z = {t[1]}"])),
    secrets.map(lambda s: _block("if __name__ == '__main__':", [f"main({s})", "main()"])),
    st.just(_block("if LIMIT > 2:", ["import json"]) + _block("else:", ["json = None"])),
    st.just(["total = keeps(3)"]),
)


@st.composite
def classes(draw: st.DrawFn) -> list[str]:
    """Return the lines of a class."""
    head = f"class {draw(names)}{draw(st.sampled_from(['', '()', '(Exception)', '(dict)']))}:"
    if draw(st.integers(0, 4)) == 0:
        return [f"{head} size = 1; colour = 'red'"]
    members = draw(st.lists(st.one_of(functions(), declarations), min_size=1, max_size=3))
    return _block(head, ["kind = 'a'", *(line for member in members for line in member)])


PREAMBLE = """import functools
LIMIT = 1
state = 0
def keeps(function): return function
def makes(times): return lambda function: function
def main(*values): pass
"""


@st.composite
def modules(draw: st.DrawFn) -> str:
    """Return a module that is valid Python."""
    parts = draw(st.lists(st.one_of(functions(), functions(), classes(), declarations, acts), min_size=1, max_size=5))
    style = draw(styles)
    text = PREAMBLE + "\n".join(line for part in parts for line in part) + draw(st.sampled_from(["", "\n"]))
    lines, inside = [], False
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip("\t"))
        lines.append(line if inside else style.indent * depth + line[depth:])
        inside ^= line.count('"""') % 2 == 1
    return style.mark + style.newline.join(lines)
