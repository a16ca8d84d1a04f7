"""Areas are read where there is something, and tables are written line by line."""

import tracemalloc

from gridengine import Sheet, csv_lines


def _peak(action):
    tracemalloc.start()
    try:
        result = action()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _nearly_empty():
    sheet = Sheet()
    sheet.set_many({"A1": "1", "J100000": "2", "L1": "=SUM(A1:J100000)", "L2": "=COUNTA(A1:J100000)"})
    return sheet


def test_areas_of_a_million_empty_cells_cost_little():
    sheet, peak = _peak(_nearly_empty)

    assert [sheet.value(cell) for cell in ("L1", "L2")] == [3.0, 2.0]
    assert peak < 2_000_000


def test_lines_are_written_one_at_a_time():
    sheet = Sheet()
    sheet.set_many({"A1": "first", "Z2000": "x" * 1_000})

    lines, peak = _peak(lambda: next(csv_lines(sheet)))

    assert lines == "first" + "," * 25 + "\n"
    assert peak < 200_000
