"""Simulated use of the survey evaluation.

`material/questions.csv` and `material/answers.csv` are an ordinary survey of seven respondents; all other files are
written by the testcodes.
"""

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise

from missions import FilesUser, Inputs, testcode

QUESTIONS = "id,text,kind,options\n"
BLUE, ORANGE, GREEN, RED = (31, 119, 180), (255, 127, 14), (44, 160, 44), (214, 39, 40)
COLORS = (BLUE, ORANGE, GREEN, RED, (148, 103, 189), (140, 86, 75), (227, 119, 194), (127, 127, 127))
CHOICES = ("Question", "Option", "Count", "Weighted", "Share")
NUMBERS = (
    "Question",
    "Answers",
    "Mean",
    "Weighted mean",
    "Minimum",
    "Lower quartile",
    "Median",
    "Upper quartile",
    "Maximum",
)
RESULTS = ("survey.xlsx", "report.txt", "chart.png")
CHART = "results/chart.png"
WITHIN = 0.0001
"""Difference that a number in a file may have from the one expected: that of binary fractions."""

Color = tuple[int, int, int]


def evaluates(user: FilesUser, *arguments: str) -> None:
    """Evaluate the ordinary survey."""
    user.puts("questions.csv")
    user.puts("answers.csv")
    user.runs(arguments=["answers.csv", "questions.csv", *arguments])


def half_up(number: Fraction, decimals: int) -> float:
    """Return a positive number rounded, halves upwards."""
    return float(int(number * 10**decimals + Fraction(1, 2)) / 10**decimals)


def evaluates_drawn_choices(user: FilesUser, inputs: Inputs, respondents: int = 9) -> None:
    """Drawn answers to a drawn question are counted and weighted, in a folder of their own."""
    question, options = inputs.word(), inputs.names(3)
    answers = [(inputs.choice(options), inputs.randint(1, 9)) for _ in range(respondents)]
    user.writes("dq.csv", f"{QUESTIONS}{question},{inputs.name()}?,choice,{'|'.join(options)}\n")
    rows = [f"{inputs.token()}{place},{weight},{option}" for place, (option, weight) in enumerate(answers)]
    user.writes("da.csv", "\n".join([f"respondent,weight,{question}", *rows]) + "\n")
    user.runs(arguments=["da.csv", "dq.csv", "--out", "drawn"])
    total = sum(weight for _, weight in answers)
    expected: list[tuple[object, ...]] = [CHOICES]
    for option in options:
        weights = [weight for chosen, weight in answers if chosen == option]
        expected.append((question, option, len(weights), sum(weights), half_up(Fraction(100 * sum(weights), total), 1)))
    user.sees_table(expected, in_="drawn/survey.xlsx", sheet="Choices", within=WITHIN)
    user.sees_in("drawn/report.txt", f"Survey of {respondents} respondents, total weight {total}.00")


def evaluates_numbers(user: FilesUser, values: Sequence[str], weights: Sequence[str] = ()) -> None:
    """Evaluate a survey with one question, which asks for a number."""
    rows = [f"r{place},{weights[place] if weights else 1},{value}" for place, value in enumerate(values)]
    user.writes("q.csv", QUESTIONS + "n,How many?,number,\n")
    user.writes("a.csv", "\n".join(["respondent,weight,n", *rows]) + "\n")
    user.runs(arguments=["a.csv", "q.csv"])


def is_refused(user: FilesUser, arguments: Sequence[str], *errors: str) -> None:
    """The run ends with status 2, lists exactly these errors and writes nothing."""
    outcome = user.runs(arguments=list(arguments), status=2)
    lines = [line.strip() for line in outcome.stderr.splitlines() if line.strip()]
    assert lines == [f"error: {error}" for error in errors], f"standard error holds {lines}"
    assert not [name for name in user.files() if name.startswith("results")], "results were written all the same"


