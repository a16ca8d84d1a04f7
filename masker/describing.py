"""Descriptions for Python code that has none, derived from names, types and use; never from what a body holds."""

import ast

from masker.python_trees import Function
from masker.words import an, listed, phrase, sentence, words

_SPECIAL = {
    "__init__": "initialize the {owner}",
    "__post_init__": "complete the {owner} after its fields are set",
    "__new__": "create the {owner}",
    "__str__": "return a string representation of the {owner}",
    "__repr__": "return a string representation of the {owner} for developers",
    "__eq__": "tell whether two of the {owner} are equal",
    "__hash__": "return the hash of the {owner}",
    "__len__": "return the length of the {owner}",
    "__iter__": "iterate over the {owner}",
    "__next__": "return the next item of the {owner}",
    "__enter__": "enter the context of the {owner}",
    "__exit__": "leave the context of the {owner}",
    "__call__": "call the {owner}",
    "__getitem__": "return an item of the {owner}",
    "__setitem__": "set an item of the {owner}",
    "__contains__": "tell whether the {owner} contains an item",
    "__bool__": "tell whether the {owner} counts as true",
    "main": "main function to run the program",
    "get_context_data": "provide context data to the template",
    "get_queryset": "return the objects that are shown",
    "form_valid": "save the valid form",
    "form_invalid": "show the invalid form",
    "clean": "validate the {owner}",
    "save": "save the {owner}",
    "delete": "delete the {owner}",
}
_REQUESTS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_QUESTIONS = frozenset({"is", "has", "can", "should", "was", "are", "needs", "allows"})
_VERBS = frozenset(
    """
    accept add allow analyze append apply ask assign authenticate backup book build buy calculate call cancel
    change check choose classify clean clear close collect compare complete compute connect convert copy count
    create decode decorate decrypt define delete describe detect disable discard display divide download draw
    drop edit enable encode encrypt ensure enter evaluate execute expand export extract fetch fill filter find
    finish fit format gather generate get give group handle hash hide highlight import increment init
    initialize insert inspect join keep label leave limit list load locate lock log login logout look make
    mark match measure merge move multiply normalize notify open order paint parse pause pay perform pick
    place play plot pop post prepare preprocess print process produce prompt provide push put query raise
    randomize read receive record redirect refresh register reject remove rename render replace reply report
    request reserve reset resize resolve restart restore resume return review roll rotate run save scan score
    search select send serialize set setup share show shuffle sign signup simulate skip sort split start stop
    store strip submit subtract sum summarize swap switch take test throw toggle tokenize track train
    transform translate undo unlock update upload use validate verify view visit wait walk warn withdraw wrap
    write
    """.split()  # noqa: SIM905
)
_ENDINGS = {
    "model": "model representing {}",
    "form": "form for {}",
    "view": "view of the {} page",
    "admin": "administration of {}",
    "config": "configuration of the {} app",
    "error": "error: {}",
    "exception": "error: {}",
    "enum": "the kinds of {}",
    "choices": "the choices of {}",
    "protocol": "what {} can do",
    "case": "tests of {}",
    "thread": "thread of {}",
    "serializer": "serializer of {}",
    "set": "query set of {}",
    "manager": "manager of {}",
}


def describe_class(node: ast.ClassDef) -> str:
    """One sentence about a class, from its name and what it inherits."""
    name = words(node.name)
    for base in node.bases:
        ending = "view" if _last_name(base).endswith("ViewSet") else (words(_last_name(base)) or [""])[-1]
        pattern = _ENDINGS.get(ending)
        if pattern:
            subject = _without(name, {ending, "query", "view", "page", "model", "form", "admin", "config"})
            return sentence(pattern.format(phrase(subject) if "the {}" in pattern else an(subject)))
    if any(_last_name(decorator) == "dataclass" for decorator in node.decorator_list):
        return sentence(f"record of {an(name)}")
    return sentence(f"class representing {an(name)}")


def describe_function(node: Function, owner: str | None, callers: list[str]) -> str:
    """One sentence about a function or method: ``owner`` is its class, ``callers`` the functions that use it."""
    of = phrase(words(owner)) if owner else "object"
    if node.name in _SPECIAL and (owner or node.name == "main"):
        return sentence(_SPECIAL[node.name].format(owner=of))
    if node.name.startswith("__") and node.name.endswith("__"):
        return sentence(f"implement {phrase(words(node.name))} for the {of}")
    parameters = [argument.arg for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
    given = [name for name in parameters if name not in {"self", "cls", "request"}]
    name = words(node.name)
    if "request" in parameters and (owner is None or node.name in _REQUESTS):
        return sentence(_view(node, name, owner))
    if any(_last_name(decorator) in {"property", "cached_property"} for decorator in node.decorator_list):
        return sentence(f"the {phrase(name)} of the {of}")
    return sentence(_action(name, given, callers, node.name) + _returned(node.returns, name))


def _view(node: Function, name: list[str], owner: str | None) -> str:
    if node.name in _REQUESTS and owner:
        return f"handle {node.name.upper()} requests to the {phrase(_without(words(owner), {'view', 'page'}))} page"
    subject = _without(name, {"view", "page"})
    if subject[0] in _VERBS and len(subject) > 1:
        return f"{subject[0]} {an(subject[1:])}"
    return f"render the {phrase(subject)} page"


def _action(name: list[str], given: list[str], callers: list[str], identifier: str) -> str:
    tail = f" from the given {listed([phrase(words(argument)) for argument in given])}" if 0 < len(given) < 4 else ""
    if not name:
        return f"function {identifier}"
    first, rest = name[0], name[1:]
    if first in _QUESTIONS and rest:
        return f"tell whether something {first} {phrase(rest)}"
    if first in {"on", "when"} and rest:
        return f"react to {phrase(rest)}"
    if first in {"to", "as", "from"} and rest:
        return f"convert {first} {phrase(rest)}"
    if first in _VERBS:
        what = (
            f" the {phrase(rest)}"
            if rest and rest[0] not in {"to", "from", "in", "by", "with", "for"}
            else _spaced(rest)
        )
        return f"{first}{what}{'' if set(rest) & {part for one in given for part in words(one)} else tail}"
    used = f", for {listed([phrase(words(caller)) for caller in callers[:2]])}" if callers else ""
    return f"return the {phrase(name)}{tail}{used}"


def _returned(annotation: ast.expr | None, name: list[str]) -> str:
    """The type that is returned, where it says more than the name."""
    kind = words(_last_name(annotation)) if isinstance(annotation, ast.Name | ast.Attribute) else []
    if not kind or kind[-1] in {*name, "none", "str", "int", "bool", "float", "bytes", "object", "any", "self"}:
        return ""
    return f" as {an(kind)}"


def _without(parts: list[str], dropped: set[str]) -> list[str]:
    """The words without their last ones as far as they are in ``dropped``, but never none."""
    kept = list(parts)
    while len(kept) > 1 and kept[-1] in dropped:
        kept.pop()
    return kept or ["value"]


def _spaced(parts: list[str]) -> str:
    return f" {phrase(parts)}" if parts else ""


def _last_name(node: ast.expr) -> str:
    """``f`` of ``f``, ``a.f``, ``a.f(…)`` and ``a.f[…]``; empty for anything else."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
