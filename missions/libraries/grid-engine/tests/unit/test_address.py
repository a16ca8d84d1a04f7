import pytest
from gridengine.address import (
    COLUMNS,
    ROWS,
    Address,
    Range,
    Reference,
    column_name,
    column_number,
    parse_address,
    parse_range,
    parse_reference,
)
from gridengine.errors import AddressError, GridError


@pytest.mark.parametrize(("number", "name"), [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ")])
def test_names_of_columns(number, name):
    assert column_name(number) == name
    assert column_number(name) == column_number(name.lower()) == number


@pytest.mark.parametrize("name", ["", "A1", "AAA", "Ä", "$A"])
def test_what_names_no_column(name):
    with pytest.raises(AddressError):
        column_number(name)


@pytest.mark.parametrize(
    ("text", "column", "row"), [("A1", 1, 1), ("b3", 2, 3), ("ZZ100000", COLUMNS, ROWS), ("aB10", 28, 10)]
)
def test_addresses(text, column, row):
    assert parse_address(text) == Address(column, row)
    assert str(parse_address(text)) == text.upper()


@pytest.mark.parametrize(
    "text", ["", "A", "1", "A0", "A01", "AAA1", "A100001", "A999999", "A1 ", "A-1", "$A1", "A$1", "A1:B2", "Ä1", "A１"]
)
def test_what_is_no_address(text):
    with pytest.raises(AddressError) as caught:
        parse_address(text)
    assert caught.value.text == text
    assert str(caught.value) == f"not an address: {text!r}"
    assert isinstance(caught.value, GridError)


@pytest.mark.parametrize(("column", "row"), [(0, 1), (1, 0), (703, 1), (1, 100_001)])
def test_places_outside_the_sheet(column, row):
    with pytest.raises(AddressError, match=f"column {column}, row {row}"):
        Address(column, row)


def test_addresses_are_ordered_by_rows():
    assert sorted([Address(2, 1), Address(1, 2), Address(1, 1)]) == [Address(1, 1), Address(2, 1), Address(1, 2)]
    with pytest.raises(TypeError):
        assert Address(1, 1) < "A2"


def test_moving():
    assert parse_address("B3").moved(2, -1) == parse_address("D2")
    with pytest.raises(AddressError):
        parse_address("B3").moved(-2, 0)


@pytest.mark.parametrize("text", ["A1", "$A1", "A$1", "$ZZ$99"])
def test_references(text):
    reference = parse_reference(text.lower())
    assert str(reference) == text
    assert (reference.column_fixed, reference.row_fixed) == (text.startswith("$"), "$" in text[1:])


@pytest.mark.parametrize(("text", "shifted"), [("B2", "D5"), ("$B2", "$B5"), ("B$2", "D$2"), ("$B$2", "$B$2")])
def test_fixed_parts_stay(text, shifted):
    assert str(parse_reference(text).shifted(2, 3)) == shifted


def test_references_move_unless_fixed():
    assert Reference(Address(2, 3)) == parse_reference("B3")


def test_a_reference_cannot_leave_the_sheet():
    assert parse_reference("$A$1").shifted(-5, -5) == Reference(Address(1, 1), True, True)
    with pytest.raises(AddressError):
        parse_reference("A1").shifted(0, -1)


@pytest.mark.parametrize("text", ["A1:B3", "B3:A1", "A3:B1", "b1:a3"])
def test_ranges_have_their_corners_in_order(text):
    area = parse_range(text)
    assert area == Range(Address(1, 1), Address(2, 3))
    assert (area.columns, area.rows, area.size, str(area)) == (2, 3, 6, "A1:B3")


def test_a_range_of_one_cell():
    assert parse_range("C4") == parse_range("C4:C4")
    assert parse_range("C4").size == 1


def test_cells_of_a_range():
    assert [str(address) for address in parse_range("B2:C3")] == ["B2", "C2", "B3", "C3"]


@pytest.mark.parametrize(
    ("address", "inside"), [("B2", True), ("C4", True), ("A2", False), ("D2", False), ("B1", False), ("B5", False)]
)
def test_what_is_in_a_range(address, inside):
    assert (parse_address(address) in parse_range("B2:C4")) is inside
    assert "B2" not in parse_range("B2:C4")


@pytest.mark.parametrize("text", ["", ":", "A1:", ":A1", "A1:B", "A1:B2:C3", "$A$1:B2"])
def test_what_is_no_range(text):
    with pytest.raises(AddressError) as caught:
        parse_range(text)
    assert caught.value.text == text
