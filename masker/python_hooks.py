"""What stands for a body where Python itself calls it, also while a project is imported.

Masked, decorators and some special methods would give nothing, and functions, classes or attributes would be missing;
so a decorator gives back what it decorates, and a special method hands on to the class above.
"""

import ast

from masker.python_trees import Function

_ATTRIBUTES = frozenset({"__getattribute__", "__setattr__", "__delattr__"})
_ALWAYS = _ATTRIBUTES | {"__hash__"}
_OF_METACLASSES = frozenset({"__call__", "__prepare__"})


def handed_on(node: Function) -> str | None:
    """The statement that stands for the body of such a method, None for any other method."""
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)]
    if not parameters:
        return None
    first, rest = parameters[0], parameters[1:]
    if node.name == "__getattr__" and rest:
        return f"raise AttributeError({rest[0]})"
    if node.name == "__new__":
        return f"return super().__new__({_arguments(node, parameters) if _is_metaclass(first) else first})"
    if node.name in _ALWAYS or (node.name in _OF_METACLASSES and first != "self"):
        return f"return super().{node.name}({_arguments(node, rest)})"
    return None


def constructs(node: Function) -> str | None:
    """The call of the constructor above, with those arguments that are names; None where there is none."""
    for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
        if ast.unparse(call.func) == "super().__init__":
            values = [ast.unparse(value) for value in call.args if _is_name(value)]
            named = [ast.unparse(keyword) for keyword in call.keywords if _is_name(keyword.value)]
            return f"super().__init__({', '.join([*values, *named])})"
    return None


def leaves_as_it_is(node: Function, *, is_method: bool, plain: bool, makes: bool) -> str:
    """The statement for a function used as ``@name`` (plain), as ``@name(…)`` (it makes a decorator) or as both."""
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args)][1 if is_method else 0 :]
    if parameters:
        target = parameters[0]
    else:
        target = f"next(iter({node.args.vararg.arg}), None)" if node.args.vararg else "None"
    if makes:
        return f"return {target} or (lambda decorated: decorated)" if plain else "return lambda decorated: decorated"
    return f"return {target}"


def _is_metaclass(first: str) -> bool:
    """Whether ``__new__`` is that of a metaclass: its first parameter is then called so (PEP 8 has no word on it)."""
    return first.startswith(("m", "typ"))


def _arguments(node: Function, parameters: list[str]) -> str:
    """All that a method was called with."""
    star = [f"*{node.args.vararg.arg}"] if node.args.vararg else []
    named = [f"{argument.arg}={argument.arg}" for argument in node.args.kwonlyargs]
    stars = [f"**{node.args.kwarg.arg}"] if node.args.kwarg and _hands_on(node, node.args.kwarg.arg) else []
    return ", ".join([*parameters, *star, *named, *stars])


def _hands_on(node: Function, name: str) -> bool:
    """Whether the method itself hands on its further named arguments, rather than taking them for itself."""
    keywords = (inner for inner in ast.walk(node) if isinstance(inner, ast.keyword) and inner.arg is None)
    return any(isinstance(keyword.value, ast.Name) and keyword.value.id == name for keyword in keywords)


def _is_name(node: ast.expr) -> bool:
    return isinstance(node.value if isinstance(node, ast.Starred) else node, ast.Name)
