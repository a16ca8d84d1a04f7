import pytest
from gridengine.address import parse_address, parse_range
from gridengine.dependencies import DependencyGraph


def _graph(**reads):
    graph = DependencyGraph()
    for reader, texts in reads.items():
        graph.connect(parse_address(reader), [parse_range(text) for text in texts.split()])
    return graph


def _cells(text):
    return {parse_address(each) for each in text.split()}


def _names(cells):
    return " ".join(str(each) for each in cells)


def test_an_empty_graph():
    graph = DependencyGraph()
    assert graph.reads(parse_address("A1")) == ()
    assert graph.readers(parse_address("A1")) == set()
    assert graph.affected([parse_address("A1")]) == set()
    assert graph.order(set()) == ([], set())


def test_what_a_cell_reads():
    assert [str(area) for area in _graph(C1="B1 A1:A3 B1").reads(parse_address("C1"))] == ["B1:B1", "A1:A3"]


@pytest.mark.parametrize(
    ("address", "readers"), [("A1", "C1 C2"), ("A2", "C2"), ("A3", ""), ("B2", "C2 C3"), ("C1", ""), ("B3", "C3")]
)
def test_who_reads_a_cell(address, readers):
    graph = _graph(C1="A1", C2="A1:B2", C3="B2:B3")
    assert graph.readers(parse_address(address)) == _cells(readers)


def test_new_reads_replace_old_ones():
    graph = _graph(C1="A1 A2:B3")
    graph.connect(parse_address("C1"), [parse_range("B3")])

    assert graph.readers(parse_address("A1")) == graph.readers(parse_address("A2")) == set()
    assert graph.readers(parse_address("B3")) == _cells("C1")
    graph.connect(parse_address("C1"), [])
    assert graph.readers(parse_address("B3")) == set()
    assert graph.reads(parse_address("C1")) == ()


def test_one_reader_of_several_can_go():
    graph = _graph(C1="A1:A2", C2="A1:A2", C3="A1", C4="A1")
    graph.connect(parse_address("C1"), [])
    graph.connect(parse_address("C3"), [])

    assert graph.readers(parse_address("A1")) == _cells("C2 C4")


def test_affected_cells_are_found_through_others():
    graph = _graph(B1="A1", C1="B1", D1="C1 A9", E1="A8:A9")

    assert graph.affected(_cells("A1")) == _cells("B1 C1 D1")
    assert graph.affected(_cells("A9")) == _cells("D1 E1")
    assert graph.affected(_cells("A1 A8")) == _cells("B1 C1 D1 E1")
    assert graph.affected(_cells("D1")) == set()


def test_a_circle_affects_itself():
    assert _graph(A1="B1", B1="A1").affected(_cells("A1")) == _cells("A1 B1")


def test_the_order_follows_the_reads():
    graph = _graph(A1="C1", B1="A1", C1="D9", D1="A1:C1")

    assert _names(graph.order(_cells("A1 B1 C1 D1"))[0]) == "C1 A1 B1 D1"
    assert _names(graph.order(_cells("B1 D1"))[0]) == "B1 D1"


def test_cells_without_order_come_by_rows():
    ordered, circular = _graph(B2="Z9", A2="Z9", C1="Z9").order(_cells("B2 A2 C1"))
    assert _names(ordered) == "C1 A2 B2"
    assert circular == set()


def test_cells_in_and_behind_a_circle_have_no_order():
    graph = _graph(A1="B1", B1="A1", C1="B1", D1="D1", E1="Z1")

    ordered, circular = graph.order(_cells("A1 B1 C1 D1 E1"))
    assert _names(ordered) == "E1"
    assert circular == _cells("A1 B1 C1 D1")


def test_reading_any_of_some_cells():
    graph = _graph(C1="A1 B1:B5")

    assert graph.reads_any(parse_address("C1"), _cells("Z1 B3")) is True
    assert graph.reads_any(parse_address("C1"), _cells("A2 B6")) is False
    assert graph.reads_any(parse_address("C1"), []) is False


def test_a_long_chain_needs_no_recursion():
    graph = DependencyGraph()
    for row in range(2, 5_001):
        graph.connect(parse_address(f"A{row}"), [parse_range(f"A{row - 1}")])

    affected = graph.affected(_cells("A1"))
    assert len(affected) == 4_999
    assert str(graph.order(affected)[0][-1]) == "A5000"
