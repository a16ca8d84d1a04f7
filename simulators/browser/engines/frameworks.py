"""Client framework that rendered an element, found by Chromium's own protocol.

A framework keeps the tree that it rendered in the page's own world, so that is where it is read: by a script that uses
no built-in function, because the page may have replaced them. The element itself is found in the isolated world. It
counts when it has its place in the framework's tree, from itself to the root, and when the code that made this tree is
in a script that holds the framework. What a script makes beside the framework, or sets as HTML, is in no such tree.

This is no proof against a page that bundles a framework and imitates its tree by hand beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from simulators.browser import chromium

Framework = Literal["React", "Vue"]
"""Client framework that is recognized: React from version 17 on, Vue from version 3 on."""

MARKS: Mapping[str, tuple[str, ...]] = {
    "React": ("__reactFiber$", "__reactProps$", "__reactContainer$", "__reactEvents$", "dangerouslySetInnerHTML"),
    "Vue": ("__v_isVNode", "__v_skip", "appContext", "subTree", "shapeFlag"),
}
"""Names that are in the code of a framework in every version and build, since minifiers keep them."""

Send = Callable[[str, Mapping[str, object], float], Mapping[str, Any]]
"""Sends a command of the protocol to the current window; raises `EngineError`s, `PageChanged` for a lost context."""


def framework_of(send: Send, element: str, timeout: float) -> str:
    """Return the framework that rendered the element with this handle; empty when none did."""
    node = send("DOM.describeNode", {"objectId": element}, timeout)["node"]["backendNodeId"]
    own = send("DOM.resolveNode", {"backendNodeId": node}, timeout)["object"]["objectId"]
    call = {"objectId": own, "functionDeclaration": _script()}
    answer = send("Runtime.callFunctionOn", call, timeout)["result"]
    if answer.get("subtype") != "array":
        return ""
    found = _properties(send, answer["objectId"], timeout)["result"]
    name, code = (next(each["value"] for each in found if each["name"] == place) for place in ("0", "1"))
    marks = MARKS[str(name["value"])]
    source = _source(send, code, timeout)
    return str(name["value"]) if all(mark in source for mark in marks) else ""


def _properties(send: Send, handle: str, timeout: float) -> Mapping[str, Any]:
    return send("Runtime.getProperties", {"objectId": handle, "ownProperties": True}, timeout)


def _source(send: Send, function: Mapping[str, Any], timeout: float) -> str:
    """Return the source of the script that defines a function; empty for anything else."""
    if function.get("type") != "function":
        return ""
    internal = _properties(send, function["objectId"], timeout).get("internalProperties", [])
    places = [each["value"]["value"] for each in internal if each["name"] == "[[FunctionLocation]]"]
    if not places:
        return ""
    send("Debugger.enable", {}, timeout)
    try:
        send("Debugger.setSkipAllPauses", {"skip": True}, timeout)  # the page may ask for a debugger
        return str(send("Debugger.getScriptSource", {"scriptId": places[0]["scriptId"]}, timeout)["scriptSource"])
    finally:
        send("Debugger.disable", {}, timeout)


@cache
def _script() -> str:
    script = (Path(chromium.__file__).parent / "scripts" / "frameworks.js").read_text(encoding="utf-8")
    return script[script.index("function ()") :]
