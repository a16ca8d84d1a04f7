"""Simulated use of the budget language.

All answers are laid down by the prompt, so nothing has to be asked. `answers` compares whole lines: what the program
answers to an input stands on lines of its own.
"""

import re
from collections.abc import Mapping
from fractions import Fraction

from missions import ConsoleUser, Inputs, testcode


def lines_of(user: ConsoleUser) -> list[str]:
    """Return the lines of the last answer, without the prompt that follows it."""
    lines = [line.strip() for line in user.output().splitlines()]
    if lines[-1:] in ([">"], ["."]):
        lines.pop()
    return [line for line in lines if line]


def shows_prompt(user: ConsoleUser, prompt: str) -> None:
    """The output ends with this prompt, on a line of its own."""
    last = user.output().rpartition("\n")[2]
    assert last.strip() == prompt, f"the prompt is {last!r}, expected was {prompt!r}"


def answers(user: ConsoleUser, line: str, *expected: str) -> None:
    """`line` is answered with exactly these lines."""
    user.enters(line)
    shown = lines_of(user)
    assert shown == list(expected), f"{line!r} was answered with {shown}, expected was {list(expected)}"
    user.is_asked()


def still_calculates(user: ConsoleUser, inputs: Inputs) -> None:
    """A new session calculates with drawn names and numbers."""
    user.starts()
    name, function, parameter = inputs.words(3, letters=7)
    value, factor, less = (inputs.randint(2, 9999) for _ in range(3))
    answers(user, f"let {name} = {value}", f"{name} = {value}")
    answers(user, f"def {function}({parameter}) = {parameter} * {factor} - {less}", f"{function}({parameter}) defined")
    answers(user, f"{function}({name} + 1) * 2", f"= {((value + 1) * factor - less) * 2}")


def calculates(user: ConsoleUser, values: Mapping[str, str]) -> None:
    """Each expression has this value."""
    for expression, value in values.items():
        answers(user, expression, f"= {value}")


