"""The dialogue with the user: prompts, inputs over several lines, history, answers."""

from commands import obey
from inputs import Input, is_continued, without_backslash
from problems import Problem
from session import Session

PROMPT, CONTINUATION_PROMPT = "> ", ". "
QUIT, HISTORY, REPEAT = ":quit", ":history", "!"


class Dialogue:
    """One session at the terminal. Lines are counted as they are read."""

    def __init__(self) -> None:
        self.session = Session()
        self.history: dict[int, Input] = {}
        self.lines_read = 0

    def read(self) -> Input:
        """Read an input, over as many lines as it has."""
        first = self.lines_read + 1
        lines: list[str] = []
        line = self._read_line(PROMPT)
        while is_continued(line):
            lines.append(without_backslash(line))
            line = self._read_line(CONTINUATION_PROMPT)
        return Input((*lines, line), first)

    def answer(self, typed: Input) -> list[str]:
        """Do what an input says and return the answer, line by line."""
        text = typed.text
        if not text:
            return []
        if text == HISTORY:
            return [f"{number}: {past.text}" for number, past in self.history.items()]
        if text.startswith(":"):
            return obey(text, self.session)
        if text.startswith(REPEAT):
            return self._repeat(text.removeprefix(REPEAT).strip(), typed.first)
        return self._perform(typed)

    def _read_line(self, prompt: str) -> str:
        line = input(prompt)
        self.lines_read += 1
        return line

    def _repeat(self, number: str, line: int) -> list[str]:
        past = self.history.get(int(number)) if number.isdecimal() else None
        if past is None:
            return [f"There is no line {number}."]
        return [past.text, *self._perform(past.moved(line))]

    def _perform(self, typed: Input) -> list[str]:
        self.history[typed.first] = typed
        try:
            return [self.session.perform(typed)]
        except Problem as problem:
            return [problem.report()]


def hold_dialogue() -> None:
    """Read and answer inputs until the user ends the program."""
    dialogue = Dialogue()
    try:
        while (typed := dialogue.read()).text != QUIT:
            for line in dialogue.answer(typed):
                print(line)
    except (EOFError, KeyboardInterrupt):
        print()
