"""What somebody tries who works with texts. The texts are written by the testcodes."""

from collections.abc import Sequence

from missions import FilesUser, Inputs, testcode

REPORT, MARKDOWN = "out/report.xlsx", "out/report.md"
TEXTS = ("Text", "Lines", "Words", "Different words", "Average length")
WORDS = ("Word", "Count", "Per 1000", "Texts")
CONCORDANCE = ("Word", "Text", "Line", "Left", "Middle", "Right")
DUPLICATES = ("Text", "Line", "First text", "First line", "Words")

TEA = """\
Tea, tea and more TEA!

Don’t drink well-known coffee; don't.
The 3rd cup_of "été" - it's Ada's.
"""
SHIP = "The ship sailed, and the sea was calm.\n"


def works(user: FilesUser, *arguments: str) -> None:
    user.runs(arguments=["out", *arguments])
    user.does_not_see_output("Traceback")


def counts_drawn_words(user: FilesUser, inputs: Inputs) -> None:
    """A text of drawn words is counted, in a folder of its own."""
    words, counts = inputs.words(5), inputs.sample(range(1, 20), 5)
    drawn = [word for word, count in zip(words, counts, strict=True) for _ in range(count)]
    inputs.shuffle(drawn)
    name = f"{inputs.word()}.txt"
    user.writes(name, "\n".join(" ".join(drawn[at : at + 6]) for at in range(0, len(drawn), 6)) + "\n")
    user.runs(arguments=["drawn", name])
    rows = [
        (word, count, (200_000 * count // len(drawn) + 1) // 2 / 100, 1)
        for count, word in sorted(zip(counts, words, strict=True), reverse=True)
    ]
    user.sees_table([WORDS, *rows], in_="drawn/report.xlsx", sheet="Words", within=0.00001)
    lines = (len(drawn) + 5) // 6
    user.sees_cell(lines, "B2", in_="drawn/report.xlsx", sheet="Texts")
    user.sees_cell(len(drawn), "C2", in_="drawn/report.xlsx", sheet="Texts")


def refuses(user: FilesUser, *arguments: str) -> str:
    """Status 2 and a word about it, no file has changed; return standard error."""
    before = set(user.files())
    earlier = user.text(MARKDOWN) if MARKDOWN in before else ""
    outcome = user.runs(arguments=list(arguments), status=2)
    user.does_not_see_output("Traceback")
    assert outcome.stderr.strip(), f"nothing is said about {arguments}"
    assert set(user.files()) == before, f"files were written or removed: {set(user.files()) ^ before}"
    if earlier:
        assert user.text(MARKDOWN) == earlier, "the earlier report was changed"
    return outcome.stderr


def sees_rows(user: FilesUser, sheet: str, heading: Sequence[str], *rows: Sequence[object]) -> None:
    user.sees_table([heading, *rows], in_=REPORT, sheet=sheet, within=0.00001)


@testcode("Workbook", "Texts")
def texts_are_summed_up(user: FilesUser) -> None:
    """Two texts with a word in common; the different words of all are no sum."""
    user.writes("tea.txt", TEA)
    user.writes("folder/ship.txt", SHIP)
    works(user, "tea.txt", "folder/ship.txt")
    assert user.sheets(REPORT) == ["Texts", "Words", "Concordance", "Duplicates"], f"sheets: {user.sheets(REPORT)}"
    sees_rows(
        user,
        "Texts",
        TEXTS,
        ("tea.txt", 4, 17, 14, 3.76),
        ("ship.txt", 1, 8, 7, 3.63),
        ("Total", 5, 25, 19, 3.72),
    )


@testcode("Workbook", "Words", requires=[texts_are_summed_up])
def words_are_ranked(user: FilesUser, inputs: Inputs) -> None:
    """Curved and straight apostrophes are one word, digits none; equal words in the order of their characters. Several
    hyphens and apostrophes may be in a word, but none at its ends."""
    once = "ada's calm coffee cup drink it's more of rd sailed sea ship was well-known été"
    counts = [("tea", 3, 1), ("the", 3, 2), ("and", 2, 2), ("don't", 2, 1)]
    counts += [(word, 1, 1) for word in once.split(" ")]
    rows = [(word, count, count * 40, texts) for word, count, texts in counts]
    sees_rows(user, "Words", WORDS, *rows)
    user.writes("ties.txt", "Her mother-in-law’s tie--\nand tie-in- knot' 'cause\n")
    works(user, "ties.txt")
    words = ("and", "cause", "her", "knot", "mother-in-law's", "tie", "tie-in")
    sees_rows(user, "Words", WORDS, *((word, 1, 142.86, 1) for word in words))
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Words")
def as_many_words_are_listed_as_wanted(user: FilesUser, inputs: Inputs) -> None:
    """Twenty, one, and all there are of a thousand."""
    words = [f"{first}{second}" for first in "abcde" for second in "vwxyz"]
    user.writes("words.txt", " ".join([*words, "ev"]))
    works(user, "words.txt")
    listed = user.rows(user.table(REPORT, "Words").rows, columns=1)
    assert [row[0] for row in listed[1:]] == ["ev", *words[:19]], f"the words are {[row[0] for row in listed[1:]]}"
    user.runs(arguments=["--words", "1", "out", "words.txt"])
    sees_rows(user, "Words", WORDS, ("ev", 2, 76.92, 1))
    works(user, "words.txt", "--words", "1000")
    rows = user.table(REPORT, "Words").rows
    assert len(rows) == 26, f"there are {len(rows) - 1} of 25 words"
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Words")
def ignored_words_are_left_out_of_the_list_only(user: FilesUser, inputs: Inputs) -> None:
    """Whatever their letters; sums and shares count them."""
    user.writes("tea.txt", "Tea and tea and don’t and cake\n")
    user.writes("ignore.txt", "\ufeffAND, DON'T\nunused\n")
    works(user, "tea.txt", "--ignore", "ignore.txt", "--concordance", "and")
    sees_rows(user, "Words", WORDS, ("tea", 2, 285.71, 1), ("cake", 1, 142.86, 1))
    sees_rows(user, "Texts", TEXTS, ("tea.txt", 1, 7, 4, 3.29), ("Total", 1, 7, 4, 3.29))
    rows = user.table(REPORT, "Concordance").rows
    assert len(rows) == 4, f"the ignored word stands in {len(rows) - 1} instead of 3 places"
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Texts")
def averages_are_rounded_half_up(user: FilesUser, inputs: Inputs) -> None:
    """Nine letters in eight words are 1.125, so 1.13; half to even would be 1.12; shares likewise."""
    user.writes("short.txt", "a b c d e f g hi")
    works(user, "short.txt", "--words", "1")
    sees_rows(user, "Texts", TEXTS, ("short.txt", 1, 8, 8, 1.13), ("Total", 1, 8, 8, 1.13))
    sees_rows(user, "Words", WORDS, ("a", 1, 125, 1))
    words = ["x"] * 1 + ["y"] * 1599
    user.writes("long.txt", " ".join(words))
    works(user, "long.txt")
    sees_rows(user, "Words", WORDS, ("y", 1599, 999.38, 1), ("x", 1, 0.63, 1))
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Concordance")
def every_place_of_a_word_is_shown(user: FilesUser, inputs: Inputs) -> None:
    """Twice in a line, at its ends, with at most thirty characters around, and not within other words. A byte order
    mark is no part of the line."""
    user.writes(
        "one.txt",
        "\ufeffSea and sea\n\nAn overseas seaman saw the whole wide open SEA, and nothing else was to be seen of it.\n"
        "Sea that is wide and deep and blue\n",
    )
    user.writes("two.txt", "\tThe sea-wind\nof the Sea’s shore: sea.\n")
    works(user, "one.txt", "two.txt", "--concordance", "sea", "--concordance", "Sea's", "--concordance", "land")
    sees_rows(
        user,
        "Concordance",
        CONCORDANCE,
        ("sea", "one.txt", 1, None, "Sea", "and sea"),
        ("sea", "one.txt", 1, "Sea and", "sea", None),
        ("sea", "one.txt", 3, "eaman saw the whole wide open", "SEA", ", and nothing else was to be s"),
        ("sea", "one.txt", 4, None, "Sea", "that is wide and deep and blu"),
        ("sea", "two.txt", 2, "of the Sea’s shore:", "sea", "."),
        ("sea's", "two.txt", 2, "of the", "Sea’s", "shore: sea."),
    )
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Concordance")
def words_are_shown_in_the_order_wanted(user: FilesUser, inputs: Inputs) -> None:
    """Not by text but by word; a word that is wanted twice is shown once; what looks like a formula is a text."""
    user.writes("one.txt", "=beta alpha\nalpha\n")
    works(user, "one.txt", "--concordance", "BETA", "--concordance", "alpha", "--concordance", "beta")
    sees_rows(
        user,
        "Concordance",
        CONCORDANCE,
        ("beta", "one.txt", 1, "=", "beta", "alpha"),
        ("alpha", "one.txt", 1, "=beta", "alpha", None),
        ("alpha", "one.txt", 2, None, "alpha", None),
    )
    works(user, "one.txt")
    sees_rows(user, "Concordance", CONCORDANCE)
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Duplicates")
def repeated_paragraphs_are_found(user: FilesUser, inputs: Inputs) -> None:
    """Whatever their line ends and punctuation; four words are too few, and another order is no repetition."""
    user.writes(
        "one.txt",
        "\nTo be, or not\nto be.\n \nShort and sweet here.\n\nShort and sweet here.\n\nTo be or, not to BE!\n",
    )
    user.writes("two.txt", "Not to be or to be.\n\n\nto be or not to be\nthat is all\n\n  to be or\nnot\nto be")
    works(user, "one.txt", "two.txt")
    sees_rows(
        user,
        "Duplicates",
        DUPLICATES,
        ("one.txt", 9, "one.txt", 2, 6),
        ("two.txt", 7, "one.txt", 2, 6),
    )
    counts_drawn_words(user, inputs)


@testcode("Workbook", "Duplicates")
def five_words_are_enough(user: FilesUser, inputs: Inputs) -> None:
    """The first text is the first of the command line; the same paragraph a third time refers to the first."""
    user.writes("b.txt", "One two three four five\n")
    user.writes("a.txt", "\n\nOne two three four five\n\nOne, two, three, four, five\n")
    works(user, "b.txt", "a.txt")
    sees_rows(user, "Duplicates", DUPLICATES, ("a.txt", 3, "b.txt", 1, 5), ("a.txt", 5, "b.txt", 1, 5))
    works(user, "a.txt", "b.txt")
    sees_rows(user, "Duplicates", DUPLICATES, ("a.txt", 5, "a.txt", 3, 5), ("b.txt", 1, "a.txt", 3, 5))
    counts_drawn_words(user, inputs)


@testcode("Markdown", "Report")
def the_report_is_markdown(user: FilesUser, inputs: Inputs) -> None:
    """Exactly as wanted, with a divider in a name, with and without duplicates."""
    user.writes("a|b.txt", "One two three four five\n\nOne two three four FIVE.\n")
    works(user, "a|b.txt", "--words", "2")
    head = [
        "# Text report",
        "",
        "## Texts",
        "",
        "| Text | Lines | Words | Different words |",
        "| --- | --- | --- | --- |",
    ]
    sums = [r"| a\|b.txt | 3 | 10 | 5 |", "| Total | 3 | 10 | 5 |", ""]
    words = ["## Words", "", "| Word | Count |", "| --- | --- |", "| five | 2 |", "| four | 2 |", ""]
    duplicates = ["## Duplicates", "", r"- a\|b.txt line 3 repeats a\|b.txt line 1 (5 words)"]
    sees_markdown(user, [*head, *sums, *words, *duplicates])
    user.writes("c.txt", "Nothing twice")
    works(user, "c.txt", "--words", "1")
    sees_markdown(
        user,
        [
            *head,
            *("| c.txt | 1 | 2 | 2 |", "| Total | 1 | 2 | 2 |", ""),
            *("## Words", "", "| Word | Count |", "| --- | --- |", "| nothing | 1 |", ""),
            *("## Duplicates", "", "None."),
        ],
    )
    counts_drawn_words(user, inputs)


def sees_markdown(user: FilesUser, lines: Sequence[str]) -> None:
    seen = user.text(MARKDOWN).rstrip("\n").splitlines()
    assert seen == list(lines), f"the report is {seen} instead of {list(lines)}"


@testcode("Command line", "Look into texts")
def later_results_replace_earlier_ones(user: FilesUser, inputs: Inputs) -> None:
    """In a deep folder that is not there at first; an empty text has no average; a file named twice counts once."""
    user.writes("one.txt", "Once upon a time\n")
    user.runs(arguments=["deep/er", "one.txt", "one.txt"])
    user.sees_table(
        [TEXTS, ("one.txt", 1, 4, 4, 3.25), ("Total", 1, 4, 4, 3.25)], in_="deep/er/report.xlsx", sheet="Texts"
    )
    user.writes("empty.txt", "")
    user.writes("marked.txt", "\ufeff1 2 3\n\n")
    user.runs(arguments=["deep/er", "empty.txt", "marked.txt"])
    user.sees_table(
        [TEXTS, ("empty.txt", 0, 0, 0, None), ("marked.txt", 2, 0, 0, None), ("Total", 2, 0, 0, None)],
        in_="deep/er/report.xlsx",
        sheet="Texts",
    )
    user.sees_table([WORDS], in_="deep/er/report.xlsx", sheet="Words")
    user.sees_in("deep/er/report.md", "| Total | 2 | 0 | 0 |")
    counts_drawn_words(user, inputs)


@testcode("Command line", "Refuse a wrong command line")
def a_wrong_command_line_is_refused(user: FilesUser, inputs: Inputs) -> None:
    """Each leaves the earlier results as they are; the same without the mistake is accepted."""
    user.writes("one.txt", "First version\n")
    works(user, "one.txt")
    user.writes("one.txt", "Second and longer version\n")
    for arguments in (
        (),
        ("out",),
        ("out", "one.txt", "--words"),
        ("out", "one.txt", "--words", "0"),
        ("out", "one.txt", "--words", "1001"),
        ("out", "one.txt", "--words", "2.5"),
        ("out", "one.txt", "--words", "many"),
        ("out", "one.txt", "--concordance", "two words"),
        ("out", "one.txt", "--concordance", "42"),
        ("out", "one.txt", "--concordance", "-"),
        ("out", "one.txt", "--verbose"),
    ):
        refuses(user, *arguments)
        sees_rows(user, "Texts", TEXTS, ("one.txt", 1, 2, 2, 6), ("Total", 1, 2, 2, 6))
    works(user, "one.txt", "--words", "1000", "--concordance", "second")
    sees_rows(user, "Texts", TEXTS, ("one.txt", 1, 4, 4, 5.5), ("Total", 1, 4, 4, 5.5))
    counts_drawn_words(user, inputs)


@testcode("Command line", "Refuse files that cannot be read")
def files_that_cannot_be_read_are_refused(user: FilesUser) -> None:
    """As texts and as words to ignore: not there, a folder, another encoding; each is named."""
    user.puts("latin-1.txt")
    user.writes("one.txt", "First version\n")
    user.writes("folder/two.txt", "Another text\n")
    works(user, "one.txt")
    user.writes("one.txt", "Second version of it\n")
    for name in ("absent.txt", "folder", "latin-1.txt"):
        for arguments in (("out", "one.txt", name), ("out", "one.txt", "--ignore", name), ("new", name)):
            said = refuses(user, *arguments)
            assert name in said, f"{name} is not named: {said}"
    user.has_not("new")
    works(user, "one.txt", "folder/two.txt", "--ignore", "folder/two.txt")
    user.sees_cell(6, "C4", in_=REPORT, sheet="Texts")


@testcode("Workbook", "Texts")
def long_texts_are_counted(user: FilesUser) -> None:
    """Two hundred thousand words in four texts."""
    words = [f"{'abcdefghij'[number % 10]}{'klmnopqrst'[number % 7]}" for number in range(50_000)]
    for name in "wxyz":
        user.writes(f"{name}.txt", "\n".join(" ".join(words[start : start + 10]) for start in range(0, 50_000, 10)))
    works(user, *(f"{name}.txt" for name in "wxyz"), "--words", "1000")
    user.sees_table(
        [TEXTS, *((f"{name}.txt", 5000, 50_000, 70, 2) for name in "wxyz"), ("Total", 20_000, 200_000, 70, 2)],
        in_=REPORT,
        sheet="Texts",
    )
    rows = user.rows(user.table(REPORT, "Words").rows, columns=4)
    assert sum(user.reads_number(row[1]) for row in rows[1:]) == 200_000, "the counts of the words do not add up"
    assert all(row[3] == 4 for row in rows[1:]), "a word does not stand in all four texts"


@testcode("Workbook", "Words")
def drawn_words_are_counted(user: FilesUser, inputs: Inputs) -> None:
    """In three texts, one after the other."""
    for _ in range(3):
        counts_drawn_words(user, inputs)


@testcode("Workbook", "Concordance")
def a_drawn_word_is_found(user: FilesUser, inputs: Inputs) -> None:
    """With the words on both sides of it, in a line among others."""
    wanted, left, right, *others = inputs.words(9)
    lines = [" ".join(others)] * inputs.randint(1, 9)
    user.writes("drawn.txt", "\n".join([*lines, f"{left} {wanted} {right}", *lines]) + "\n")
    works(user, "drawn.txt", "--concordance", wanted)
    row = (wanted, "drawn.txt", len(lines) + 1, left, wanted, right)
    sees_rows(user, "Concordance", CONCORDANCE, row)
