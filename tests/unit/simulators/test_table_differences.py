"""What the message says of a table that is not as expected."""

from simulators.browser.vocabulary.expectations import MAX_CELL_CHARS, MAX_NAMED, described, differences

HEAD = ["Name", "Price"]


def test_equal_tables_have_no_difference() -> None:
    assert differences([HEAD], [HEAD]) == []
    assert described([HEAD], [HEAD]) == ""


def test_a_single_cell_is_named_in_one_line() -> None:
    assert described([HEAD, ["Milk", "2"]], [HEAD, ["Milk", "3"]]) == (
        "row 2, column 2: expected '2', the table shows '3'"
    )


def test_every_cell_is_named_with_its_place_and_both_texts() -> None:
    words = described([HEAD, ["Milk", "2"]], [["Item", "Price"], ["Milk", "3"], ["Eggs"]])
    assert words.splitlines() == [
        "the table has 3 rows, expected 2; 3 cells differ: row 1, column 1: expected 'Name', the table shows 'Item'",
        "row 2, column 2: expected '2', the table shows '3'",
        "row 3, column 1: expected nothing, the table shows 'Eggs'",
    ]


def test_a_row_without_cells_counts() -> None:
    assert described([HEAD], [HEAD, []]) == "the table has 2 rows, expected 1"


def test_a_long_list_and_long_texts_are_cut() -> None:
    words = described([["x" * 10_000]] * 50, [["y" * 10_000]] * 50)
    assert words.endswith(f"\n… and {50 - MAX_NAMED} more")
    assert len(words) < (MAX_NAMED + 2) * (2 * MAX_CELL_CHARS + 80)
