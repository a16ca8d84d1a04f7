"""Reading of Mermaid diagrams: what they name, what cannot be read, agreement with others and with code."""

from __future__ import annotations

from pathlib import Path

from evaluator.diagrams.mermaid import FREE, agreement_of, design_of_code, read_design
from evaluator.diagrams.products import class_mermaid
from evaluator.diagrams.reading import read_project

CLASSES = """
Words before.
```mermaid
classDiagram
    direction LR
    class Shape {
        <<interface>>
        +area() float
        #name: str
    }
    class Square~T~
    Square : +float side
    Square : +area() float
    Shape <|-- Square : is a
    Square "1" --> "0..*" Point
    class Global_functions {
        +draw(shape: Shape)
    }
    Global_functions ..> Shape
```
"""
MESSAGES = """sequenceDiagram
    actor User
    participant S as Shape
    User->>+S: area()
    S-->>-User: 4.0
    loop each
        User-)S: draw(x)
    end
"""


def test_classes_methods_and_relations_are_read_and_free_functions_belong_to_no_class() -> None:
    design = read_design([CLASSES])
    assert design.problems == ()
    assert design.classes == {"shape", "square", "point"}
    assert design.methods == {("shape", "area"), ("square", "area"), (FREE, "draw")}
    assert design.relations == {frozenset({"shape", "square"}), frozenset({"square", "point"})}


def test_a_text_that_is_a_diagram_is_read_and_messages_name_what_is_called() -> None:
    design = read_design([MESSAGES])
    assert (design.problems, design.has_sequence, design.has_classes) == ((), True, False)
    assert design.messages == {("s", "area"), ("s", "draw")}


def test_lines_of_no_known_form_and_braces_that_stay_open_are_problems() -> None:
    assert read_design(["classDiagram\n    Shape is a class\n"]).problems == ("not understood: Shape is a class",)
    assert "no closing brace" in read_design(["classDiagram\nclass A {\n+b()\n"]).problems[0]
    assert "neither" in read_design(["```mermaid\nflowchart TD\n  A --> B\n```"]).problems[0]


def test_the_diagram_that_is_derived_from_code_agrees_with_the_code(tmp_path: Path) -> None:
    (tmp_path / "shapes.py").write_text(
        "class Point:\n    x: int\n\n\nclass Shape:\n    at: Point\n\n"
        "    def area(self) -> float:\n        return 0.0\n\n\ndef draw(shape: Shape) -> None: ...\n"
    )
    model = read_project(tmp_path)
    drawn, derived = read_design([class_mermaid(model)]), design_of_code(model)
    assert (drawn.classes, drawn.methods, drawn.relations) == (derived.classes, derived.methods, derived.relations)
    assert drawn.problems == ()


def test_agreement_is_undefined_where_nothing_is_expected_and_0_where_nothing_is_found() -> None:
    assert agreement_of(frozenset("a"), frozenset()).f1 is None
    nothing = agreement_of(frozenset(), frozenset("a"))
    assert (nothing.precision, nothing.recall, nothing.f1) == (None, 0.0, 0.0)
    half = agreement_of(frozenset("ab"), frozenset("bc"))
    assert (half.precision, half.recall, half.f1) == (0.5, 0.5, 0.5)