@testcode("Expressions", "Calculate")
def operators_have_their_precedence(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    values = {
        "1 + 2 * 3": "7",
        "(1 + 2) * 3": "9",
        "10 - 4 - 3": "3",
        "100 / 10 / 2": "5",
        "2^3^2": "512",
        "-2^2": "-4",
        "2^-1": "0.5",
        "(-2)^3": "-8",
        "2 * -3": "-6",
        "--5": "5",
        "200 * 15%": "30",
        "100 + 50% * 4": "102",
        "50%%": "0.005",
        "50%^2": "0.25",
        "-50% - -1": "0.5",
        ".5 + 12.25": "12.75",
        "7   # a comment": "7",
    }
    calculates(user, values)
    still_calculates(user, inputs)


@testcode("Expressions", "Calculate")
def comparisons_give_one_or_zero(user: ConsoleUser, inputs: Inputs) -> None:
    """They are weaker than sums, and only one of them may stand in an expression without parentheses."""
    user.starts()
    values = {
        "1 + 1 < 3": "1",
        "3 < 1 + 2": "0",
        "3 <= 3": "1",
        "3 > 3": "0",
        "4 >= 3 + 2": "0",
        "3 >= 3": "1",
        "3 < 3": "0",
        "4 <= 3": "0",
        "2 != 2": "0",
        "1/3 == 2/6": "1",
        "0.33333 == 1/3": "0",
        "2 != 3": "1",
        "5 + (2 > 1)": "6",
        "(1 < 2) < 3": "1",
    }
    calculates(user, values)
    answers(user, "1 < 2 < 3", f"Error at line {len(values) + 1}, column 7: unexpected '<'")
    still_calculates(user, inputs)


@testcode("Expressions", "Calculate exactly")
def values_are_exact_and_rounded_only_to_be_shown(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    values = {
        "0.1 + 0.2": "0.3",
        "1/3*3": "1",
        "1/3*3 == 1": "1",
        "1/7 * 10^30": "142857142857142857142857142857.1429",
        "2/3": "0.6667",
        "1/8": "0.125",
        "0.00005": "0.0001",
        "-0.00005": "-0.0001",
        "0.00015": "0.0002",
        "0.00004999": "0",
        "-0.00004": "0",
        "1000 * 1.10": "1100",
        "1234567.50": "1234567.5",
        "10^20 + 0.25": "100000000000000000000.25",
        "99999999999999999999999999999999 - 1": "99999999999999999999999999999998",
        "0.00004 + 0.00004": "0.0001",
    }
    calculates(user, values)
    still_calculates(user, inputs)


@testcode("Expressions", "Use the last answer")
def ans_is_the_last_answer(user: ConsoleUser, inputs: Inputs) -> None:
    """Neither errors, nor definitions, nor rounding change it."""
    user.starts()
    answers(user, "ans", "= 0")
    answers(user, "1 / 3", "= 0.3333")
    answers(user, "ans * 3", "= 1")
    answers(user, "let a = 5", "a = 5")
    answers(user, "1 / 0", "Error at line 5, column 3: division by zero")
    answers(user, "ans + a", "= 6")
    answers(user, ":undo", "Undone: let a = 5")
    answers(user, "ans ^ 2", "= 36")
    still_calculates(user, inputs)


@testcode("Definitions", "Set variables")
def variables_keep_their_values(user: ConsoleUser, inputs: Inputs) -> None:
    """A refused let changes nothing; names distinguish capital and small letters."""
    user.starts()
    answers(user, ":vars", "No variables.")
    answers(user, "let rent = 900", "rent = 900")
    answers(user, "let Rent_2 = rent * 2", "Rent_2 = 1800")
    answers(user, "let rent = rent + 50.5", "rent = 950.5")
    answers(user, "Rent_2", "= 1800")
    answers(user, "let rent = rent / 0", "Error at line 6, column 17: division by zero")
    answers(user, "let b = RENT", "Error at line 7, column 9: unknown variable 'RENT'")
    answers(user, "b", "Error at line 8, column 1: unknown variable 'b'")
    answers(user, "let a = 1/3", "a = 0.3333")
    answers(user, ":vars", "Rent_2 = 1800", "a = 0.3333", "rent = 950.5")
    still_calculates(user, inputs)


@testcode("Definitions", "Define functions")
def functions_are_called(user: ConsoleUser, inputs: Inputs) -> None:
    """Parameters hide variables; everything else is looked up when the function is called."""
    user.starts()
    answers(user, ":functions", "No functions.")
    answers(user, "let rate = 10%", "rate = 0.1")
    answers(user, "let x = 7", "x = 7")
    answers(user, "def net(x) =  x * (1 - rate) # after tax", "net(x) defined")
    answers(user, "net(200)", "= 180")
    answers(user, "let rate = 50%", "rate = 0.5")
    answers(user, "net(200) + x", "= 107")
    answers(user, "def both(a, b) = net(a) - later(b)", "both(a, b) defined")
    answers(user, "both(10, 1)", "Error at line 9, column 1: unknown function 'later' in 'both'")
    answers(user, "def later(n) = n + x", "later(n) defined")
    answers(user, "both(10 + 2, 1)", "= -2")
    answers(user, "def later(n) = n", "later(n) defined")
    answers(user, "both(later(12), 1)", "= 5")
    answers(user, "let net = 3", "net = 3")
    answers(user, "net(net * 2)", "= 3")
    answers(user, "def Outer(x) = later(1) + plus_x(x)", "Outer(x) defined")
    answers(user, "def plus_x(n) = n + x", "plus_x(n) defined")
    answers(user, "Outer(100)", "= 108")
    answers(
        user,
        ":functions",
        "Outer(x) = later(1) + plus_x(x)",
        "both(a, b) = net(a) - later(b)",
        "later(n) = n",
        "net(x) = x * (1 - rate)",
        "plus_x(n) = n + x",
    )
    still_calculates(user, inputs)


@testcode("Definitions", "Nest calls")
def functions_call_themselves(user: ConsoleUser, inputs: Inputs) -> None:
    """100 calls inside each other work, 101 do not; afterwards everything is as before."""
    user.starts()
    answers(user, "def fac(n) = if(n < 2, 1, n * fac(n - 1))", "fac(n) defined")
    answers(user, "fac(20)", "= 2432902008176640000")
    answers(user, "def down(n) = if(n <= 1, 0, down(n - 1))", "down(n) defined")
    answers(user, "down(100)", "= 0")
    answers(user, "2 + down(101)", "Error at line 5, column 5: calls are nested too deeply in 'down'")
    answers(user, "def forever(n) = forever(n)", "forever(n) defined")
    answers(user, "forever(1)", "Error at line 7, column 1: calls are nested too deeply in 'forever'")
    answers(user, "down(50) + down(60) + 1", "= 1")
    still_calculates(user, inputs)


@testcode("Expressions", "Built-in functions")
def built_in_functions_calculate(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    values = {
        "min(3, 1 + 1, 7)": "2",
        "max(3, -8)": "3",
        "sum(1, 2, 3.5)": "6.5",
        "sum(4)": "4",
        "abs(-3.5) + abs(2)": "5.5",
        "round(2.5, 0)": "3",
        "round(-2.5, 0)": "-3",
        "round(1.005, 2) * 1000": "1010",
        "round(0.12344, 4) == 0.1234": "1",
        "round(1 / 3, 9) * 10^9": "333333333",
        "if(2 > 1, 10, 1 / 0)": "10",
        "if(0, 1 / 0, 20)": "20",
        "if(-0.5, 1, 2)": "1",
        "min(max(1, 2), 5)": "2",
    }
    calculates(user, values)
    errors = {
        "2 * if(1, 2)": "column 5: 'if' takes 3 arguments, not 2",
        "abs(1, 2)": "column 1: 'abs' takes 1 argument, not 2",
        "round(2)": "column 1: 'round' takes 2 arguments, not 1",
        "1 + round(2, 1.5)": "column 5: round needs a whole number from 0 to 9",
        "round(2, 10)": "column 1: round needs a whole number from 0 to 9",
        "round(2, -1)": "column 1: round needs a whole number from 0 to 9",
        "min()": "column 5: unexpected ')'",
    }
    for number, (line, error) in enumerate(errors.items(), start=len(values) + 1):
        answers(user, line, f"Error at line {number}, {error}")
    answers(user, "round(2.345, 2)", "= 2.35")
    still_calculates(user, inputs)


@testcode("Definitions", "Protect built-in names")
def built_in_names_stay_what_they_are(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    answers(user, "let min = 3", "Error at line 1, column 5: 'min' is built in")
    answers(user, "def if(a) = a", "Error at line 2, column 5: 'if' is built in")
    answers(user, "def f(a, sum) = a", "Error at line 3, column 10: 'sum' is built in")
    answers(user, "let ans = 3", "Error at line 4, column 5: 'ans' is built in")
    answers(user, "let let = 3", "Error at line 5, column 5: unexpected 'let'")
    answers(user, "def f(a, b, a) = a", "Error at line 6, column 13: parameter 'a' stands there twice")
    answers(user, "def f() = 1", "Error at line 7, column 7: unexpected ')'")
    for line, name in enumerate(("max", "abs", "round", "sum"), start=8):
        answers(user, f"let {name} = 3", f"Error at line {line}, column 5: '{name}' is built in")
    answers(user, "min(3, 4) + ans", "= 3")
    answers(user, ":vars", "No variables.")
    answers(user, ":functions", "No functions.")
    answers(user, "let minimum = 1", "minimum = 1")
    answers(user, "def let_(ans_) = ans_", "let_(ans_) defined")
    still_calculates(user, inputs)


@testcode("Errors", "Name the place")
def errors_have_line_and_column(user: ConsoleUser, inputs: Inputs) -> None:
    """Form comes before values; of several errors of values the first in the order of calculation."""
    user.starts()
    answers(user, "def f(a, b) = a + b", "f(a, b) defined")
    errors = {
        "12 $ 3": "column 4: unexpected character '$'",
        "1 + )": "column 5: unexpected ')'",
        "(1 + 2   # sum": "column 7: unexpected end of line",
        "3 4.5": "column 3: unexpected '4.5'",
        "2 rent": "column 3: unexpected 'rent'",
        "_a + 1": "column 1: unexpected character '_'",
        "let 5 = 3": "column 5: unexpected '5'",
        "let a 3": "column 7: unexpected '3'",
        "  * 2": "column 3: unexpected '*'",
        "1 / 0 + 2 $": "column 11: unexpected character '$'",
        "f(1) + )": "column 8: unexpected ')'",
        "abs(1, 2) + )": "column 13: unexpected ')'",
        "x + 1 / 0": "column 1: unknown variable 'x'",
        "1 / (2 - 2) + x": "column 3: division by zero",
        "2 * g(1)": "column 5: unknown function 'g'",
        "f(1)": "column 1: 'f' takes 2 arguments, not 1",
        "1 + f(1, 2, 3)": "column 5: 'f' takes 2 arguments, not 3",
        "2 ^ 0.5": "column 3: the exponent must be a whole number from -999 to 999",
        "2 ^ 1000": "column 3: the exponent must be a whole number from -999 to 999",
        "1 ^ -1000": "column 3: the exponent must be a whole number from -999 to 999",
        "0 ^ -1": "column 3: division by zero",
        "10^50 * 10^50": "column 7: the number is too large",
        "0 - 10^99 * 10": "column 11: the number is too large",
        "10 ^ 100": "column 4: the number is too large",
        "-10^99 * 10": "column 8: the number is too large",
        "-10^99 * 9 - 10^99 * 2": "column 12: the number is too large",
        "sum(-10^99 * 5, -10^99 * 5)": "column 1: the number is too large",
        "10^99 / 0.1": "column 7: the number is too large",
        "10^99 * 9 + 10^99": "column 11: the number is too large",
        "1 + sum(10^99 * 5, 10^99 * 5)": "column 5: the number is too large",
    }
    for number, (line, error) in enumerate(errors.items(), start=2):
        answers(user, line, f"Error at line {number}, {error}")
    answers(user, "10^99 * 9 - 10^99 * 9 + 2^10", "= 1024")
    answers(user, "1 ^ 999 + 1 ^ -999", "= 2")
    answers(user, "f(1, 2)", "= 3")
    still_calculates(user, inputs)


@testcode("Errors", "Name the place")
def all_lines_are_counted(user: ConsoleUser) -> None:
    """Empty lines, comments, commands and wrong lines too."""
    user.starts()
    answers(user, "")
    answers(user, "# nothing but a comment")
    answers(user, ":vars", "No variables.")
    answers(user, "y", "Error at line 4, column 1: unknown variable 'y'")
    answers(user, "   ")
    answers(user, "!1", "There is no line 1.")
    answers(user, "    y", "Error at line 7, column 5: unknown variable 'y'")
    user.starts()
    answers(user, "y", "Error at line 1, column 1: unknown variable 'y'")


@testcode("Errors", "Name the function")
def errors_in_functions_are_placed_at_the_call(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    answers(user, "def share(x, n) = x / n", "share(x, n) defined")
    answers(user, "def outer(n) = 1 + share(10, n)", "outer(n) defined")
    answers(user, "3 + outer(5)", "= 6")
    answers(user, "3 + outer(0)", "Error at line 4, column 5: division by zero in 'share'")
    answers(user, "share(share(1, 0), 2)", "Error at line 5, column 7: division by zero in 'share'")
    answers(user, "share(1 / 0, 2)", "Error at line 6, column 9: division by zero")
    answers(user, "def odd(n) = share(n)", "odd(n) defined")
    answers(user, "  odd(2)", "Error at line 8, column 3: 'share' takes 2 arguments, not 1 in 'odd'")
    answers(user, "def cut(n) = round(1, n) + missing", "cut(n) defined")
    answers(user, "cut(10)", "Error at line 10, column 1: round needs a whole number from 0 to 9 in 'cut'")
    answers(user, "cut(1)", "Error at line 11, column 1: unknown variable 'missing' in 'cut'")
    still_calculates(user, inputs)


@testcode("Errors", "Count continued lines")
def lines_are_continued(user: ConsoleUser, inputs: Inputs) -> None:
    """Continued lines have a prompt of their own; each may have a comment."""
    user.starts()
    shows_prompt(user, ">")
    for line in ("let total = 1 + \\", "  2 * \\"):
        user.enters(line)
        assert lines_of(user) == [], f"{line!r} was answered before the input was complete"
        shows_prompt(user, ".")
    answers(user, "3", "total = 7")
    shows_prompt(user, ">")
    user.enters("total \\")
    answers(user, "  + nothing", "Error at line 5, column 5: unknown variable 'nothing'")
    user.enters("1 + (2 * \\")
    answers(user, " 3 # open", "Error at line 7, column 3: unexpected end of line")
    user.enters("12\\")
    answers(user, "34", "Error at line 9, column 1: unexpected '34'")
    answers(user, "total", "= 7")
    answers(user, ":undo", "Undone: let total = 1 + 2 * 3")
    user.enters("let rest = 10 - # income \\")
    shows_prompt(user, ".")
    answers(user, "4 # costs", "rest = 6")
    answers(user, ":undo", "Undone: let rest = 10 - 4")
    still_calculates(user, inputs)


@testcode("Session", "History")
def inputs_are_listed_and_repeated(user: ConsoleUser, inputs: Inputs) -> None:
    user.starts()
    answers(user, "let a = 10", "a = 10")
    answers(user, "")
    answers(user, "a * $", "Error at line 3, column 5: unexpected character '$'")
    answers(user, "let a = a + 1", "a = 11")
    answers(user, "!4", "let a = a + 1", "a = 12")
    answers(user, "!5", "let a = a + 1", "a = 13")
    answers(user, "!2", "There is no line 2.")
    answers(user, "!3", "a * $", "Error at line 8, column 5: unexpected character '$'")
    user.enters("a + \\")
    answers(user, " 1", "= 14")
    answers(user, "!99", "There is no line 99.")
    answers(
        user,
        ":history",
        "1: let a = 10",
        "3: a * $",
        "4: let a = a + 1",
        "5: let a = a + 1",
        "6: let a = a + 1",
        "8: a * $",
        "9: a + 1",
    )
    answers(user, ":undo", "Undone: let a = a + 1")
    answers(user, "a", "= 12")
    answers(user, "!9", "a + 1", "= 13")
    answers(user, "   let b = 2   # two", "b = 2")
    answers(user, "!16", "let b = 2", "b = 2")
    answers(user, ":undo", "Undone: let b = 2")
    still_calculates(user, inputs)


@testcode("Session", "Undo and redo")
def changes_are_taken_back_one_by_one(user: ConsoleUser, inputs: Inputs) -> None:
    """Expressions, refused lines and commands that only show something are no steps."""
    user.starts()
    answers(user, ":undo", "Nothing to undo.")
    answers(user, "let a = 1", "a = 1")
    answers(user, "def f(x) = x + a", "f(x) defined")
    answers(user, "let a = 2", "a = 2")
    answers(user, "f(10)", "= 12")
    answers(user, "let b = 1 / 0", "Error at line 6, column 11: division by zero")
    answers(user, ":undo", "Undone: let a = 2")
    answers(user, "f(10)", "= 11")
    answers(user, ":undo", "Undone: def f(x) = x + a")
    answers(user, "f(10)", "Error at line 10, column 1: unknown function 'f'")
    answers(user, "let b = b", "Error at line 11, column 9: unknown variable 'b'")
    answers(user, "5", "= 5")
    answers(user, ":redo", "Redone: def f(x) = x + a")
    answers(user, "ans", "= 5")
    answers(user, ":redo", "Redone: let a = 2")
    answers(user, ":redo", "Nothing to redo.")
    answers(user, "f(10)", "= 12")
    for undone in ("let a = 2", "def f(x) = x + a", "let a = 1"):
        answers(user, ":undo", f"Undone: {undone}")
    answers(user, ":undo", "Nothing to undo.")
    answers(user, ":vars", "No variables.")
    answers(user, "let c = 3", "c = 3")
    answers(user, ":redo", "Nothing to redo.")
    answers(user, ":vars", "c = 3")
    still_calculates(user, inputs)


@testcode("Session", "Clear")
def clearing_can_be_undone(user: ConsoleUser) -> None:
    user.starts()
    answers(user, "let a = 1/3", "a = 0.3333")
    answers(user, "def twice(n) = 2 * n", "twice(n) defined")
    answers(user, ":clean", "Unknown command: :clean")
    answers(user, ":Clear", "Unknown command: :Clear")
    answers(user, "twice(a) * 3", "= 2")
    answers(user, ":clear", "Cleared.")
    answers(user, ":vars", "No variables.")
    answers(user, ":functions", "No functions.")
    answers(user, "ans", "= 2")
    answers(user, ":undo", "Undone: :clear")
    answers(user, "twice(a) * 3", "= 2")
    answers(user, ":redo", "Redone: :clear")
    answers(user, "a", "Error at line 13, column 1: unknown variable 'a'")


@testcode("Session", "End")
def the_program_ends_orderly(user: ConsoleUser) -> None:
    """Also in the middle of a continued input."""
    user.starts()
    answers(user, "1 + 1", "= 2")
    user.enters(":quit")
    user.has_left(0)
    for key in ("Ctrl+D", "Ctrl+C"):
        user.starts()
        answers(user, "2 + 2", "= 4")
        user.enters("3 + \\")
        user.presses(key)
        user.does_not_see("Traceback")
        user.has_left(0)


@testcode("Files", "Save and load")
def a_saved_plan_is_loaded_after_a_restart(user: ConsoleUser) -> None:
    """Thirds are exact after a restart, too; what was there before the load stays, and what was in the file before does
    not."""
    user.starts()
    answers(user, "let old = 1", "old = 1")
    answers(user, ":save plan.txt", "Saved plan.txt.")
    answers(user, ":clear", "Cleared.")
    answers(user, "let third = -1/3", "third = -0.3333")
    answers(user, "let huge = 10^99 + 0.00001", f"huge = 1{'0' * 99}")
    answers(user, "def f(x, y) = if(x < y, x, third * y)", "f(x, y) defined")
    answers(user, ":save plan.txt", "Saved plan.txt.")
    answers(user, "let third = 5", "third = 5")
    user.enters(":quit")
    user.starts()
    answers(user, "let other = 8", "other = 8")
    answers(user, "let third = 9", "third = 9")
    answers(user, ":load plan.txt", "Loaded plan.txt.")
    answers(user, "f(3, 3)", "= -1")
    answers(user, "(huge - 10^99) * 100000", "= 1")
    answers(user, ":vars", f"huge = 1{'0' * 99}", "other = 8", "third = -0.3333")
    answers(user, ":functions", "f(x, y) = if(x < y, x, third * y)")
    answers(user, ":undo", "Undone: :load plan.txt")
    answers(user, ":vars", "other = 8", "third = 9")
    answers(user, ":functions", "No functions.")


@testcode("Files", "Save and load")
def a_saved_plan_is_in_order(user: ConsoleUser) -> None:
    """The file has a line for each variable and function, in the order of the lists; it can be run."""
    user.starts()
    for name in ("rent", "Food", "car", "Zoo"):
        answers(user, f"let {name} = 2", f"{name} = 2")
    for name in ("net", "Gross", "half"):
        answers(user, f"def {name}(x) = x * rent", f"{name}(x) defined")
    answers(user, ":save ordered.txt", "Saved ordered.txt.")
    defined = re.findall(r"^\s*(?:let|def)\s+(\w+)", user.reads("ordered.txt"), re.MULTILINE)
    expected = ["Food", "Zoo", "car", "rent", "Gross", "half", "net"]
    assert defined == expected, f"the file defines {defined}, expected was {expected}"
    user.starts(arguments=["ordered.txt"])
    user.has_left(0)


@testcode("Files", "Load all or nothing")
def a_wrong_file_changes_nothing(user: ConsoleUser) -> None:
    user.writes("wrong.txt", "# plan\nlet a = 2\n7\ndef f(x) = x\nlet a = a + \\\n  b\n")
    user.writes("command.txt", "let a = 3\n:clear\n")
    user.writes("again.txt", "!1\nlet a = 3\n")
    user.writes("first.txt", "  let a = \\\n    b\n")
    user.writes("good.txt", "let a = 20\na + 1\nlet a = ans * 2")
    user.starts()
    answers(user, "let a = 1", "a = 1")
    answers(user, "5", "= 5")
    answers(user, ":load wrong.txt", "Error in wrong.txt at line 6, column 3: unknown variable 'b'")
    answers(user, ":load command.txt", "Error in command.txt at line 2, column 1: unexpected character ':'")
    answers(user, ":load again.txt", "Error in again.txt at line 1, column 1: unexpected character '!'")
    answers(user, ":load first.txt", "Error in first.txt at line 2, column 5: unknown variable 'b'")
    answers(user, ":load nowhere.txt", "Cannot read nowhere.txt.")
    answers(user, ":vars", "a = 1")
    answers(user, ":functions", "No functions.")
    answers(user, "ans", "= 5")
    answers(user, ":load good.txt", "Loaded good.txt.")
    answers(user, "ans", "= 21")
    answers(user, "a", "= 42")
    answers(user, ":save no/such/folder.txt", "Cannot write no/such/folder.txt.")
    answers(user, ":undo", "Undone: :load good.txt")
    answers(user, "a", "= 1")
    answers(user, ":redo", "Redone: :load good.txt")
    answers(user, "a", "= 42")
    for undone in (":load good.txt", "let a = 1"):
        answers(user, ":undo", f"Undone: {undone}")


@testcode("Files", "Run a file")
def a_file_is_run(user: ConsoleUser) -> None:
    user.writes("good.txt", "let a = 20\n\n# half of it\ndef half(x) = x / 2\nhalf(a + \\\n  1)\n")
    user.starts(arguments=["good.txt"])
    assert lines_of(user) == ["a = 20", "half(x) defined", "= 10.5"], f"the program printed {lines_of(user)}"
    user.has_left(0)
    user.writes("wrong.txt", "let a = 20\na / 0\na\n")
    user.starts(arguments=["wrong.txt"])
    expected = ["a = 20", "Error in wrong.txt at line 2, column 3: division by zero"]
    assert lines_of(user) == expected, f"the program printed {lines_of(user)}"
    user.has_left(1)
    user.writes("first.txt", "a\nlet a = 20\n")
    user.starts(arguments=["first.txt"])
    expected = ["Error in first.txt at line 1, column 1: unknown variable 'a'"]
    assert lines_of(user) == expected, f"the program printed {lines_of(user)}"
    user.has_left(1)
    user.starts(arguments=["nowhere.txt"])
    assert lines_of(user) == ["Cannot read nowhere.txt."], f"the program printed {lines_of(user)}"
    user.has_left(2)


@testcode("Expressions", "Calculate")
def drawn_expressions_are_calculated(user: ConsoleUser, inputs: Inputs) -> None:
    """Sums, products, quotients and percentages of drawn numbers, exact and rounded to four decimals."""
    user.starts()
    for _ in range(6):
        one, two, three = (inputs.randint(1, 99_999) for _ in range(3))
        percent = inputs.randint(1, 99)
        exact = {
            f"{one} + {two} * {three}": Fraction(one + two * three),
            f"({one} - {two}) * {three}": Fraction((one - two) * three),
            f"{one} / {two} - {three}": Fraction(one, two) - three,
            f"{one} * {percent}%": Fraction(one * percent, 100),
            f"-{one} / ({two} + {three})": Fraction(-one, two + three),
        }
        calculates(user, {expression: shown(value) for expression, value in exact.items()})


def shown(value: Fraction) -> str:
    """Return a value as the program shows it: four decimals, halves away from zero."""
    tenths = abs(value) * 10_000
    rounded = int(tenths + Fraction(1, 2))
    digits = f"{rounded // 10_000}.{rounded % 10_000:04}".rstrip("0").removesuffix(".")
    return f"-{digits}" if value < 0 and rounded else digits


@testcode("Files", "Run a file")
def a_drawn_plan_is_run(user: ConsoleUser, inputs: Inputs) -> None:
    """Drawn variables and their sum, in a file with a drawn name."""
    names, values = inputs.words(4, letters=7), [inputs.randint(1, 9999) for _ in range(4)]
    plan = inputs.word()
    rows = [f"let {name} = {value}" for name, value in zip(names, values, strict=True)]
    user.writes(f"{plan}.txt", "\n".join([*rows, f"sum({', '.join(names)})"]) + "\n")
    user.starts(arguments=[f"{plan}.txt"])
    expected = [f"{name} = {value}" for name, value in zip(names, values, strict=True)]
    assert lines_of(user) == [*expected, f"= {sum(values)}"], f"the program printed {lines_of(user)}"
    user.has_left(0)