def has_areas(user: FilesUser, name: str, shares: Mapping[tuple[int, int, int], str]) -> None:
    """Each colour covers a bar of 40 pixels' width, 3 pixels high for each percent; a few pixels more or less."""
    user.sees_picture(name, size=(640, 400))
    seen = user.colors(name)
    for color, share in shares.items():
        height = int((Decimal(share) * 3).quantize(Decimal(1), ROUND_HALF_UP))
        area = seen.get(color, 0)
        assert abs(area - 40 * height) <= 80, f"{color} covers {area} pixels, expected were {40 * height}"


def differ_by_a_row(user: FilesUser, lower: Color, higher: Color) -> None:
    """Two bars are as different as 37 and 38 rows, with a row of play."""
    seen = user.colors(CHART)
    pixels = seen.get(higher, 0) - seen.get(lower, 0)
    assert abs(pixels - 40) <= 40, f"the bars of {lower} and {higher} differ by {pixels} pixels, expected were 40"


def first_with(user: FilesUser, color: Color, axis: int, rows: tuple[int, int] = (0, 400)) -> int:
    """Return the first column (`axis` 0) or row (1) of the chart, or of these rows, with a pixel of this colour."""
    without, found = 0, (640, 400)[axis]
    while found - without > 1:
        middle = (found + without) // 2
        within = (0, rows[0], middle, rows[1]) if axis == 0 else (0, 0, 640, middle)
        without, found = (without, middle) if color in user.colors(CHART, within=within) else (middle, found)
    return without


def base_of_bars(user: FilesUser, first: Color, share: str) -> int:
    """Return the row below the bars, the first of which has this share."""
    return first_with(user, first, 1) + int((Decimal(share) * 3).quantize(Decimal(1), ROUND_HALF_UP))


def stand_on_a_line(user: FilesUser, share: str, *bars: Color) -> None:
    """Below the bars, of which the first has this share, a line is drawn from the first to the last."""
    left, right = first_with(user, bars[0], 0), first_with(user, bars[-1], 0) + 40
    base = base_of_bars(user, bars[0], share)
    rows = {y: user.colors(CHART, within=(left, y, right, y + 1)) for y in range(base - 1, base + 3)}
    drawn = {y: right - left - row.get((255, 255, 255), 0) for y, row in rows.items() if bars[0] not in row}
    length = max(drawn.values(), default=0)
    line = next((y for y, pixels in drawn.items() if pixels == length), base)
    assert length >= right - left - 2, f"below the bars, {length} of the {right - left} pixels are drawn"
    below = user.colors(CHART, within=(0, line, 640, 400))
    assert not below.keys() & set(bars), f"bars reach below the line at y = {line}"


def stand_in_order(user: FilesUser, share: str, *bars: Color) -> None:
    """The bars, of which the first has this share, stand from left to right, 40 pixels wide and not on each other."""
    foot = base_of_bars(user, bars[0], share) - 2
    seen = user.colors(CHART, within=(0, foot, 640, foot + 1))
    for color in bars:
        assert abs(seen.get(color, 0) - 40) <= 1, f"the bar of {color} has {seen.get(color, 0)} pixels at its foot"
    begins = [first_with(user, color, 0, (foot, foot + 1)) for color in bars]
    assert all(right - left >= 40 for left, right in pairwise(begins)), f"the bars begin at x = {begins}"


