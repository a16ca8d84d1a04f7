"""Work worth measuring; what counts is the time relative to the reference."""

from gridengine import Sheet, export_csv, import_csv, parse_formula, to_formula


def test_a_chain_is_recalculated():
    sheet = Sheet()
    sheet.set_many({"A1": "1"} | {f"A{row}": f"=A{row - 1}+1" for row in range(2, 4_001)})
    for number in range(3):
        sheet.set("A1", str(number))

    assert sheet.value("A4000") == 4_001.0


def test_small_changes_in_a_large_sheet():
    sheet = Sheet()
    cells = {f"A{row}": str(row) for row in range(1, 4_001)}
    cells |= {f"B{row}": f"=A{row}*2" for row in range(1, 4_001)}
    sheet.set_many(cells)
    for row in range(1, 1_201):
        sheet.set(f"A{row}", "0")

    assert sheet.evaluations == 5_200


def test_formulas_are_parsed():
    texts = {
        to_formula(parse_formula(f'=IF(A{n}>=SUM(B1:$C${n + 1})*2%, ROUND(-D4^2, {n % 9}), "x"&E5)'))
        for n in range(1, 4_001)
    }

    assert len(texts) == 4_000


def test_a_table_is_imported_and_exported():
    text = "".join(f"{row},name {row},{row / 4},=A{row}*C{row}\n" for row in range(1, 2_501))

    assert export_csv(import_csv(text)).count("\n") == 2_500
