"""What a careful user tries with the payroll.

`material/hours.xlsx` is an ordinary workbook; the others are written by the testcodes. Today is 2025-03-14.
"""

from collections.abc import Mapping, Sequence
from datetime import date, time
from fractions import Fraction
from typing import Annotated

from missions import FilesUser, Inputs, Message, testcode
from simulators.files import ProgramResult

UnknownEmployee = Annotated[Message, "part of the error that an entry's employee is unknown"]
NotADate = Annotated[Message, "part of the error that a cell is not a date"]
NotATime = Annotated[Message, "part of the error that a cell is not a time"]
EndBeforeStart = Annotated[Message, "part of the error that an entry ends before or when it starts"]
ImpossibleBreak = Annotated[Message, "part of the error that a break is negative or leaves no working time"]
Future = Annotated[Message, "part of the error that an entry is after today"]
Overlap = Annotated[Message, "part of the error that an entry overlaps another one"]
NotANumber = Annotated[Message, "part of the error that a cell is not a number"]
RateNotPositive = Annotated[Message, "part of the error that an hourly rate or a rate is not above zero"]
EmptyCell = Annotated[Message, "part of the error that the name of an employee is empty"]
RepeatedEmployee = Annotated[Message, "part of the error that an employee's number stood in a row before"]
SmallFactor = Annotated[Message, "part of the error that the factor of a holiday is below 1"]
UnknownRate = Annotated[Message, "part of the error that there is no rate of this name"]
MissingColumn = Annotated[Message, "part of the error that a column is missing, without the column's name"]
MissingSheet = Annotated[Message, "part of the error that a sheet is missing, without the sheet's name"]
NoFile = Annotated[Message, "part of the error that the input file is not there"]
NoWorkbook = Annotated[Message, "part of the error that the input file is not a workbook"]
WrongMonth = Annotated[Message, "part of the error that the month asked for does not exist"]

EMPLOYEES = ("Number", "Name", "Department", "Hourly rate")
ENTRIES = ("Employee", "Date", "Start", "End", "Break")
HOLIDAYS = ("Date", "Name", "Factor")
RATES = ("Rate", "Value")
SUMMARY = (
    "Number",
    "Name",
    "Department",
    "Regular hours",
    "Overtime hours",
    "Holiday hours",
    "Regular pay",
    "Overtime pay",
    "Holiday pay",
    "Total pay",
)
FEBRUARY = "out/payroll-2025-02.xlsx"
FEBRUARY_CHART = "out/payroll-2025-02.png"
ADA, BEN = (101, "Ada Birch", "Office", 21.5), (102, "Ben Okoro", "Workshop", 17.35)
GOOD_DAY = (101, date(2025, 2, 3), time(8), time(16), None)

REGULAR_BLUE, OVERTIME_ORANGE, HOLIDAY_GREEN = (31, 119, 180), (255, 127, 14), (44, 160, 44)

Rows = Sequence[Sequence[object]]
Color = tuple[int, int, int]


def workbook(
    *, employees: Rows = (ADA,), entries: Rows = (GOOD_DAY,), holidays: Rows = (), rates: Rows = ()
) -> Mapping[str, Rows]:
    """The sheets of an input with these rows under the usual headings."""
    return {
        "Employees": [EMPLOYEES, *employees],
        "Entries": [ENTRIES, *entries],
        "Holidays": [HOLIDAYS, *holidays],
        "Rates": [RATES, *rates],
    }


def pays(user: FilesUser, sheets: Mapping[str, Rows], month: str = "2025-02") -> None:
    user.writes_table("in.xlsx", sheets)
    user.runs(arguments=["in.xlsx", "out", "--month", month])


def half_up(number: Fraction) -> float:
    """Return a positive number rounded to two decimals, halves upwards."""
    return int(number * 100 + Fraction(1, 2)) / 100


def pays_drawn_hours(user: FilesUser, inputs: Inputs) -> None:
    """Drawn hours of a drawn employee, a day with overtime among them, are paid, in a folder of their own."""
    number, cents, factor = inputs.randint(200, 999), inputs.randint(1000, 9999), inputs.randint(110, 300)
    minutes = [inputs.randint(60, 470) for _ in range(3)]
    over = inputs.randint(1, 110)
    days = [(number, date(2025, 2, 3 + day), time(8), at(480 + each), None) for day, each in enumerate(minutes)]
    entries = [*days, (number, date(2025, 2, 6), time(6), at(360 + 480 + over), None)]
    name = f"{inputs.name()} {inputs.name()}"
    employees, rates = [(number, name, "Office", cents / 100)], [("Overtime factor", factor / 100)]
    user.writes_table("drawn.xlsx", workbook(employees=employees, entries=entries, rates=rates))
    user.runs(arguments=["drawn.xlsx", "drawn", "--month", "2025-02"])
    regular = sum(minutes) + 480
    pay, more = half_up(Fraction(regular * cents, 6000)), half_up(Fraction(over * cents * factor, 600_000))
    hours, overtime = half_up(Fraction(regular, 60)), half_up(Fraction(over, 60))
    row = (number, name, "Office", hours, overtime, 0, pay, more, 0, round(pay + more, 2))
    sums = ("Total", None, None, *row[3:])
    user.sees_table([SUMMARY, row, sums], in_="drawn/payroll-2025-02.xlsx", sheet="Summary", within=0.0001)


