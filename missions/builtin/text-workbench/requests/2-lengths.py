"""What teachers try who asked for short words to be left out."""

from missions import FilesUser, Inputs, testcode

from ..testcodes import REPORT, SHIP, TEA, TEXTS, WORDS, refuses, sees_rows, works

LENGTHS = ("Letters", "Count")


@testcode("Workbook", "Texts")
def texts_are_summed_up(user: FilesUser) -> None:
    """As before, with a fifth sheet."""
    user.writes("tea.txt", TEA)
    user.writes("folder/ship.txt", SHIP)
    works(user, "tea.txt", "folder/ship.txt")
    wanted = ["Texts", "Words", "Concordance", "Duplicates", "Lengths"]
    assert user.sheets(REPORT) == wanted, f"sheets: {user.sheets(REPORT)}"
    rows = ("tea.txt", 4, 17, 14, 3.76), ("ship.txt", 1, 8, 7, 3.63), ("Total", 5, 25, 19, 3.72)
    sees_rows(user, "Texts", TEXTS, *rows)


@testcode("Workbook", "Lengths")
def lengths_are_counted(user: FilesUser, inputs: Inputs) -> None:
    """Of all texts together, without apostrophes and hyphens, ignored and short words too; of drawn ones as well."""
    user.writes("tea.txt", TEA)
    user.writes("ship.txt", SHIP)
    user.writes("ignore.txt", "tea\n")
    works(user, "tea.txt", "ship.txt", "--ignore", "ignore.txt", "--letters", "4")
    sees_rows(user, "Lengths", LENGTHS, (2, 2), (3, 13), (4, 6), (5, 1), (6, 2), (9, 1))
    drawn = {length: inputs.randint(1, 9) for length in inputs.sample(range(1, 20), 4)}
    user.writes("drawn.txt", " ".join(word for length, count in drawn.items() for word in ["x" * length] * count))
    works(user, "drawn.txt")
    sees_rows(user, "Lengths", LENGTHS, *sorted(drawn.items()))
    user.writes("empty.txt", "1 2 3\n")
    works(user, "empty.txt")
    sees_rows(user, "Lengths", LENGTHS)


@testcode("Workbook", "Words")
def short_words_are_left_out_of_the_list_only(user: FilesUser, inputs: Inputs) -> None:
    """Apostrophes and hyphens are no letters; sums, shares and the concordance have the short words."""
    user.writes("tea.txt", "It's tea, a-b and it's cakes\n")
    works(user, "tea.txt", "--letters", "3", "--concordance", "a-b")
    rows = ("it's", 2, 333.33, 1), ("and", 1, 166.67, 1), ("cakes", 1, 166.67, 1), ("tea", 1, 166.67, 1)
    sees_rows(user, "Words", WORDS, *rows)
    sees_rows(user, "Texts", TEXTS, ("tea.txt", 1, 6, 5, 3.17), ("Total", 1, 6, 5, 3.17))
    assert len(user.table(REPORT, "Concordance").rows) == 2, "the short word is not in the concordance"
    works(user, "tea.txt", "--letters", "4", "--words", "1")
    sees_rows(user, "Words", WORDS, ("cakes", 1, 166.67, 1))
    user.sees_in("out/report.md", "| cakes | 1 |")
    long, short = inputs.word(), inputs.word(3)
    user.writes("drawn.txt", f"{short} {long} {short}\n")
    works(user, "drawn.txt", "--letters", "4")
    sees_rows(user, "Words", WORDS, (long, 1, 333.33, 1))
    works(user, "drawn.txt", "--letters", "1")
    sees_rows(user, "Words", WORDS, (short, 2, 666.67, 1), (long, 1, 333.33, 1))


@testcode("Command line", "Refuse a wrong command line")
def wrong_numbers_of_letters_are_refused(user: FilesUser) -> None:
    """Zero, too many, no number; the limits themselves are accepted."""
    user.writes("one.txt", "First version\n")
    works(user, "one.txt", "--letters", "1")
    for wrong in ("0", "31", "-1", "2.5", "many", ""):
        refuses(user, "out", "one.txt", "--letters", wrong)
    works(user, "one.txt", "--letters", "30")
    sees_rows(user, "Words", WORDS)