@testcode("Workbook", "Count choices")
def options_are_counted_and_weighted(user: FilesUser, inputs: Inputs) -> None:
    evaluates(user)
    rows = [
        CHOICES,
        ("travel", "Train", 2, 3.25, 44.8),
        ("travel", "Bus", 3, 3, 41.4),
        ("travel", "On foot", 1, 1, 13.8),
        ("shift", "Late", 2, 3.5, 51.9),
        ("shift", "Early", 4, 3.25, 48.1),
    ]
    user.sees_table(rows, in_="results/survey.xlsx", sheet="Choices", within=WITHIN)
    assert user.sheets("results/survey.xlsx") == ["Choices", "Numbers"], "there are other sheets than the two"
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Count choices")
def shares_are_rounded_half_up(user: FilesUser, inputs: Inputs) -> None:
    """1 of 16 is 6.25 %; weights of 0.125 and 0.005 are halves, too; thirds do not add up to 100."""
    user.writes("q.csv", QUESTIONS + "a,A?,choice,Yes|No\nb,B?,choice,X|Y|Z\n")
    rows = ["r1,0.125,Yes,X", "r2,1.875,No,Y", "r3,0.005,,Z"]
    user.writes("a.csv", "\n".join(["respondent,weight,a,b", *rows]))
    user.runs(arguments=["a.csv", "q.csv"])
    for cell, value in {"D2": 0.13, "E2": 6.3, "D3": 1.88, "E3": 93.8, "D6": 0.01, "E6": 0.2}.items():
        user.sees_cell(value, cell, in_="results/survey.xlsx", sheet="Choices", within=WITHIN)
    user.sees_in("results/report.txt", "Yes: 1 (6.3 %)")
    user.sees_in("results/report.txt", "Survey of 3 respondents, total weight 2.01")
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Average numbers")
def means_are_plain_and_weighted(user: FilesUser, inputs: Inputs) -> None:
    evaluates(user)
    rows = [
        NUMBERS,
        ("happy", 6, 3.17, 2.9, 1, 2.25, 3.5, 4, 5),
        ("km", 7, 17.68, 21.62, 0.75, 6.5, 12.5, 28.75, 40),
    ]
    user.sees_table(rows, in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Average numbers")
def means_are_exact_and_rounded_away_from_zero(user: FilesUser, inputs: Inputs) -> None:
    evaluates_numbers(user, ["0.01", "0.02"])
    user.has_not(CHART)
    user.sees_cell(0.02, "C2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    evaluates_numbers(user, ["-0.01", "-0.02"])
    user.sees_cell(-0.02, "C2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    evaluates_numbers(user, ["1.005", "1.005", "1.005"], ["0.1", "0.2", "0.7"])
    user.sees_cell(1.01, "C2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    user.sees_cell(1.01, "D2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    evaluates_numbers(user, ["10", "20"], ["3", "1"])
    user.sees_cell(15, "C2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    user.sees_cell(12.5, "D2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Interpolate quartiles")
def quartiles_are_interpolated(user: FilesUser, inputs: Inputs) -> None:
    """Of one, two, four and five values, given in any order; 10 is more than 9."""
    for values, expected in (
        (["7"], (7, 7, 7)),
        (["4", "1"], (1.75, 2.5, 3.25)),
        (["10", "3", "1", "2"], (1.75, 2.5, 4.75)),
        (["9", "10", "-5", "100", "0"], (0, 9, 10)),
    ):
        evaluates_numbers(user, values)
        for cell, value in zip(("F2", "G2", "H2"), expected, strict=True):
            user.sees_cell(value, cell, in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Leave out who did not answer")
def empty_answers_do_not_count(user: FilesUser, inputs: Inputs) -> None:
    """A row may end early; a question without any answers has empty cells and shares of 0, a survey without
    respondents too."""
    user.writes("q.csv", QUESTIONS + "n,N?,number,\nc,C?,choice,A|B\nz,Z?,scale,\ne,E?,choice,P|Q\n")
    rows = ["r1,1,0,A,,", "r2,9, ,,", "r3,3", "r4,3,4,B,,"]
    user.writes("a.csv", "\n".join(["respondent,weight,n,c,z,e", *rows]) + "\n")
    user.runs(arguments=["a.csv", "q.csv"])
    numbers = [NUMBERS, ("n", 2, 2, 3, 0, 1, 2, 3, 4), ("z", 0, None, None, None, None, None, None, None)]
    user.sees_table(numbers, in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    choices = [
        CHOICES,
        ("c", "A", 1, 1, 25),
        ("c", "B", 1, 3, 75),
        ("e", "P", 0, 0, 0),
        ("e", "Q", 0, 0, 0),
    ]
    user.sees_table(choices, in_="results/survey.xlsx", sheet="Choices", within=WITHIN)
    for line in ("Survey of 4 respondents, total weight 16.00", "0 answers no answer: 4", "P: 0 (0.0 %)"):
        user.sees_in("results/report.txt", line)
    user.runs(arguments=["a.csv", "q.csv", "--only", "e=P", "--cross", "c", "e"])
    for line in ("Survey of 0 respondents, total weight 0.00 Only: e = P", "A: 0 (0.0 %)", "0 answers no answer: 0"):
        user.sees_in("results/report.txt", line)
    crossed = [("c \\ e", "P", "Q", "Total"), ("A", 0, 0, 0), ("B", 0, 0, 0), ("Total", 0, 0, 0)]
    user.sees_table(crossed, in_="results/survey.xlsx", sheet="c x e")
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Cross two questions")
def two_questions_are_crossed(user: FilesUser, inputs: Inputs) -> None:
    """Both ways; who did not answer both is left out, weights do not count."""
    evaluates(user, "--cross", "travel", "shift", "--cross", "shift", "travel")
    rows = [
        ("travel \\ shift", "Late", "Early", "Total"),
        ("Train", 1, 1, 2),
        ("Bus", 0, 2, 2),
        ("On foot", 1, 0, 1),
        ("Total", 2, 3, 5),
    ]
    user.sees_table(rows, in_="results/survey.xlsx", sheet="travel x shift")
    turned = [
        ("shift \\ travel", "Train", "Bus", "On foot", "Total"),
        ("Late", 1, 0, 1, 2),
        ("Early", 1, 2, 0, 3),
        ("Total", 2, 2, 1, 5),
    ]
    user.sees_table(turned, in_="results/survey.xlsx", sheet="shift x travel")
    evaluates_drawn_choices(user, inputs)


@testcode("Workbook", "Keep texts as texts")
def texts_stay_texts(user: FilesUser, inputs: Inputs) -> None:
    """An option like a formula, one like a number, quotes and letters of other languages."""
    user.writes("q.csv", QUESTIONS + 'odd,Odd?,choice,"=1+1|007|Grüße, ""Zoë"""\n2024,Year?,choice,1|2\n')
    rows = ["r1,1,=1+1,1", "r2,1,007,2", 'r3,2,"Grüße, ""Zoë""",1']
    user.writes("a.csv", "\n".join(["respondent,weight,odd,2024", *rows]))
    user.runs(arguments=["a.csv", "q.csv", "--cross", "odd", "2024"])
    choices = [
        CHOICES,
        ("odd", "=1+1", 1, 1, 25),
        ("odd", "007", 1, 1, 25),
        ("odd", 'Grüße, "Zoë"', 1, 2, 50),
        ("2024", "1", 2, 3, 75),
        ("2024", "2", 1, 1, 25),
    ]
    user.sees_table(choices, in_="results/survey.xlsx", sheet="Choices", within=WITHIN)
    crossed = [
        ("odd \\ 2024", "1", "2", "Total"),
        ("=1+1", 1, 0, 1),
        ("007", 0, 1, 1),
        ('Grüße, "Zoë"', 1, 0, 1),
        ("Total", 2, 1, 3),
    ]
    user.sees_table(crossed, in_="results/survey.xlsx", sheet="odd x 2024")
    user.sees_in("results/report.txt", 'Grüße, "Zoë": 1 (50.0 %)')
    user.runs(arguments=["a.csv", "q.csv", "--only", "odd==1+1"])
    user.sees_in("results/report.txt", "Survey of 1 respondent, total weight 1.00 Only: odd = =1+1")
    evaluates_drawn_choices(user, inputs)


@testcode("Report", "Write the report")
def the_report_has_its_form(user: FilesUser, inputs: Inputs) -> None:
    evaluates(user)
    expected = """
Survey of 7 respondents, total weight 8.25

travel: How do you get to work?
  Train: 2 (44.8 %)
  Bus: 3 (41.4 %)
  On foot: 1 (13.8 %)
  no answer: 1

happy: How happy are you?
  6 answers, mean 3.17, weighted mean 2.90, median 3.50
  no answer: 1

km: How far is it?
  7 answers, mean 17.68, weighted mean 21.62, median 12.50
  no answer: 0

shift: When, mostly?
  Late: 2 (51.9 %)
  Early: 4 (48.1 %)
  no answer: 1
"""
    shown = [line.strip() for line in user.text("results/report.txt").strip().splitlines()]
    wanted = [line.strip() for line in expected.strip().splitlines()]
    assert shown == wanted, f"the report holds {shown}"
    evaluates_drawn_choices(user, inputs)


@testcode("Command line", "Evaluate some respondents only")
def the_others_are_left_out(user: FilesUser, inputs: Inputs) -> None:
    evaluates(user, "--only", "travel=On foot", "--cross", "travel", "shift")
    user.sees_in("results/report.txt", "Survey of 1 respondent, total weight 1.00 Only: travel = On foot")
    user.sees_in("results/report.txt", "1 answer, mean 0.75, weighted mean 0.75, median 0.75")
    user.sees_cell(1, "D5", in_="results/survey.xlsx", sheet="travel x shift")
    evaluates(user, "--only", "shift=Early")
    rows = [
        CHOICES,
        ("travel", "Train", 1, 0.75, 33.3),
        ("travel", "Bus", 2, 1.5, 66.7),
        ("travel", "On foot", 0, 0, 0),
        ("shift", "Late", 0, 0, 0),
        ("shift", "Early", 4, 3.25, 100),
    ]
    user.sees_table(rows, in_="results/survey.xlsx", sheet="Choices", within=WITHIN)
    user.sees_cell(3.75, "C2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    has_areas(user, "results/chart.png", {BLUE: "33.33", ORANGE: "66.67", GREEN: "0"})
    assert len(user.sheets("results/survey.xlsx")) == 2, "the cross table of the earlier run is still there"
    evaluates_drawn_choices(user, inputs)


@testcode("Chart", "Draw the shares")
def bars_have_the_height_of_their_shares(user: FilesUser, inputs: Inputs) -> None:
    """Another question, or other answers, give another chart. Below the bars, which stand in order, is a line. Of
    12.4 and 12.6 percent, the shares are not rounded before."""
    evaluates(user)
    has_areas(user, CHART, {BLUE: "44.828", ORANGE: "41.379", GREEN: "13.793", RED: "0"})
    stand_on_a_line(user, "44.828", BLUE, ORANGE, GREEN)
    stand_in_order(user, "44.828", BLUE, ORANGE, GREEN)
    evaluates(user, "--chart", "shift")
    has_areas(user, CHART, {BLUE: "51.852", ORANGE: "48.148", GREEN: "0"})
    user.writes("q.csv", QUESTIONS + "c,C?,choice," + "|".join("ABCDEFGH") + "\n")
    rows = [f"r{place},{place + 1},{letter}" for place, letter in enumerate("ABCDEFGH")]
    user.writes("a.csv", "\n".join(["respondent,weight,c", *rows]) + "\n")
    user.runs(arguments=["a.csv", "q.csv"])
    shares = {color: str(Decimal(100 * (place + 1)) / 36) for place, color in enumerate(COLORS)}
    has_areas(user, CHART, shares)
    stand_in_order(user, shares[BLUE], *COLORS)
    user.writes("a.csv", "respondent,weight,c\nr1,12.4,A\nr2,12.6,B\nr3,75,C\n")
    user.runs(arguments=["a.csv", "q.csv"])
    differ_by_a_row(user, BLUE, ORANGE)
    evaluates_drawn_choices(user, inputs)


@testcode("Command line", "Choose the folder")
def results_are_written_where_they_are_wanted(user: FilesUser) -> None:
    """To a folder that is not there yet; a second run replaces what the first one wrote."""
    evaluates(user, "--out", "first/evaluation")
    for name in RESULTS:
        user.has(f"first/evaluation/{name}")
        user.has_not(f"results/{name}")
    user.writes("other.csv", "respondent,weight,travel,happy,km,shift\nr1,1,Bus,5,2,Late\n")
    user.runs(arguments=["--out", "first/evaluation", "other.csv", "questions.csv"])
    user.sees_in("first/evaluation/report.txt", "Survey of 1 respondent, total weight 1.00")
    user.sees_cell(100, "E3", in_="first/evaluation/survey.xlsx", sheet="Choices")
    has_areas(user, "first/evaluation/chart.png", {BLUE: "0", ORANGE: "100"})


@testcode("Files", "Read CSV files")
def semicolons_and_other_orders_are_understood(user: FilesUser, inputs: Inputs) -> None:
    """A byte order mark, decimal commas, blanks, empty lines, columns in another order and one too many."""
    user.writes(
        "q.csv", "\ufeffkind;id;note, if any;options;text\nnumber;n;;;Wie viel, etwa?\r\n\nchoice; c ;;A, B | C;C?\n"
    )
    user.writes("a.csv", "\ufeffc;weight;n;respondent;remark\n\n A, B ;1,5;2,25;r1;x\nC;0.5;10;r2;\n;1;1;r3;\n\n")
    user.runs(arguments=["a.csv", "q.csv"])
    user.sees_table(
        [CHOICES, ("c", "A, B", 1, 1.5, 75), ("c", "C", 1, 0.5, 25)],
        in_="results/survey.xlsx",
        sheet="Choices",
        within=WITHIN,
    )
    user.sees_cell(3.13, "D2", in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)
    user.sees_in("results/report.txt", "n: Wie viel, etwa?")
    user.removes("results/report.txt")
    user.removes("results/survey.xlsx")
    user.removes("results/chart.png")
    user.writes("comma.csv", 'respondent,weight,n,c,remark; note\nr1,1,"2,5",C,x;y\n')
    is_refused(user, ["comma.csv", "q.csv"], "comma.csv row 2: '2,5' is no answer to n")
    evaluates_drawn_choices(user, inputs)


@testcode("Files", "Refuse wrong questions")
def wrong_questions_are_named(user: FilesUser) -> None:
    """The answers are not looked at then; with right questions they are."""
    user.writes("a.csv", "respondent,weight,ok\nr1,1,x\n")
    rows = [
        "ok,Fine?,scale,x|x",
        "a b,Blank?,scale,",
        "",
        "ok,Again?,scale,",
        "t,Text?,text,",
        "one,One?,choice,Alone",
        "nine,Nine?,choice,1|2|3|4|5|6|7|8|9",
        "two,Twice?,choice,Bus|Train|Bus",
        "abcdefghijklm,Long?,scale,",
        "abcdefghijkl,Not too long?,scale,",
        "a-b,Hyphen?,scale,",
    ]
    user.writes("q.csv", QUESTIONS + "\n".join(rows))
    is_refused(
        user,
        ["a.csv", "q.csv"],
        "q.csv row 3: wrong id 'a b'",
        "q.csv row 5: the id 'ok' stands there twice",
        "q.csv row 6: unknown kind 'text'",
        "q.csv row 7: a choice has two to eight options",
        "q.csv row 8: a choice has two to eight options",
        "q.csv row 9: the option 'Bus' stands there twice",
        "q.csv row 10: wrong id 'abcdefghijklm'",
        "q.csv row 12: wrong id 'a-b'",
    )
    user.has_not("results")
    for missing in ("id", "text", "kind", "options"):
        columns = [column for column in ("id", "text", "kind", "options") if column != missing]
        user.writes("q.csv", ",".join(columns) + "\nfine,choice,a|b\n")
        is_refused(user, ["a.csv", "q.csv"], f"q.csv: the column {missing} is missing")
    user.writes("q.csv", QUESTIONS)
    is_refused(user, ["a.csv", "q.csv"], "q.csv: no questions")
    user.writes("q.csv", QUESTIONS + rows[0])
    is_refused(user, ["a.csv", "q.csv"], "a.csv row 2: 'x' is no answer to ok")
    user.writes("a.csv", "respondent,weight,ok\nr1,1,1\n")
    user.runs(arguments=["a.csv", "q.csv"])
    user.sees_in("results/report.txt", "1 answer, mean 1.00")


@testcode("Files", "Refuse wrong answers")
def wrong_answers_are_named(user: FilesUser) -> None:
    """One error for each wrong row, the first one; empty lines count; of the missing columns the first one is named;
    without all this the survey is evaluated."""
    user.puts("questions.csv")
    heading = "respondent,weight,travel,happy,km,shift"
    wrong = {
        3: (",1,Bus,1,1,Late", "the respondent is missing"),
        4: ("r1,0,Bus,1,1,Late", "the respondent 'r1' stands there twice"),
        5: ("r5,0,Boat,1,1,Late", "wrong weight '0'"),
        6: ("r6,-1,Bus,1,1,Late", "wrong weight '-1'"),
        7: ("r7,,Bus,1,1,Late", "wrong weight ''"),
        8: ("r8,1,Boat,9,1,Late", "'Boat' is no answer to travel"),
        9: ("r9,1,bus,1,1,Late", "'bus' is no answer to travel"),
        10: ("r10,1,Bus,6,1,Late", "'6' is no answer to happy"),
        11: ("r11,1,Bus,0,1,Late", "'0' is no answer to happy"),
        12: ("r12,1,Bus,2.5,1,Late", "'2.5' is no answer to happy"),
        13: ("r13,1,Bus,1,far,Late", "'far' is no answer to km"),
        14: ("r14,1,Bus,1,1e3,Late", "'1e3' is no answer to km"),
        15: ("r15,1,Bus,1,1,Never", "'Never' is no answer to shift"),
        16: (",light,Boat,9,far,Never", "the respondent is missing"),
        17: ("r1,light,Boat,9,far,Never", "the respondent 'r1' stands there twice"),
        18: ("r18,light,Boat,9,far,Never", "wrong weight 'light'"),
    }
    right = ["r1,1,Bus,5,-12,Late", "r19,0.01,Bus,1,0,Early"]
    rows = [heading, right[0], "", *(row for row, _ in wrong.values()), right[1]]
    user.writes("answers.csv", "\n".join(rows) + "\n")
    errors = [f"answers.csv row {number + 1}: {reason}" for number, (_, reason) in wrong.items()]
    is_refused(user, ["answers.csv", "questions.csv"], *errors)
    user.has_not("results")
    user.writes("answers.csv", heading.replace(",weight", "") + "\nr1,Bus,1,1,Late\n")
    is_refused(user, ["answers.csv", "questions.csv"], "answers.csv: the column weight is missing")
    user.writes("answers.csv", "happy,shift,weight\n1,Late,1\n")
    is_refused(user, ["answers.csv", "questions.csv"], "answers.csv: the column respondent is missing")
    user.writes("answers.csv", "happy,respondent,shift\n1,r1,Late\n")
    is_refused(user, ["answers.csv", "questions.csv"], "answers.csv: the column weight is missing")
    user.writes("answers.csv", heading.replace(",km", "") + "\nr1,1,Bus,1,Late\n")
    is_refused(user, ["answers.csv", "questions.csv"], "answers.csv: the column km is missing")
    user.writes("answers.csv", heading)
    is_refused(user, ["answers.csv", "questions.csv"], "answers.csv: no answers")
    user.writes("answers.csv", "\n".join([heading, *right]))
    user.runs(arguments=["answers.csv", "questions.csv"])
    user.sees_in("results/report.txt", "Survey of 2 respondents, total weight 1.01")


@testcode("Files", "Refuse wrong answers")
def earlier_results_survive_a_wrong_file(user: FilesUser) -> None:
    evaluates(user)
    before = user.text("results/report.txt")
    sheets = user.table("results/survey.xlsx", "Choices").rows
    colors = user.colors("results/chart.png")
    user.writes("answers.csv", "respondent,weight,travel,happy,km,shift\nr1,1,Bus,1,1,Late\nr2,1,Bus,7,1,Late\n")
    user.runs(arguments=["answers.csv", "questions.csv"], status=2)
    user.sees_output("error: answers.csv row 3: '7' is no answer to happy")
    assert user.text("results/report.txt") == before, "the report has been changed"
    assert user.table("results/survey.xlsx", "Choices").rows == sheets, "the workbook has been changed"
    assert user.colors("results/chart.png") == colors, "the chart has been changed"
    user.writes("answers.csv", "respondent,weight,travel,happy,km,shift\nr1,1,Bus,1,1,Late\n")
    user.runs(arguments=["answers.csv", "questions.csv"])
    user.sees_in("results/report.txt", "Survey of 1 respondent,")


@testcode("Command line", "Refuse a wrong command line")
def a_wrong_command_line_is_refused(user: FilesUser) -> None:
    """Files that are not there or no UTF-8, questions and options that do not fit, too little and too much."""
    user.puts("questions.csv")
    user.puts("answers.csv")
    files = ["answers.csv", "questions.csv"]
    is_refused(user, ["nowhere.csv", "questions.csv"], "nowhere.csv: cannot be read")
    is_refused(user, ["answers.csv", "nowhere.csv"], "nowhere.csv: cannot be read")
    user.runs(arguments=[*files, "--out", "."])
    is_refused(user, ["chart.png", "questions.csv"], "chart.png: cannot be read")
    is_refused(user, [*files, "--chart", "age"], "--chart: 'age' is no choice question")
    is_refused(user, [*files, "--only", "age=5"], "--only: 'age' is no choice question")
    is_refused(user, [*files, "--cross", "travel", "happy"], "--cross: 'happy' is no choice question")
    is_refused(user, [*files, "--cross", "age", "travel"], "--cross: 'age' is no choice question")
    is_refused(user, [*files, "--chart", "km"], "--chart: 'km' is no choice question")
    is_refused(user, [*files, "--only", "happy=5"], "--only: 'happy' is no choice question")
    is_refused(user, [*files, "--only", "travel=Boat"], "--only: 'Boat' is no answer to travel")
    for wrong in (
        files[:1],
        [*files, "third.csv"],
        [*files, "--fast"],
        [*files, "--cross", "travel"],
        [*files, "--only", "travel"],
    ):
        outcome = user.runs(arguments=wrong, status=2)
        assert any(line.startswith("error: ") for line in outcome.stderr.splitlines()), (
            f"no line of standard error begins with 'error: ' after {wrong}"
        )
        user.has_not("results/report.txt")
    user.runs(arguments=["--chart", "shift", *files, "--only", "travel=Bus"])
    for name in RESULTS:
        user.has(f"results/{name}")


@testcode("Workbook", "Average numbers")
def drawn_numbers_are_averaged(user: FilesUser, inputs: Inputs) -> None:
    """Mean, weighted mean, extremes and quartiles of drawn numbers with drawn weights."""
    count = inputs.randint(5, 12)
    values, weights = [inputs.randint(1, 5000) for _ in range(count)], [inputs.randint(1, 9) for _ in range(count)]
    evaluates_numbers(user, [str(value) for value in values], [str(weight) for weight in weights])
    weighted = Fraction(sum(value * weight for value, weight in zip(values, weights, strict=True)), sum(weights))
    places = [quantile(sorted(values), Fraction(quarter, 4)) for quarter in range(5)]
    row = ("n", count, *(half_up(each, 2) for each in (Fraction(sum(values), count), weighted, *places)))
    user.sees_table([NUMBERS, row], in_="results/survey.xlsx", sheet="Numbers", within=WITHIN)


def quantile(values: Sequence[int], part: Fraction) -> Fraction:
    """Return the value at a part of the sorted values, in proportion between two of them."""
    place = part * (len(values) - 1)
    lower = int(place)
    return values[lower] + (place - lower) * (values[min(lower + 1, len(values) - 1)] - values[lower])


@testcode("Workbook", "Count choices")
def drawn_choices_are_counted(user: FilesUser, inputs: Inputs) -> None:
    """Of many respondents."""
    evaluates_drawn_choices(user, inputs, respondents=inputs.randint(30, 60))
