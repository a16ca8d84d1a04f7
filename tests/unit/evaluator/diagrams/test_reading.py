from pathlib import Path

import pytest

from evaluator.diagrams.model import (
    Attribute,
    ClassModel,
    DiagramError,
    ProjectModel,
    Relation,
    RelationKind,
    Visibility,
)
from evaluator.diagrams.reading import read_project
from tests.support.diagram_projects import SHOP, written


@pytest.fixture
def shop(tmp_path: Path) -> ProjectModel:
    return read_project(written(tmp_path, SHOP))


def _class(model: ProjectModel, name: str) -> ClassModel:
    return next(each for each in model.classes() if each.name == name)


def test_modules_are_named_and_ordered_by_path(shop: ProjectModel) -> None:
    assert [module.name for module in shop.modules] == ["shop", "shop.basket", "shop.items", "shop.pricing"]


def test_exports_are_those_declared_or_every_public_name(shop: ProjectModel) -> None:
    assert shop.modules[0].exports == ("Basket", "total")
    assert shop.modules[1].exports == ("LIMIT", "State", "Basket")


def test_imports_are_resolved_to_files_without_those_for_types_only(shop: ProjectModel) -> None:
    assert [module.imports for module in shop.modules] == [
        ("shop/basket.py", "shop/pricing.py"),
        ("shop/items.py",),
        (),
        ("shop/basket.py",),
    ]


def test_a_submodule_imported_from_its_package_is_a_dependency_on_the_submodule(tmp_path: Path) -> None:
    files = {
        "p/__init__.py": "X = 1",
        "p/a.py": "from . import b, X",
        "p/b.py": "",
        "p/q/__init__.py": "from ..b import y",
    }
    model = read_project(written(tmp_path, files))

    assert {module.path: module.imports for module in model.modules} == {
        "p/__init__.py": (),
        "p/a.py": ("p/__init__.py", "p/b.py"),
        "p/b.py": (),
        "p/q/__init__.py": ("p/b.py",),
    }


def test_attributes_come_from_the_class_its_properties_and_its_constructor(shop: ProjectModel) -> None:
    assert set(_class(shop, "Basket").attributes) == {
        Attribute("size", "int", Visibility.PUBLIC),
        Attribute("owner", "str", Visibility.PUBLIC),
        Attribute("_items", "dict[str, Item]", Visibility.PRIVATE),
        Attribute("state", "State", Visibility.PUBLIC),
    }
    assert [each.name for each in _class(shop, "Item").attributes] == ["name", "cents"]


def test_methods_have_signature_visibility_and_summary(shop: ProjectModel) -> None:
    methods = {each.name: each for each in _class(shop, "Basket").methods}

    assert methods["add"].signature == "(self, item: Item, *, count: int=1) -> None"
    assert methods["add"].description == "Add an item."
    assert methods["_check"].visibility is Visibility.PRIVATE
    assert methods["__init__"].visibility is Visibility.PUBLIC
    assert "size" not in methods


def test_relations_name_the_strongest_link_to_each_class_of_the_project(shop: ProjectModel) -> None:
    assert _class(shop, "Gift").relations == (Relation(RelationKind.INHERITANCE, "Item"),)
    assert _class(shop, "Basket").relations == (
        Relation(RelationKind.ASSOCIATION, "Item"),
        Relation(RelationKind.ASSOCIATION, "State"),
        Relation(RelationKind.DEPENDENCY, "Price"),
    )


def test_private_classes_and_functions_are_left_out(shop: ProjectModel) -> None:
    assert [each.name for each in shop.classes()] == ["State", "Basket", "Item", "Gift", "Price"]
    assert [each.name for each in shop.functions()] == ["total"]


def test_a_description_is_the_first_paragraph_in_one_line(shop: ProjectModel) -> None:
    assert _class(shop, "Basket").description == "Items that a customer wants to buy."


def test_hidden_folders_caches_and_links_are_skipped(tmp_path: Path) -> None:
    outside = tmp_path / "outside.py"
    outside.write_text("x = 1")
    project = written(tmp_path / "project", {"a.py": "", ".venv/b.py": "", "__pycache__/c.py": "", "readme.md": ""})
    (project / "link.py").symlink_to(outside)

    assert [module.path for module in read_project(project).modules] == ["a.py"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"def broken(:\n", "broken.py, line 1: not valid Python"),
        (b"x = '\xff'\n", "broken.py: cannot be parsed"),
        (b"x = 1\x00\n", "broken.py"),
        (b"#" * 2_000_001, "broken.py: larger than 2000000 bytes"),
    ],
    ids=["syntax", "encoding", "null byte", "size"],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "broken.py").write_bytes(content)

    with pytest.raises(DiagramError, match=message):
        read_project(tmp_path)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DiagramError, match="nowhere: not a folder"):
        read_project(tmp_path / "nowhere")
