"""Inventory of untrusted files, taken in a process of its own within limits of size, time and memory."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from evaluator.evaluators.child_process import ChildFailed, output_of
from evaluator.evaluators.specification_coverage.model import ApiInventory
from missions.project_files import Files

CHILD = "evaluator.evaluators.specification_coverage.child"
MEMORY_BYTES = 2 << 30
SECONDS = 120
MAX_BYTES = 64 << 20


@with_config(ConfigDict(ser_json_bytes="base64", val_json_bytes="base64"))
@dataclass(frozen=True)
class InventoryRequest:
    """Python files whose inventory is taken."""

    files: dict[str, bytes]


REQUEST = TypeAdapter(InventoryRequest)
RESULT = TypeAdapter(ApiInventory)


def bounded_inventory(files: Files) -> ApiInventory:
    """Return the inventory of the Python files; an empty one, naming the reason, when it cannot be taken."""
    sources = {path: content for path, content in files.items() if path.endswith(".py")}
    if (size := sum(map(len, sources.values()))) > MAX_BYTES:
        return ApiInventory(unread=(f"all files: {size} bytes are more than {MAX_BYTES}",))
    try:
        return RESULT.validate_json(output_of(CHILD, REQUEST.dump_json(InventoryRequest(sources)), SECONDS))
    except ChildFailed as error:
        return ApiInventory(unread=(f"all files: {error}",))
    except ValidationError:
        return ApiInventory(unread=("all files: the process printed no result",))
