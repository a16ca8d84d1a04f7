"""The main menu."""

import random
import re

import saved
import scores
import storage
from asking import ask
from game import Game
from minefield import LARGEST_SEED, SIZES, Minefield, Size
from playing import play

MENU = """
Number mines
1 new game
2 continue the saved game
3 high scores
4 leave"""


class Menu:
    """Shows the menu and does what is chosen."""

    def run(self) -> None:
        """Go on until the player leaves."""
        tasks = {"1": self._new_game, "2": self._continue, "3": self._show_scores}
        while True:
            print(MENU)
            choice = input("Your choice: ").strip()
            if choice == "4":
                return
            if choice in tasks:
                tasks[choice]()
            else:
                print("Choose 1, 2, 3 or 4.")

    def _new_game(self) -> None:
        size = ask("Size (s, m or l): ", _size, "Choose s, m or l.")
        seed = ask("Seed (empty: any): ", _seed, f"A seed is a whole number from 0 to {LARGEST_SEED}.")
        play(Game(Minefield(size, seed)))

    def _continue(self) -> None:
        try:
            game = saved.take()
        except storage.Unreadable:
            print("The saved game cannot be read.")
            return
        if game is None:
            print("No saved game.")
        else:
            play(game)

    def _show_scores(self) -> None:
        try:
            print("\n".join(scores.listed(scores.load())))
        except storage.Unreadable:
            print("The high scores cannot be read.")


def _size(text: str) -> Size | None:
    return SIZES.get(text.lower())


def _seed(text: str) -> int | None:
    if not text:
        return random.randint(0, LARGEST_SEED)
    if re.fullmatch(r"[0-9]{1,6}", text):
        return int(text)
    return None
