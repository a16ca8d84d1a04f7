"""What somebody tries who has lost a report. The data of the version before is a folder with its report."""

from missions import FilesUser, Inputs, testcode

from ..testcodes import MARKDOWN, REPORT, TEXTS, refuses, works

HISTORY = "out/history.csv"
HEADING = ["run", "lines", "words", "different words"]


def sees_history(user: FilesUser, *rows: tuple[int, int, int, int]) -> None:
    """The history has exactly these rows."""
    seen = user.reads_csv(user.text(HISTORY))
    wanted = [HEADING, *([str(cell) for cell in row] for row in rows)]
    assert seen == wanted, f"the history is {seen} instead of {wanted}"


@testcode("Command line", "Look into texts")
def earlier_results_are_kept(user: FilesUser, inputs: Inputs) -> None:
    """Three runs: the last one's results are where they always were, the others' in folders of their own."""
    lengths = [inputs.randint(1, 40) for _ in range(3)]
    word = inputs.word()
    for run, length in enumerate(lengths, start=1):
        user.writes("one.txt", " ".join([word] * length))
        works(user, "one.txt")
        user.sees_table([TEXTS, *_sums(word, length)], in_=REPORT, sheet="Texts", within=0.00001)
        user.has_not(f"out/earlier/{run}/report.md")
    for run, length in enumerate(lengths[:-1], start=1):
        folder = f"out/earlier/{run}"
        user.sees_table([TEXTS, *_sums(word, length)], in_=f"{folder}/report.xlsx", sheet="Texts", within=0.00001)
        user.sees_in(f"{folder}/report.md", f"| Total | 1 | {length} | 1 |")
    user.sees_in(MARKDOWN, f"| Total | 1 | {lengths[-1]} | 1 |")


def _sums(word: str, length: int) -> list[tuple[object, ...]]:
    letters = sum(character.isalpha() for character in word)
    return [(name, 1, length, 1, letters) for name in ("one.txt", "Total")]


@testcode("Command line", "Look into texts")
def a_deep_folder_is_made_and_a_text_named_twice_counts_once(user: FilesUser) -> None:
    """As before; an empty text has no average."""
    user.writes("one.txt", "Once upon a time\n")
    user.writes("empty.txt", "")
    user.runs(arguments=["deep/er", "one.txt", "one.txt", "empty.txt"])
    rows = ("one.txt", 1, 4, 4, 3.25), ("empty.txt", 0, 0, 0, None), ("Total", 1, 4, 4, 3.25)
    user.sees_table([TEXTS, *rows], in_="deep/er/report.xlsx", sheet="Texts")
    user.sees_in("deep/er/history.csv", "1,1,4,4")


@testcode("History", "Keep a history")
def every_run_has_a_line(user: FilesUser, inputs: Inputs) -> None:
    """Refused runs have none, and other folders have histories of their own."""
    counts = [inputs.randint(2, 30) for _ in range(3)]
    for count in counts:
        user.writes("one.txt", "a b\n" * count)
        works(user, "one.txt")
        before = user.text(HISTORY)
        refuses(user, "out", "one.txt", "--words", "0")
        refuses(user, "out", "absent.txt")
        assert user.text(HISTORY) == before, "a refused run changed the history"
    sees_history(user, *((run, count, 2 * count, 2) for run, count in enumerate(counts, start=1)))
    user.runs(arguments=["other", "one.txt"])
    user.sees_in("other/history.csv", f"1,{counts[-1]},{2 * counts[-1]},2")
    user.has_not("other/earlier/1/report.md")


@testcode("History", "Keep a history")
def runs_are_numbered_on_when_a_report_is_missing(user: FilesUser) -> None:
    """A removed report is not moved, and the numbers go on by the history."""
    user.writes("one.txt", "One\n")
    works(user, "one.txt")
    user.removes(REPORT)
    user.writes("one.txt", "One two\n")
    works(user, "one.txt")
    user.has_not("out/earlier/1/report.xlsx")
    user.sees_in("out/earlier/1/report.md", "| Total | 1 | 1 | 1 |")
    user.removes(REPORT)
    user.removes(MARKDOWN)
    works(user, "one.txt")
    user.has_not("out/earlier/2/report.md")
    sees_history(user, (1, 1, 1, 1), (2, 1, 2, 2), (3, 1, 2, 2))


@testcode("History", "Take over a report without history", before=["texts_are_summed_up"])
def a_report_of_before_becomes_run_1(user: FilesUser) -> None:
    """The folder has the report that the version before wrote about two texts."""
    refuses(user, "out", "absent.txt")
    user.has_not(HISTORY)
    user.writes("one.txt", "Just one line\n")
    works(user, "one.txt")
    sees_history(user, (1, 5, 25, 19), (2, 1, 3, 3))
    user.sees_in("out/earlier/1/report.md", "| ship.txt | 1 | 8 | 7 |")
    user.sees_cell(25, "C4", in_="out/earlier/1/report.xlsx", sheet="Texts")
    works(user, "one.txt")
    sees_history(user, (1, 5, 25, 19), (2, 1, 3, 3), (3, 1, 3, 3))
