"""Verbs of a user at a terminal, and their messages."""

from decimal import Decimal
from pathlib import Path

import psutil
import pytest

from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, NotFound
from tests.conformance.console.conftest import EVERY_SANDBOX, Seat

HEARING = """
import sys
while True:
    print("you said", ascii(input("> ")))
"""


def test_expectations_fold_white_space_and_ignore_colours(seat: Seat) -> None:
    user = seat(r'print("\x1b[1;32mTotal:\x1b[0m\t 12.50\n   EUR"); input()')
    user.sees("Total: 12.50 EUR")
    user.sees(matching=r"Total: \d+\.\d\d EUR$")
    user.sees(matching=r"^EUR$")
    user.does_not_see("Error")
    with pytest.raises(ExpectationFailed, match=r"expected 'Sum' in the output; printed: Total:"):
        user.sees("Sum")
    with pytest.raises(ExpectationFailed, match=r"expected not to see 'Total'"):
        user.does_not_see("Total")


def test_looking_for_nothing_is_vacuous(seat: Seat) -> None:
    user = seat("input()")
    with pytest.raises(InvalidAnswer):
        user.sees("  ")


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Balance: 12.50 EUR", Decimal("12.5")),
        ("Balance: $1,234.50", "1234.50"),
        ("Balance is -3", -3),
        ("Balance: -$4.20", "-4.20"),
        ("Balance - 4 tickets", 4),
        ("Balance\n\n   7", 7),
    ],
)
def test_numbers_are_compared_digit_by_digit(seat: Seat, line: str, number: Decimal | int | str) -> None:
    user = seat(f"print({line!r}); input()")
    user.sees_number(number, after="Balance")
    with pytest.raises(ExpectationFailed, match=r"the number 99 after 'Balance'"):
        user.sees_number(99, after="Balance")
    with pytest.raises(ExpectationFailed, match=r"seen None"):
        user.sees_number(1, after="Credit")


def test_unicode_goes_both_ways(seat: Seat) -> None:
    user = seat("name = input('Prénom ? '); print('Bonjour', name, '✓')")
    user.sees("Prénom ?")
    user.enters("Zoë 北京")
    user.sees("Bonjour Zoë 北京 ✓")


@EVERY_SANDBOX
def test_control_c_and_control_d(seat: Seat) -> None:
    user = seat("""
        try:
            input("> ")
        except KeyboardInterrupt:
            print("interrupted")
        try:
            input("> ")
        except EOFError:
            print("no more")
    """)
    user.presses("Ctrl+C")
    user.sees("interrupted")
    user.presses("Ctrl+D")
    user.sees("no more")
    user.has_left(0)


def test_control_c_works_though_the_evaluator_ignores_it(seat: Seat) -> None:
    import signal

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        user = seat("input('> ')")
        user.presses("Ctrl+C")
    finally:
        signal.signal(signal.SIGINT, before)
    user.sees("KeyboardInterrupt")
    user.has_left(130)


@EVERY_SANDBOX
def test_a_full_screen_program(seat: Seat) -> None:
    user = seat("""
        import curses
        def main(screen):
            chosen, entries = 0, ["New game", "High scores", "Quit"]
            while True:
                screen.clear()
                screen.addstr(0, 30, "MENU")
                for at, entry in enumerate(entries):
                    screen.addstr(2 + at, 4, ("> " if at == chosen else "  ") + entry)
                key = screen.getch()
                if key == curses.KEY_DOWN: chosen += 1
                elif key == curses.KEY_UP: chosen -= 1
                elif key == 10: return entries[chosen]
        print("chosen:", curses.wrapper(main))
    """)
    assert user.screen().splitlines()[0] == " " * 30 + "MENU"
    user.sees_on_screen("> New game")
    user.presses("Down")
    user.presses("Down")
    user.presses("Up")
    user.sees_on_screen("> High scores")
    with pytest.raises(ExpectationFailed, match=r"'> Quit' on the screen; the screen shows:(.|\n)*> High scores"):
        user.sees_on_screen("> Quit")
    user.presses("Enter")
    user.sees("chosen: High scores")
    user.has_left(0)


def test_the_terminal_has_its_size_and_answers_questions(seat: Seat) -> None:
    user = seat(r"""
        import os, sys, termios, tty
        print(os.get_terminal_size(), os.environ["TERM"], os.isatty(2))
        tty.setcbreak(0)
        print("\x1b[5;11H\x1b[6n", end="", flush=True)
        print("at", ascii(os.read(0, 20)))
    """)
    user.sees("columns=80, lines=24) linux True")
    user.sees(r"at b'\x1b[5;11R'")


def test_keys_are_what_a_terminal_sends(seat: Seat) -> None:
    user = seat("""
        import os, tty
        tty.setraw(0)
        while (key := os.read(0, 20)) != b"q":
            os.write(1, ascii(key).encode() + b" ")
    """)
    for key, sent in {"Escape": r"\x1b", "Left": r"\x1b[D", "Ctrl+A": r"\x01", "é": r"\xc3\xa9"}.items():
        user.presses(key)
        user.sees(f"b'{sent}'")
    user.presses("q")
    user.has_left(0)
    with pytest.raises(InvalidAnswer, match=r"'Hyper' is not a key"):
        user.presses("Hyper")


