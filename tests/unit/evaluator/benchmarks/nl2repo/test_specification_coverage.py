"""Documented names compared with those that a solution defines."""

from evaluator.benchmarks.nl2repo.api import ApiItem, ApiKind, bounded_inventory, inventory_of
from evaluator.benchmarks.nl2repo.coverage import compare
from evaluator.benchmarks.nl2repo.specification import documented_api

SPECIFICATION = '''
# Boxes

```python
import pandas  # outside of the API guide: not documented API
```

## 3. API Usage Guide

### Imports
```python
import os
from boxes import Box, pack
from boxes.errors import (
    BoxError,
    TooSmall,
)
```

#### `boxes.weigh(box, *, unit="g")`

#### Class Box

```python
class Box(Base):
    def __init__(self, width: int, height: int = 1, **options: object) -> None:

    def put(self, thing: object, *things: object) -> "Box":

    def _private(self): ...
```

```python
@overload
def pack(things: list[object]) -> Box: ...
async def pack(things: list[object], into: Box | None = None) -> Box:
    """Pack."""
    return Box(1)
```

### Example
```python
def area(box):
    return box.width * box.height

print(area(Box(1, 2)))
```

```bash
pip install boxes
```

## 4. Implementation
```python
def helper(): ...
```
'''

SOLUTION = {
    "src/boxes/__init__.py": b"from .box import *\nfrom .errors import BoxError\n",
    "src/boxes/box.py": b"""
class Base:
    def put(self, thing, *things): return self

class Box(Base):
    def __init__(self, width, height=1, **options): self.width = width

try:
    from fast import pack
except ImportError:
    def pack(things, into=None): return Box(1)
""",
    "src/boxes/errors.py": b"class BoxError(Exception): pass\n",
    "src/boxes/broken.py": b"def (:\n",
}


def labels(items: tuple[ApiItem, ...]) -> list[str]:
    return [f"{item.kind} {item.label}" for item in items]


def test_the_api_guide_documents_imports_signatures_and_headings_but_no_examples() -> None:
    assert sorted(labels(documented_api(SPECIFICATION))) == sorted(
        [
            "module boxes",
            "module boxes.errors",
            "name boxes.errors.BoxError",
            "name boxes.errors.TooSmall",
            "function weigh",
            "parameter weigh(box)",
            "parameter weigh(unit)",
            "class Box",
            "parameter Box(width)",
            "parameter Box(height)",
            "parameter Box(**options)",
            "function Box.put",
            "parameter Box.put(thing)",
            "parameter Box.put(*things)",
            "function pack",
            "parameter pack(things)",
            "parameter pack(into)",
        ]
    )


def test_items_are_found_in_packages_below_src_in_bases_and_behind_imports() -> None:
    coverage = compare(documented_api(SPECIFICATION), inventory_of(SOLUTION))
    assert labels(coverage.missing) == [
        "name boxes.errors.TooSmall",
        "function weigh",
        "parameter weigh(box)",
        "parameter weigh(unit)",
    ]
    assert coverage.unread == ("src/boxes/broken.py",)
    assert coverage.share(ApiKind.CLASS) == 1.0
    assert coverage.share(ApiKind.NAME) == 0.5


def test_an_empty_workspace_covers_nothing_and_an_empty_specification_is_undefined() -> None:
    assert compare(documented_api(SPECIFICATION), inventory_of({})).share() == 0.0
    assert compare(documented_api("# Nothing"), inventory_of(SOLUTION)).share() is None


def test_a_name_that_a_module_imports_with_an_asterisk_counts_where_it_is_defined() -> None:
    item = ApiItem(ApiKind.NAME, "Box", "boxes")
    assert compare([item], inventory_of(SOLUTION)).found == (item,)
    without = {name: content for name, content in SOLUTION.items() if "box.py" not in name}
    assert compare([item], inventory_of(without)).missing == (item,)


def test_the_fields_of_a_data_class_are_parameters_of_its_constructor() -> None:
    item = ApiItem(ApiKind.PARAMETER, "width", "Box")
    solution = {"boxes.py": b"@dataclass\nclass Box:\n    width: int\n"}
    assert compare([item], inventory_of(solution)).found == (item,)


def test_files_that_exhaust_the_parser_are_named_and_cost_nothing_else() -> None:
    files = {"deep.py": b"(" * 50_000 + b")" * 50_000, "box.py": b"class Box: pass\n", "b.py": b"x = '\0'"}
    inventory = bounded_inventory(files)
    assert set(inventory.classes) == {"Box"}
    assert inventory.unread == ("b.py", "deep.py")
