import json
from pathlib import Path

import pytest

from evaluator.diagrams.agreement import diagram_differences, write_diagrams
from evaluator.diagrams.model import ProjectModel, file_dag
from evaluator.diagrams.products import class_json, class_mermaid, package_json, package_mermaid
from evaluator.diagrams.reading import read_project
from tests.support.diagram_projects import SHOP, written


@pytest.fixture
def shop(tmp_path: Path) -> ProjectModel:
    return read_project(written(tmp_path / "shop", SHOP))


def test_the_package_flowchart_has_modules_exports_and_dependencies(shop: ProjectModel) -> None:
    assert package_mermaid(shop).splitlines() == [
        "flowchart TD",
        '    shop["shop<br/>Basket<br/>total"]',
        '    shop_basket["shop.basket<br/>LIMIT<br/>State<br/>Basket"]',
        '    shop_items["shop.items<br/>Item<br/>Gift"]',
        '    shop_pricing["shop.pricing<br/>Price<br/>total"]',
        "    shop --> shop_basket",
        "    shop --> shop_pricing",
        "    shop_basket --> shop_items",
        "    shop_pricing --> shop_basket",
    ]


def test_the_class_diagram_has_members_module_boxes_and_relations(shop: ProjectModel) -> None:
    lines = [line.strip() for line in class_mermaid(shop).splitlines()]

    assert lines[0] == "classDiagram"
    assert "-dict[str, Item] _items" in lines
    assert "+add(item: Item, *, count: int=1) None" in lines
    assert "-_check() bool" in lines
    assert "Gift --|> Item" in lines
    assert "Basket --> State" in lines
    assert "Basket ..> Price" in lines
    assert lines[lines.index("class shop_pricing_functions {") + 1] == "<<module>>"


def test_braces_of_a_signature_do_not_end_a_class_body(shop: ProjectModel) -> None:
    assert "+total(basket: shop.basket.Basket, rates: dict[str, float]=()) Price" in class_mermaid(shop)


def test_classes_that_share_a_name_are_told_apart_by_their_module(tmp_path: Path) -> None:
    model = read_project(written(tmp_path, {"a.py": "class Node: pass", "b.py": "class Node: pass"}))

    assert "class a_Node {" in class_mermaid(model)
    assert "class b_Node {" in class_mermaid(model)


def test_the_package_json_names_modules(shop: ProjectModel) -> None:
    assert package_json(shop)["packages"][3] == {
        "name": "shop.pricing",
        "exports": ["Price", "total"],
        "depends_on": ["shop.basket"],
    }


def test_the_class_json_has_classes_and_functions(shop: ProjectModel) -> None:
    diagram = class_json(shop)

    assert diagram["classes"][3] == {
        "name": "Gift",
        "module": "shop.items",
        "description": "Item without a price.",
        "bases": ["Item"],
        "attributes": [],
        "methods": [],
        "relations": [{"kind": "inheritance", "target": "Item"}],
    }
    assert diagram["functions"] == [
        {
            "name": "total",
            "module": "shop.pricing",
            "signature": "(basket: shop.basket.Basket, rates: dict[str, float]={}) -> Price",
            "description": "Return the sum of a basket.",
        }
    ]


def test_the_file_graph_lists_dependencies_before_their_users(shop: ProjectModel) -> None:
    assert list(file_dag(shop)) == ["shop/items.py", "shop/basket.py", "shop/pricing.py", "shop/__init__.py"]


def test_the_file_graph_of_an_import_cycle_still_has_every_file(tmp_path: Path) -> None:
    model = read_project(written(tmp_path, {"a.py": "import b", "b.py": "import c", "c.py": "import a"}))

    assert file_dag(model) == {"c.py": ["a.py"], "b.py": ["c.py"], "a.py": ["b.py"]}
    assert list(file_dag(model)) == ["c.py", "b.py", "a.py"]


def test_a_long_chain_of_imports_needs_no_recursion(tmp_path: Path) -> None:
    files = {f"m{n:04}.py": f"import m{n + 1:04}" for n in range(1500)} | {"m1500.py": ""}

    assert next(iter(file_dag(read_project(written(tmp_path, files))))) == "m1500.py"


def test_written_diagrams_agree_with_the_project(shop: ProjectModel, tmp_path: Path) -> None:
    paths = write_diagrams(shop, tmp_path / "mission")

    assert [path.relative_to(tmp_path / "mission").as_posix() for path in paths] == [
        "uml/package.mmd",
        "uml/class.mmd",
        "uml/package.json",
        "uml/class.json",
        "file_dag.json",
    ]
    assert diagram_differences(shop, tmp_path / "mission") == ()
    assert json.loads((tmp_path / "mission/file_dag.json").read_text()) == file_dag(shop)


def test_a_missing_and_a_changed_diagram_are_named(shop: ProjectModel, tmp_path: Path) -> None:
    write_diagrams(shop, tmp_path)
    (tmp_path / "uml/class.json").unlink()
    changed = tmp_path / "uml/package.mmd"
    changed.write_text(changed.read_text().replace("LIMIT<br/>", ""))

    differences = diagram_differences(shop, tmp_path)

    assert [each.path for each in differences] == ["uml/package.mmd", "uml/class.json"]
    assert '-shop_basket["shop.basket<br/>State' in str(differences[0]).replace("    ", "")
    assert "missing" in str(differences[1])
