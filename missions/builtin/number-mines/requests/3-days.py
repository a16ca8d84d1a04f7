"""Simulated use by a player who wants to see new names."""

from missions import ConsoleUser, Inputs, testcode

from ..testcodes import Minefield, scores, still_lays_mines, wins

TODAY = "2025-03-14"


@testcode("High scores", "Keep the best five")
def the_best_five_are_kept(user: ConsoleUser, inputs: Inputs) -> None:
    """A win like the third comes before it and pushes the fifth out; it has a day in list and file."""
    minefield = Minefield("s", 4)
    moves = len(minefield.moves_to_win())
    best = [("s", f"Best{n}", n) for n in (1, 2)]
    others = [("s", "Equal", moves), ("s", "Less", moves + 1), ("s", "Last", moves + 5), ("l", "Olga Large", 400)]
    user.writes("scores.json", scores(*best, *others))
    user.starts()
    wins(user, minefield, "Grace")
    user.starts()
    user.enters("3")
    lines = [r"1\. Best1 1", r"2\. Best2 2", rf"3\. Grace {moves} {TODAY}", rf"4\. Equal {moves}"]
    lines += [rf"5\. Less {moves + 1}", "Large", r"1\. Olga Large 400\b"]
    user.sees(matching=r"Small\s+" + r"\s+".join(lines))
    user.does_not_see("Last")
    kept = user.reads_json(user.reads("scores.json"), list[dict[str, object]])
    assert [(entry.get("name"), entry.get("day")) for entry in kept] == [
        ("Best1", None),
        ("Best2", None),
        ("Grace", TODAY),
        ("Equal", None),
        ("Less", None),
        ("Olga Large", None),
    ], f"the file holds {kept}"
    assert kept[2] == {"size": "s", "name": "Grace", "moves": moves, "day": TODAY}, f"the new win is {kept[2]}"
    assert "day" not in kept[0], f"the old win is {kept[0]}"
    still_lays_mines(user, inputs)


@testcode("High scores", "Ask for a name")
def only_the_best_are_asked_for_a_name(user: ConsoleUser, inputs: Inputs) -> None:
    """One that equals the fifth belongs there, one that is worse does not."""
    minefield = Minefield("s", 4)
    moves = len(minefield.moves_to_win())
    user.writes("scores.json", scores(*[("s", f"Best{n}", moves - 1) for n in range(5)]))
    user.starts()
    wins(user, minefield, None)
    user.enters("3")
    user.sees(f"5. Best4 {moves - 1}")
    user.enters("4")
    user.writes("scores.json", scores(*[("s", f"Best{n}", moves) for n in range(5)], ("l", "Olga Large", 5)))
    user.starts()
    wins(user, minefield, None)
    for wrong in ("", "   ", "Thirteenchars"):
        user.enters(wrong)
        user.sees("A name has 1 to 12 characters.")
    user.enters("McTwelveChar")
    user.enters("3")
    user.sees(f"1. McTwelveChar {moves} {TODAY}")
    user.sees(f"5. Best3 {moves}")
    user.does_not_see("Best4")
    still_lays_mines(user, inputs)


@testcode("High scores", "Keep the best five")
def days_are_those_of_the_clock(user: ConsoleUser) -> None:
    """Two wins with a day between them, in a list that was written before."""
    minefield = Minefield("s", 4)
    user.starts()
    moves = wins(user, minefield, "Ada")
    user.moves_clock(days=1)
    wins(user, minefield, "Bea")
    user.enters("3")
    user.sees(matching=rf"1\. Bea {moves} 2025-03-15\s+2\. Ada {moves} {TODAY}")


@testcode("High scores", "Leave damaged scores alone")
def damaged_scores_are_left_alone(user: ConsoleUser) -> None:
    """A day that is no text, and moves that are no number, too; then a list with a day."""
    minefield = Minefield("s", 4)
    for damaged in (
        "[{",
        '[{"size": "s", "name": "Ada"}]',
        '[{"size": "s", "name": "Ada", "moves": 17, "day": 14}]',
        '[{"size": "s", "name": "Ada", "moves": true}]',
        "{}",
    ):
        user.writes("scores.json", damaged)
        user.starts()
        user.enters("3")
        user.sees("The high scores cannot be read.")
        user.does_not_see("Traceback")
    wins(user, minefield, None)
    user.enters("3")
    user.sees("The high scores cannot be read.")
    assert user.reads("scores.json") == damaged, "the file was changed although it could not be understood"
    user.writes("scores.json", '[{"size": "m", "name": "Ada", "moves": 30, "day": "2025-03-01"}]')
    user.starts()
    user.enters("3")
    user.sees(matching=r"Medium\s+1\. Ada 30 2025-03-01")


@testcode("High scores", "Keep scores of before", before=["a_later_game_takes_the_place_of_the_saved_one"])
def a_win_of_before_stays_without_a_day(user: ConsoleUser) -> None:
    """Ada has won in the version before; an equal win comes before hers."""
    user.starts()
    user.enters("3")
    user.sees(matching=r"Small\s+1\. Ada \d+\s")
    moves = wins(user, Minefield("s", 4), "Eve")
    user.enters("3")
    user.sees(matching=rf"1\. Eve {moves} {TODAY}\s+2\. Ada {moves}(?! 20)")
