"""Beginning of the test files that check components in the sandbox; it imports nothing of the evaluator."""

import importlib
import inspect


def check_component(module: str, name: str, is_class: bool, calls: "tuple[tuple[int, tuple[str, ...]], ...]") -> None:
    """Raise unless the component exists and its signature accepts `calls`."""
    owner, _, last = name.rpartition(".")
    found = importlib.import_module(module)
    for part in filter(None, owner.split(".")):
        found = getattr(found, part)
    component = inspect.getattr_static(found, last) if owner else getattr(found, last)
    if isinstance(component, (classmethod, staticmethod)):
        component = component.__func__
    if not callable(component):
        component = getattr(found, last)
    if is_class:
        assert isinstance(component, type) or callable(component), f"{name} is no class"
        return
    assert callable(component), f"{name} cannot be called"
    try:
        signature = inspect.signature(component)
    except (TypeError, ValueError):
        return  # written in C, or a wrapper that shows no signature
    for positions, names in calls:
        signature.bind(*(None,) * positions, **dict.fromkeys(names))