def test_how_a_program_ended(seat: Seat) -> None:
    user = seat("input('> '); raise SystemExit(4)")
    with pytest.raises(ExpectationFailed, match=r"has not ended, it waits for input; printed: >"):
        user.has_left()
    user.enters("")
    user.has_left(4)
    user.has_left(None)
    with pytest.raises(ExpectationFailed, match=r"expected the program to end with status 0; it ended with status 4"):
        user.has_left()
    with pytest.raises(ExpectationFailed, match=r"does not ask: it has ended with status 4"):
        user.is_asked()
    with pytest.raises(NotFound, match=r"no program reads what is typed"):
        user.enters("more")


def test_a_crash_is_told_with_its_traceback(seat: Seat) -> None:
    user = seat("int(input('Number? '))")
    user.enters("many")
    with pytest.raises(ExpectationFailed, match=r"(?s)ended with status 1.*ValueError: invalid literal"):
        user.has_left(0)


@EVERY_SANDBOX
def test_a_program_killed_by_a_signal(seat: Seat) -> None:
    seat("import os; os.kill(os.getpid(), 15)").has_left(143)


def test_several_lines_are_typed_one_after_the_other(seat: Seat) -> None:
    user = seat("import getpass\nfor _ in 1, 2, 3: print(getpass.getpass('? '))")
    user.enters("one\ntwo\nthree")
    user.sees("one ? two ? three")


def test_a_line_longer_than_a_terminal_takes(seat: Seat) -> None:
    user = seat("print(len(input()))\ninput()")
    with pytest.raises(NotFound, match=r"takes 4095 bytes"):
        user.enters("x" * 5000)
    user.enters("x" * 4000)
    user.sees("4000")


def test_starting_again_ends_what_ran(seat: Seat, project: Path) -> None:
    user = seat("""
        import os, subprocess, sys
        helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
        print("pids", os.getpid(), helper.pid)
        input()
    """)
    first, helper = (int(word) for word in user.output().split()[1:])
    user.starts()
    assert not psutil.pid_exists(first)
    assert not psutil.pid_exists(helper) or psutil.Process(helper).status() == psutil.STATUS_ZOMBIE


def test_commands_and_arguments_reach_no_shell(seat: Seat, project: Path) -> None:
    (project / "tool.py").write_text("import sys; print(sys.argv[1:])")
    user = seat("input()", start=False)
    user.starts("python tool.py --all 'two words'", ["$HOME; touch x", "*"])
    user.sees("['--all', 'two words', '$HOME; touch x', '*']")
    user.starts("tool.py")
    user.has_left(0)
    for command in ("rm -rf .", "python -c print(1)", "../tool.py", "python tool.py > out", "/bin/sh", ""):
        with pytest.raises(InvalidAnswer):
            user.starts(command)


def test_files_in_the_programs_folder(seat: Seat, tmp_path: Path) -> None:
    (tmp_path / "materials").mkdir()
    (tmp_path / "materials" / "list.txt").write_text("milk")
    user = seat("print(open('list.txt').read() + open('data/more.txt').read())", start=False,
                materials=tmp_path / "materials")  # fmt: skip
    user.puts("list.txt")
    user.writes("data/more.txt", " and bread")
    user.starts()
    user.sees("milk and bread")
    assert user.reads("list.txt") == "milk"
    user.removes("list.txt")
    with pytest.raises(NotFound, match=r"list.txt is not there; there are data/more.txt, main.py"):
        user.reads("list.txt")
    with pytest.raises(InfrastructureError, match=r"no material 'other.txt'"):
        user.puts("other.txt")


def test_every_verb_is_in_the_trace(seat: Seat) -> None:
    user = seat("print('Hello', input('Name? '))")
    user.enters("Ada")
    with pytest.raises(ExpectationFailed):
        user.sees("Goodbye")
    assert [(s.verb, s.what, s.ok) for s in user.trace.entries] == [
        ("starts", "python main.py", True),
        ("enters", "Ada", True),
        ("sees", "Goodbye", False),
    ]
    assert user.trace.entries[1].seen == "Hello Ada\n"


def test_nothing_can_be_done_before_a_start(seat: Seat) -> None:
    user = seat("input()", start=False)
    assert user.output() == ""
    for verb in (user.is_asked, user.has_left, lambda: user.enters("x"), lambda: user.sees("x")):
        with pytest.raises(NotFound, match=r"no program was started"):
            verb()


def test_without_the_kernels_word_silence_counts_and_the_trace_says_so(
    seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simulators.console.waiting.CALLS", {})
    user = seat("import time\nprint('a', flush=True)\ntime.sleep(0.2)\ninput('b? ')")
    user.sees("a b?")
    assert "assumed to wait for input" in user.trace.entries[0].seen
    user.enters("x")
    user.has_left(0)