def at(minutes: int) -> time:
    return time(minutes // 60, minutes % 60)


def refuses(user: FilesUser, sheets: Mapping[str, Rows]) -> ProgramResult:
    """The program ends with status 2, without traceback, and writes nothing."""
    user.writes_table("in.xlsx", sheets)
    before = files(user)
    outcome = user.runs(arguments=["in.xlsx", "out", "--month", "2025-02"], status=2)
    user.does_not_see_output("Traceback")
    assert files(user) == before, f"files were written or removed: {sorted(files(user) ^ before)}"
    return outcome


def accepts(user: FilesUser, sheets: Mapping[str, Rows], total: float = 172) -> None:
    """The same without the errors is paid; `total` is the pay of the first employee."""
    pays(user, sheets)
    user.does_not_see_output("error:")
    sees_total(user, total)


def sees_total(user: FilesUser, total: float) -> None:
    """The total pay of the first employee, whatever the type of its cell."""
    seen = user.reads_number(user.cell(FEBRUARY, "J2", sheet="Summary"))
    assert abs(float(seen) - total) < 0.005, f"the first employee is paid {seen} instead of {total}"


def files(user: FilesUser) -> set[str]:
    """The files there are, without what Python keeps of the program itself."""
    return {name for name in user.files() if "__pycache__" not in name}


def places(outcome: ProgramResult, message: str, kind: str = "error") -> list[str]:
    """Where the lines of standard error with this message say that it is: `Entries row 3`."""
    lines = [line.strip() for line in outcome.stderr.splitlines() if message in line]
    assert all(line.startswith(f"{kind}: ") and line.count(": ") >= 2 for line in lines), lines
    return [line.partition(": ")[2].partition(": ")[0] for line in lines]


def all_places(outcome: ProgramResult) -> list[str]:
    return places(outcome, "error: ")


def sees_areas(user: FilesUser, *, width: int, regular: int, overtime: int, holiday: int) -> None:
    """The areas of the chart are as high together as these rows of `width` pixels, with a little play."""
    seen = user.colors(FEBRUARY_CHART)
    expected = {REGULAR_BLUE: regular, OVERTIME_ORANGE: overtime, HOLIDAY_GREEN: holiday}
    for color, height in expected.items():
        rows = seen.get(color, 0) / width
        assert abs(rows - height) <= 3 + height * 0.03, (
            f"the areas of {color} are {rows:.1f} rows high instead of {height}"
        )


def sees_bars(user: FilesUser, *bars: tuple[float, float, float]) -> None:
    """The chart has a bar for each employee in its place, stacked from these regular, overtime and holiday pays; a
    little play at the edges is allowed."""
    slot, tallest = 720 / len(bars), max(sum(pays) for pays in bars)
    for place, pays in enumerate(bars):
        left, right = round(40 + slot * (place + 0.25)), round(40 + slot * (place + 0.75))
        reached = 0.0
        for color, pay in zip((REGULAR_BLUE, OVERTIME_ORANGE, HOLIDAY_GREEN), pays, strict=True):
            bottom, reached = 420 - reached / tallest * 360, reached + pay
            sees_area(user, color, (left + 3, round(420 - reached / tallest * 360) + 3, right - 3, round(bottom) - 3))
        top = round(420 - reached / tallest * 360) - 4
        for free in ((left - 2, 0, right + 2, top), (left - round(slot / 4) + 3, 0, left - 3, 480)):
            sees_no_area(user, free)


def sees_area(user: FilesUser, color: Color, area: tuple[int, int, int, int]) -> None:
    """The area, unless it is too thin to be looked at, has this colour."""
    if area[3] - area[1] < 2:
        return
    seen = user.colors(FEBRUARY_CHART, within=area)
    share = seen.get(color, 0) / max(sum(seen.values()), 1)
    assert share >= 0.95, f"only {share:.0%} of the area {area} have the colour {color}"


def sees_no_area(user: FilesUser, area: tuple[int, int, int, int]) -> None:
    seen = user.colors(FEBRUARY_CHART, within=area)
    found = sum(seen.get(color, 0) for color in (REGULAR_BLUE, OVERTIME_ORANGE, HOLIDAY_GREEN))
    assert not found, f"{found} pixels of bars are in the area {area}, where there is none"


def ink(user: FilesUser, area: tuple[int, int, int, int]) -> int:
    """How many pixels of an area of the chart are not white."""
    return sum(count for color, count in user.colors(FEBRUARY_CHART, within=area).items() if min(color) < 160)


@testcode("Workbook", "Summary")
def a_month_is_paid(user: FilesUser) -> None:
    """Regular hours, overtime, Sundays and a holiday of four employees, and the sums."""
    user.puts("hours.xlsx")
    user.runs(arguments=["hours.xlsx", "out", "--month", "2025-02"])
    rows = [
        SUMMARY,
        (101, "Ada Birch", "Office", 16, 1.5, 3.5, 344, 40.31, 150.5, 534.81),
        (102, "Ben Okoro", "Workshop", 15.58, 0, 14, 270.37, 0, 364.35, 634.72),
        (103, "Zoë Larkin", "Workshop", 14.12, 2.75, 0, 259.04, 63.08, 0, 322.12),
        (104, "Inês Castell", "Office", 0, 0, 0, 0, 0, 0, 0),
        ("Total", None, None, 45.7, 4.25, 17.5, 873.41, 103.39, 514.85, 1491.65),
    ]
    user.sees_table(rows, in_=FEBRUARY, sheet="Summary", within=0.0001)


@testcode("Workbook", "Sheets of the employees", requires=[a_month_is_paid])
def every_employee_has_a_sheet(user: FilesUser, inputs: Inputs) -> None:
    """The sheets, their order, and in them the entries of the month by date and start."""
    seen = user.sheets(FEBRUARY)
    assert seen == ["Summary", "101", "102", "103", "Issues"], f"the sheets are {seen}"
    for number in ("101", "102", "103"):
        user.sees_table(in_=FEBRUARY, sheet=number, like="expected-2025-02.xlsx", within=0.0001)
    pays_drawn_hours(user, inputs)


@testcode("Chart", "Stacked bars", requires=[a_month_is_paid])
def the_chart_has_a_bar_for_each_employee(user: FilesUser) -> None:
    """Size, place and colours of four bars, the last of them empty, on a black line."""
    user.sees_picture(FEBRUARY_CHART, size=(800, 480))
    sees_bars(user, (344, 40.31, 150.5), (270.37, 0, 364.35), (259.04, 63.08, 0), (0, 0, 0))
    sees_areas(user, width=90, regular=495, overtime=59, holiday=292)
    line = max(user.colors(FEBRUARY_CHART, within=(40, y, 760, y + 1)).get((0, 0, 0), 0) for y in (419, 420, 421))
    assert line >= 700, f"the line below the bars has {line} black pixels"


@testcode("Chart", "Stacked bars")
def numbers_stand_at_the_bars(user: FilesUser, inputs: Inputs) -> None:
    """The number of five digits below the second bar takes more ink than the number 1 below the first; above each
    bar stands its pay, not beside it."""
    employees = [(44444, "Long", "Office", 10), (1, "Short", "Office", 20)]
    entries = [(number, date(2025, 2, 3), time(8), time(12), None) for number in (44444, 1)]
    pays(user, workbook(employees=employees, entries=entries))
    sees_bars(user, (80, 0, 0), (40, 0, 0))
    first, second = ink(user, (130, 424, 310, 478)), ink(user, (490, 424, 670, 478))
    assert first >= 3, "no number stands below the first bar"
    assert second >= 1.5 * first, f"1 takes {first} dark pixels below its bar, 44444 {second}"
    for name, area in (("first", (130, 30, 310, 59)), ("second", (490, 210, 670, 239))):
        assert ink(user, area) >= 10, f"no pay stands above the {name} bar, in the area {area}"
    pays_drawn_hours(user, inputs)


@testcode("Chart", "Stacked bars")
def areas_of_the_chart_are_in_proportion(user: FilesUser, inputs: Inputs) -> None:
    """One bar, 360 pixels wide: 160 rows of regular pay, 120 of overtime, 80 of holiday pay, in place of earlier
    charts, one of a pay of 2.00 alone."""
    for rate in (21.5, 0.25):
        pays(user, workbook(employees=[(101, "Ada Birch", "Office", rate)]))
        sees_areas(user, width=360, regular=360, overtime=0, holiday=0)
        width = user.colors(FEBRUARY_CHART, within=(0, 300, 800, 301)).get(REGULAR_BLUE, 0)
        assert abs(width - 360) <= 1, f"the bar is {width} pixels wide instead of 360"
    entries = [
        (101, date(2025, 2, 3), time(8), time(16), 0),
        (101, date(2025, 2, 4), time(4), time(16), 0),
        (101, date(2025, 2, 9), time(8), time(14), 40),
    ]
    rates = [("Overtime factor", 3)]
    pays(user, workbook(employees=[(101, "Ada Birch", "Office", 10)], entries=entries, rates=rates))
    user.sees_picture(FEBRUARY_CHART, size=(800, 480))
    sees_areas(user, width=360, regular=160, overtime=120, holiday=80)
    sees_bars(user, (160, 120, 80))
    pays_drawn_hours(user, inputs)


@testcode("Chart", "No pay")
def a_month_without_entries_is_empty(user: FilesUser, inputs: Inputs) -> None:
    """Zeros, no sheets of employees, a chart without bars, and a warning."""
    pays(user, workbook(), month="2024-12")
    name = "out/payroll-2024-12.xlsx"
    assert user.sheets(name) == ["Summary", "Issues"], f"the sheets are {user.sheets(name)}"
    rows = [SUMMARY, (101, "Ada Birch", "Office", *[0] * 7), ("Total", None, None, *[0] * 7)]
    user.sees_table(rows, in_=name, sheet="Summary")
    user.sees_picture("out/payroll-2024-12.png", size=(800, 480))
    seen = user.colors("out/payroll-2024-12.png")
    assert not seen.keys() & {REGULAR_BLUE, OVERTIME_ORANGE, HOLIDAY_GREEN}, "there are bars without pay"
    pays_drawn_hours(user, inputs)


@testcode("Workbook", "Issues")
def warnings_do_not_stop_the_pay(user: FilesUser, inputs: Inputs) -> None:
    """An idle employee, 6:01 hours without break, long days; what is at a limit is no warning."""
    entries = [
        (102, date(2025, 2, 3), time(6), time(12), 0),
        (102, date(2025, 2, 4), time(6), time(16, 30), 30),
        (102, date(2025, 2, 5), time(6), time(12, 1), None),
        (102, date(2025, 2, 6), time(13), time(18, 1), 0),
        (102, date(2025, 2, 6), time(7), time(12), 0),
        (102, date(2025, 2, 7), time(7), time(18), 0),
        (102, date(2025, 1, 7), time(7), time(18), 0),
        (102, date(2025, 2, 10), time(8), time(14, 30), 5),
    ]
    user.writes_table("in.xlsx", workbook(employees=[BEN, ADA], entries=entries))
    outcome = user.runs(arguments=["in.xlsx", "out", "--month", "2025-02"])
    expected = [
        ("Employees", 3, "NO_ENTRIES"),
        ("Entries", 4, "NO_BREAK"),
        ("Entries", 6, "LONG_DAY"),
        ("Entries", 7, "LONG_DAY"),
        ("Entries", 7, "NO_BREAK"),
    ]
    heading, *rows = user.rows(user.table(FEBRUARY, "Issues").rows, at_least=1, columns=4)
    assert heading == ("Sheet", "Row", "Code", "Message"), f"the headings are {heading}"
    assert [row[:3] for row in rows] == expected, f"the warnings are {[row[:3] for row in rows]}"
    for row in rows:
        assert row[3], f"the warning {row[:3]} has no message"
        line = f"warning: {row[0]} row {row[1]}: {row[3]}"
        assert line in outcome.stderr, f"standard error lacks {line!r}"
    user.sees_cell(42.43, "D3", in_=FEBRUARY, sheet="Summary", within=0.0001)
    user.sees_cell(7.02, "E3", in_=FEBRUARY, sheet="Summary", within=0.0001)
    pays_drawn_hours(user, inputs)


@testcode("Pay", "Overtime")
def overtime_begins_above_the_daily_hours(user: FilesUser, inputs: Inputs) -> None:
    """Two entries of a day count together; 8 hours are no overtime; days are not balanced with each other."""
    entries = [
        (101, date(2025, 2, 3), time(7), time(12), None),
        (101, date(2025, 2, 3), time(13), time(17, 20), None),
        (101, date(2025, 2, 4), time(8), time(16, 30), 30),
        (101, date(2025, 2, 5), time(8), time(12), None),
    ]
    pays(user, workbook(entries=entries))
    row = (101, "Ada Birch", "Office", 20, 1.33, 0, 430, 35.83, 0, 465.83)
    total = ("Total", None, None, *row[3:])
    user.sees_table([SUMMARY, row, total], in_=FEBRUARY, sheet="Summary", within=0.0001)
    pays_drawn_hours(user, inputs)


@testcode("Pay", "Overtime")
def rates_of_the_workbook_count(user: FilesUser, inputs: Inputs) -> None:
    """Seven and a half hours a day, overtime by 1.4, Sundays by 1.75."""
    entries = [
        (101, date(2025, 2, 3), time(8), time(17), 30),
        (101, date(2025, 2, 9), time(8), time(10), None),
    ]
    rates = [("daily HOURS", 7.5), ("Sunday factor", 1.75), ("Overtime factor", 1.4)]
    pays(user, workbook(entries=entries, rates=rates))
    row = (101, "Ada Birch", "Office", 7.5, 1, 2, 161.25, 30.1, 75.25, 266.6)
    total = ("Total", None, None, *row[3:])
    user.sees_table([SUMMARY, row, total], in_=FEBRUARY, sheet="Summary", within=0.0001)
    pays_drawn_hours(user, inputs)


@testcode("Pay", "Sundays and holidays")
def sundays_and_holidays_have_their_factor(user: FilesUser, inputs: Inputs) -> None:
    """A long holiday has no overtime; a holiday on a Sunday has the larger factor, whichever it is."""
    holidays = [
        (date(2025, 2, 17), "Founders' Day", 2),
        (date(2025, 2, 16), "Winter Fair", 1.25),
        (date(2025, 2, 23), "Carnival", 1.8),
    ]
    entries = [
        (101, date(2025, 2, 17), time(8), time(18, 30), 60),
        (101, date(2025, 2, 16), time(8), time(9), None),
        (101, date(2025, 2, 23), time(8), time(9), None),
        (101, date(2025, 2, 9), time(8), time(9), None),
        (101, date(2025, 2, 8), time(8), time(9), None),
    ]
    pays(user, workbook(entries=entries, holidays=holidays))
    row = (101, "Ada Birch", "Office", 1, 0, 12.5, 21.5, 0, 511.7, 533.2)
    total = ("Total", None, None, *row[3:])
    user.sees_table([SUMMARY, row, total], in_=FEBRUARY, sheet="Summary", within=0.0001)
    days = [row[5] for row in user.rows(user.table(FEBRUARY, "101").rows, columns=6)[1:6]]
    assert days == ["Workday", "Sunday", "Winter Fair", "Founders' Day", "Carnival"], f"the days are {days}"
    pays_drawn_hours(user, inputs)


@testcode("Pay", "Rounding")
def amounts_are_rounded_once(user: FilesUser, inputs: Inputs) -> None:
    """Three times 20 minutes at 10.01 are 10.01; 30 minutes at 12.25 are 6.125, so 6.13; an hour of overtime at 10.02
    is 12.525, so 12.53; an hour of a Sunday at 10.03 is 15.045, so 15.05."""
    entries = [(1, date(2025, 2, day), time(8), time(8, 20), None) for day in (3, 4, 5)]
    entries.append((2, date(2025, 2, 3), time(8), time(8, 30), None))
    entries.append((3, date(2025, 2, 3), time(8), time(17), None))
    entries.append((4, date(2025, 2, 9), time(8), time(9), None))
    employees = [
        (1, "Once", "Test", 10.01),
        (2, "Half", "Test", 12.25),
        (3, "Over", "Test", 10.02),
        (4, "Sun", "Test", 10.03),
    ]
    pays(user, workbook(employees=employees, entries=entries))
    rows = [
        SUMMARY,
        (1, "Once", "Test", 1, 0, 0, 10.01, 0, 0, 10.01),
        (2, "Half", "Test", 0.5, 0, 0, 6.13, 0, 0, 6.13),
        (3, "Over", "Test", 8, 1, 0, 80.16, 12.53, 0, 92.69),
        (4, "Sun", "Test", 0, 0, 1, 0, 0, 15.05, 15.05),
        ("Total", None, None, 9.5, 1, 1, 96.3, 12.53, 15.05, 123.88),
    ]
    user.sees_table(rows, in_=FEBRUARY, sheet="Summary", within=0.0001)
    hours = [row[4] for row in user.rows(user.table(FEBRUARY, "1").rows, columns=5)[1:]]
    assert hours == [0.33, 0.33, 0.33, 1], f"the hours of the first are {hours}"
    pays_drawn_hours(user, inputs)


@testcode("Command line", "Run for a month")
def last_month_is_the_default(user: FilesUser, inputs: Inputs) -> None:
    """Without a month it is February; a second run replaces the results; March is asked for."""
    user.writes_table("in.xlsx", workbook())
    user.runs(arguments=["in.xlsx", "deep/er"])
    name = "deep/er/payroll-2025-02.xlsx"
    user.sees_cell(172, "J2", in_=name, sheet="Summary")
    user.has("deep/er/payroll-2025-02.png")
    march = [*workbook()["Entries"], (101, date(2025, 3, 14), time(8), time(9), None)]
    user.writes_table("in.xlsx", {**workbook(employees=[(101, "Ada Birch", "Office", 30)]), "Entries": march})
    user.runs(arguments=["in.xlsx", "deep/er"])
    user.sees_cell(240, "J2", in_=name, sheet="Summary")
    user.has_not("deep/er/payroll-2025-03.xlsx")
    user.runs(arguments=["in.xlsx", "deep/er", "--month", "2025-03"])
    user.sees_cell(30, "J2", in_="deep/er/payroll-2025-03.xlsx", sheet="Summary")
    user.sees_cell(240, "J2", in_=name, sheet="Summary")
    pays_drawn_hours(user, inputs)


@testcode("Command line", "Refuse a wrong command line")
def a_wrong_command_line_is_refused(
    user: FilesUser,
    inputs: Inputs,
    no_file_message: NoFile,
    no_workbook_message: NoWorkbook,
    wrong_month_message: WrongMonth,
) -> None:
    """Nothing, half of it, months that do not exist, a file that is not there, a text for a workbook."""
    user.writes_table("in.xlsx", workbook())
    user.writes("text.xlsx", "Number,Name\n101,Ada\n")
    before = files(user)
    attempts: list[tuple[list[str], str]] = [
        ([], ""),
        (["in.xlsx"], ""),
        (["in.xlsx", "out", "--month", "2025-13"], wrong_month_message),
        (["in.xlsx", "out", "--month", "February"], wrong_month_message),
        (["in.xlsx", "out", "--month", "2025-2"], ""),
        (["in.xlsx", "out", "--month"], ""),
        (["in.xlsx", "out", "--year", "2025"], ""),
        (["in.xlsx", "out", "more"], ""),
        (["absent.xlsx", "out"], no_file_message),
        (["text.xlsx", "out"], no_workbook_message),
    ]
    for arguments, message in attempts:
        outcome = user.runs(arguments=arguments, status=2)
        user.does_not_see_output("Traceback")
        assert outcome.stderr.strip(), f"nothing is said about the arguments {arguments}"
        assert message in outcome.stderr, f"{arguments}: {message!r} is not in {outcome.stderr!r}"
        assert files(user) == before, f"files were written with the arguments {arguments}"
    user.runs(arguments=["in.xlsx", "out", "--month", "2025-02"])
    sees_total(user, 172)
    pays_drawn_hours(user, inputs)


@testcode("Input", "Read the workbook")
def other_ways_to_write_it_are_understood(user: FilesUser, inputs: Inputs) -> None:
    """Columns in another order and case, one more of them, an empty row, one of blanks, texts for dates and times."""
    sheets: Mapping[str, Rows] = {
        "Notes": [("not for the payroll",)],
        "Entries": [
            (" break ", "END", "start", "Remark", "date", "employee"),
            (30, "16:30", " 08:00", "as text", "2025-02-03 ", 101),
            (),
            ("  ", " ", None, None, " ", "  "),
            (None, time(12), time(8), None, date(2025, 2, 4), 101),
        ],
        "Rates": [RATES],
        "Employees": [
            ("Hourly Rate", "Department", "Name", "Number"),
            (21.5, " Office", "Ada Birch  ", 101),
        ],
        "Holidays": [("FACTOR", "DATE", "NAME"), (2, "2025-02-04", "Founders' Day")],
    }
    pays(user, sheets)
    row = (101, "Ada Birch", "Office", 8, 0, 4, 172, 0, 172, 344)
    total = ("Total", None, None, *row[3:])
    user.sees_table([SUMMARY, row, total], in_=FEBRUARY, sheet="Summary", within=0.0001)
    pays_drawn_hours(user, inputs)


@testcode("Input", "Report missing sheets and columns")
def missing_sheets_and_columns_are_named(
    user: FilesUser, inputs: Inputs, missing_column_message: MissingColumn, missing_sheet_message: MissingSheet
) -> None:
    """Two columns and a sheet at once, a column of each sheet, and three sheets; nothing else is reported."""
    sheets: Mapping[str, Rows] = {
        "Employees": [("Number", "Name", "Department"), (101, "Ada Birch", "Office")],
        "Entries": [ENTRIES[:4], (999, "never", "8", "9")],
        "Rates": [RATES],
    }
    outcome = refuses(user, sheets)
    assert all_places(outcome) == ["Employees", "Entries", "Holidays"], outcome.stderr
    for line, name in zip(outcome.stderr.splitlines(), ("Hourly rate", "Break"), strict=False):
        assert name in line, f"{name} is not named: {line}"
        assert missing_column_message in line, f"it is not said that {name} is missing: {line}"
    assert "Holidays" in places(outcome, missing_sheet_message), outcome.stderr
    without = {name: [rows[0][1:], *rows[1:]] for name, rows in workbook().items()}
    outcome = refuses(user, without)
    assert all_places(outcome) == list(without), outcome.stderr
    for line, column in zip(outcome.stderr.splitlines(), ("Number", "Employee", "Date", "Rate"), strict=False):
        assert column in line, f"{column} is not named: {line}"
    outcome = refuses(user, {"Holidays": [HOLIDAYS]})
    assert places(outcome, missing_sheet_message) == ["Employees", "Entries", "Rates"], outcome.stderr
    accepts(user, workbook())
    pays_drawn_hours(user, inputs)


@testcode("Input", "Report wrong entries")
def wrong_entries_are_named(
    user: FilesUser,
    inputs: Inputs,
    unknown_employee_message: UnknownEmployee,
    not_a_date_message: NotADate,
    not_a_time_message: NotATime,
    end_before_start_message: EndBeforeStart,
    impossible_break_message: ImpossibleBreak,
    future_message: Future,
    not_a_number_message: NotANumber,
) -> None:
    """Each wrong row has its line, in order, also in other months; the good rows between have none."""
    day = date(2025, 2, 4)
    entries = [
        GOOD_DAY,
        (999, day, time(8), time(9), None),
        (101, "2025-02-30", time(8), time(9), None),
        (101, None, time(8), time(9), None),
        (),
        (101, day, time(8), "25:00", None),
        (101, day, time(17), time(9), None),
        (101, day, time(9), time(9), None),
        (101, day, time(18), time(19), 60),
        (101, day, time(20), time(21), -1),
        (101, date(2025, 3, 14), time(8), time(9), None),
        (101, date(2025, 3, 15), time(8), time(9), None),
        (101, date(2024, 7, 1), time(8), time(9), "half an hour"),
    ]
    outcome = refuses(user, workbook(entries=entries))
    expected = {
        unknown_employee_message: (3,),
        not_a_date_message: (4, 5),
        not_a_time_message: (7,),
        end_before_start_message: (8, 9),
        impossible_break_message: (10, 11),
        future_message: (13,),
        not_a_number_message: (14,),
    }
    rows = sorted(row for group in expected.values() for row in group)
    assert all_places(outcome) == [f"Entries row {row}" for row in rows], outcome.stderr
    for message, group in expected.items():
        seen = places(outcome, message)
        assert seen == [f"Entries row {row}" for row in group], f"{message!r} is said of {seen}"
    accepts(user, workbook(entries=[row for number, row in enumerate(entries, start=2) if number not in rows]))
    pays_drawn_hours(user, inputs)


@testcode("Input", "Report wrong entries")
def a_row_has_one_error_at_most(user: FilesUser) -> None:
    """Texts and fractions for whole numbers, and two overlapping entries of an unknown employee: a line for each."""
    day = date(2025, 2, 4)
    entries = [
        GOOD_DAY,
        ("101", day, time(8), time(9), None),
        (101.5, day, time(8), time(9), None),
        (101, day, time(10), time(12), 30.5),
        (101, day, None, time(9), None),
        (999, day, time(13), time(15), None),
        (999, day, time(14), time(16), None),
    ]
    outcome = refuses(user, workbook(entries=entries))
    assert all_places(outcome) == [f"Entries row {row}" for row in range(3, 9)], outcome.stderr
    accepts(user, workbook(entries=entries[:1]))


@testcode("Input", "Report overlaps")
def overlapping_entries_are_named(user: FilesUser, overlap_message: Overlap) -> None:
    """At the later row, inside, across, around or the same, in any month; touching, other days and other employees are
    no overlap."""
    day, earlier = date(2025, 2, 3), date(2024, 7, 1)
    entries = [
        (101, day, time(8), time(12), None),
        (101, day, time(12), time(13), None),
        (102, day, time(9), time(10), None),
        (101, date(2025, 2, 4), time(9), time(10), None),
        (101, day, time(9), time(10), None),
        (101, day, time(12, 59), time(14), None),
        (101, day, time(7), time(8), None),
        (102, day, time(8, 30), time(10, 30), None),
        (102, day, time(9), time(10), None),
        (101, earlier, time(8), time(12), None),
        (101, earlier, time(11), time(13), None),
    ]
    outcome = refuses(user, workbook(employees=[ADA, BEN], entries=entries))
    wrong = [f"Entries row {row}" for row in (6, 7, 9, 10, 12)]
    assert all_places(outcome) == wrong, outcome.stderr
    assert places(outcome, overlap_message) == wrong, outcome.stderr
    good = [*entries[:4], entries[6], entries[9]]
    accepts(user, workbook(employees=[ADA, BEN], entries=good), total=6 * 21.5 + 21.5)


@testcode("Input", "Report wrong employees, holidays and rates")
def other_wrong_rows_are_named(
    user: FilesUser,
    not_a_number_message: NotANumber,
    rate_not_positive_message: RateNotPositive,
    empty_cell_message: EmptyCell,
    repeated_employee_message: RepeatedEmployee,
    small_factor_message: SmallFactor,
    not_a_date_message: NotADate,
    unknown_rate_message: UnknownRate,
) -> None:
    """Wrong rows of three sheets, by sheet and row; a factor of 1 is right."""
    employees = [
        ADA,
        ("102", "Ben Okoro", "Workshop", 17.35),
        (103, "Zoë Larkin", "Workshop", 0),
        (104, None, "Office", 20),
        (101, "Ada Twice", "Office", 20),
    ]
    holidays = [(date(2025, 2, 17), "Founders' Day", 0.5), ("soon", "Carnival", 2)]
    rates = [("Overtime factor", -1), ("Night factor", 1.3), ("Sunday factor", 0)]
    outcome = refuses(user, workbook(employees=employees, holidays=holidays, rates=rates))
    expected = {
        not_a_number_message: ["Employees row 3"],
        rate_not_positive_message: ["Employees row 4", "Rates row 2", "Rates row 4"],
        empty_cell_message: ["Employees row 5"],
        repeated_employee_message: ["Employees row 6"],
        small_factor_message: ["Holidays row 2"],
        not_a_date_message: ["Holidays row 3"],
        unknown_rate_message: ["Rates row 3"],
    }
    order = [f"Employees row {row}" for row in (3, 4, 5, 6)]
    order += [f"{sheet} row {row}" for sheet, last in (("Holidays", 3), ("Rates", 4)) for row in range(2, last + 1)]
    assert all_places(outcome) == order, outcome.stderr
    for message, rows in expected.items():
        assert places(outcome, message) == rows, f"{message!r} is said of {places(outcome, message)}"
    accepts(user, workbook(employees=[ADA], holidays=[(date(2025, 2, 3), "Plain Day", 1)]))


@testcode("Input", "Report wrong employees, holidays and rates")
def empty_cells_and_repeated_holidays_are_named(user: FilesUser) -> None:
    """Each empty cell of an employee, a fraction for a number, a holiday named twice, a text and TRUE for rates."""
    employees = [
        ADA,
        (102, "Ben Okoro", None, 17.35),
        (None, "Zoë Larkin", "Workshop", 20),
        (104, "Inês Castell", "Office", None),
        (105.5, "Half a Number", "Office", 20),
    ]
    day = date(2025, 2, 17)
    holidays = [(day, "Founders' Day", 2), (day, "Founders' Day", 2), (date(2025, 2, 18), "Carnival", "double")]
    rates = [("Overtime factor", "1.3"), ("Daily hours", None), ("Sunday factor", True)]
    outcome = refuses(user, workbook(employees=employees, holidays=holidays, rates=rates))
    expected = [f"Employees row {row}" for row in (3, 4, 5, 6)]
    expected += ["Holidays row 3", "Holidays row 4", "Rates row 2", "Rates row 3", "Rates row 4"]
    assert all_places(outcome) == expected, outcome.stderr
    accepts(user, workbook(employees=[ADA], holidays=holidays[:1], rates=[("Overtime factor", 1.3)]))


@testcode("Input", "Write nothing on errors")
def earlier_results_outlive_an_error(user: FilesUser) -> None:
    """An error in one row, even of another month, leaves yesterday's files as they were."""
    pays(user, workbook())
    wrong = (101, date(2024, 1, 3), time(9), time(8), None)
    short_day = (101, date(2025, 2, 3), time(8), time(9), None)
    refuses(user, workbook(entries=[short_day, wrong]))
    user.sees_cell(172, "J2", in_=FEBRUARY, sheet="Summary")
    user.has(FEBRUARY_CHART)
    refuses(user, workbook(entries=[short_day, (101, "x", "y", "z", None)]))
    user.sees_cell(172, "J2", in_=FEBRUARY, sheet="Summary")
    accepts(user, workbook(entries=[short_day]), total=21.5)


@testcode("Pay", "Overtime")
def drawn_hours_are_paid(user: FilesUser, inputs: Inputs) -> None:
    """Of three employees, one after the other, with drawn rates."""
    for _ in range(3):
        pays_drawn_hours(user, inputs)


@testcode("Pay", "Sundays and holidays")
def drawn_holidays_have_their_factor(user: FilesUser, inputs: Inputs) -> None:
    """A working day that is a holiday with a drawn factor."""
    cents, percent, minutes = inputs.randint(1000, 9999), inputs.randint(100, 400), inputs.randint(60, 600)
    holidays = [(date(2025, 2, 4), inputs.name(), percent / 100)]
    entries = [(101, date(2025, 2, 4), time(8), at(480 + minutes), None)]
    employees = [(101, "Ada Birch", "Office", cents / 100)]
    pays(user, workbook(employees=employees, entries=entries, holidays=holidays))
    pay, hours = half_up(Fraction(minutes * cents * percent, 600_000)), half_up(Fraction(minutes, 60))
    row = (101, "Ada Birch", "Office", 0, 0, hours, 0, 0, pay, pay)
    user.sees_table([SUMMARY, row, ("Total", None, None, *row[3:])], in_=FEBRUARY, sheet="Summary", within=0.0001)
