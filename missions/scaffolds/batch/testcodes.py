"""Testcodes of the program that adds up expenses; `material/expenses.csv` is an ordinary input."""

from typing import Annotated

from missions import FilesUser, Message, testcode


@testcode("Command line", "Add up by category")
def adds_up_by_category(user: FilesUser) -> None:
    user.puts("expenses.csv")
    user.runs(arguments=["expenses.csv", "totals.csv"])
    user.sees_table([("category", "total"), ("books", 19.5), ("travel", 120.25)], in_="totals.csv")


@testcode("Command line", "Refuse a missing input")
def refuses_a_missing_input(
    user: FilesUser, no_input: Annotated[Message, "part of the error that the input is not there"]
) -> None:
    user.runs(arguments=["nowhere.csv", "totals.csv"], status=2)
    user.sees_output(no_input)
    user.has_not("totals.csv")
