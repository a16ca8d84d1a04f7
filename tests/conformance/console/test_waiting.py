"""Detection of programs that wait for input: at once, and never too early."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from simulators.clocks import Deadline
from simulators.console import terminal
from simulators.errors import ExpectationFailed, NotFound, TestcodeTimeout
from simulators.setting import Setting
from tests.conformance.console.conftest import EVERY_SANDBOX, Seat
from tests.support.parameters import in_proofs

ECHOING = """
while True:
    print("you said", input("> "))
"""


def test_input_is_answered_and_asks_again(seat: Seat) -> None:
    user = seat("""
        name = input("Name? ")
        print(f"Hello {name}")
        age = input("Age? ")
        print("In a year:", int(age) + 1)
    """)
    assert user.output() == "Name? "
    user.enters("Ada")
    assert user.output() == "Hello Ada\nAge? "
    user.enters("36")
    user.sees_number(37, after="In a year:")
    user.has_left(0)


ASKING = {
    "getpass": "import getpass; print('got', getpass.getpass('Secret: '))",
    "standard input": "import sys; print('Secret: ', end='', flush=True); print('got', sys.stdin.readline())",
    "bytes": "import os; os.write(1, b'Secret: '); print('got', os.read(0, 100).decode())",
    "readline": "import readline; print('got', input('Secret: '))",
    "prompt on standard error": "import sys; sys.stderr.write('Secret: '); sys.stderr.flush(); print('got', input())",
    "the terminal itself": "t = open('/dev/tty', 'rb', 0); print('Secret: ', flush=True); print('got', t.readline())",
    "select": "import select, sys; print('Secret: ', flush=True); select.select([0], [], []); print('got', input())",
    "poll": """
        import select
        terminal = select.poll()
        terminal.register(0)
        print('Secret: ', flush=True)
        terminal.poll()
        print('got', input())
    """,
    "a thread": """
        import threading
        reading = threading.Thread(target=lambda: print('got', input('Secret: ')))
        reading.start(); reading.join()
    """,
    "a child": "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(\"got\", input(\"Secret: \"))'])",
    "asyncio": """
        import asyncio, sys
        async def main():
            loop = asyncio.get_running_loop()
            line = loop.create_future()
            loop.add_reader(0, lambda: line.done() or line.set_result(sys.stdin.readline()))
            print('Secret: ', end='', flush=True)
            print('got', await line)
        asyncio.run(main())
    """,
    "ticking": """
        import select
        print('Secret: ', flush=True)
        while not select.select([0], [], [], 0.1)[0]:
            pass
        print('got', input())
    """,
}


@EVERY_SANDBOX
@pytest.mark.parametrize("how", ASKING)
def test_every_way_to_ask_is_known(seat: Seat, how: str) -> None:
    user = seat(ASKING[how])
    user.sees("Secret:")
    user.is_asked()
    user.enters("pearl")
    user.sees(matching="got.*pearl")
    user.has_left(0)


@EVERY_SANDBOX
def test_a_shell_script_asks(seat: Seat) -> None:
    user = seat('read -p "Name? " name; echo "Hello $name"; exit 3', name="main.sh")
    user.sees("Name?")
    user.enters("Ada")
    user.sees("Hello Ada")
    user.has_left(3)


NOT_ASKING = {
    "sleeping": "import time; time.sleep(0.4)",
    "computing": "import time; until = time.monotonic() + 0.4\nwhile time.monotonic() < until: pass",
    "waiting for a connection": "import socket; s = socket.create_server(('127.0.0.1', 0)); s.settimeout(0.4)\n"
    "try: s.accept()\nexcept TimeoutError: pass",
    "waiting for a child": "import subprocess; subprocess.run(['sleep', '0.4'])",
    "waiting for a thread": "import threading; threading.Event().wait(0.4)",
    "waiting in select for something else": "import select, os; select.select([os.pipe()[0]], [], [], 0.4)",
    "sleeping in asyncio": "import asyncio; asyncio.run(asyncio.sleep(0.4))",
}


@pytest.mark.parametrize("how", NOT_ASKING)
def test_doing_something_else_is_not_asking(seat: Seat, how: str) -> None:
    user = seat(f"print('working', flush=True)\n{NOT_ASKING[how]}\ninput('Done. Next? ')")
    assert user.output() == "working\nDone. Next? "


@pytest.mark.parametrize("turns", [40, in_proofs(300)])
def test_no_answer_is_lost_or_early_under_load(seat: Seat, turns: int) -> None:
    """Quick turns while other programs use all processors: each answer complete, none of another turn."""
    with _busy_processors():
        user = seat(ECHOING)
        answers = []
        for turn in range(turns):
            user.enters(f"{turn}" * 20)
            answers.append(user.output())
    assert answers == [f"you said {str(turn) * 20}\n> " for turn in range(turns)]


@EVERY_SANDBOX
def test_no_signal_is_lost_or_early_under_load(seat: Seat) -> None:
    with _busy_processors():
        user = seat("""
            while True:
                try:
                    input("> ")
                except KeyboardInterrupt:
                    print("interrupted")
        """)
        for _ in range(30):
            user.presses("Ctrl+C")
            assert user.output() == "interrupted\n> "


@contextmanager
def _busy_processors() -> Iterator[None]:
    """Keep all processors busy with other programs."""
    burning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        yield
    finally:
        for process in burning:
            process.kill()
            process.wait()


def test_the_last_words_of_a_program_are_never_lost(seat: Seat) -> None:
    user = seat("printf 'last words'; exit 7", name="main.sh", start=False)
    for _ in range(20):
        user.starts()
        assert (user.output(), user.exit_status()) == ("last words", 7)


def test_waiting_costs_no_pause(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn that waited for silence would exceed the time limit of the testcode."""
    monkeypatch.setattr(terminal, "SILENCE_SECONDS", 3600.0)
    user = seat(ECHOING)
    for _ in range(20):
        user.enters("quick")


def test_a_helper_thread_that_answers_later_is_waited_for(seat: Seat) -> None:
    user = seat("""
        import queue, threading, time
        lines = queue.Queue()
        def answer():
            while True:
                line = lines.get()
                time.sleep(0.4)
                print("answer to", line, flush=True)
        threading.Thread(target=answer, daemon=True).start()
        while True:
            lines.put(input())
    """)
    user.enters("a question")
    user.sees("answer to a question")


def test_output_between_pauses_is_one_output(seat: Seat) -> None:
    user = seat("""
        import time
        for part in "one ", "two ", "three ":
            print(part, end="", flush=True)
            time.sleep(0.2)
        input("? ")
    """)
    assert user.output() == "one two three ? "


def test_a_program_that_hangs_is_named_with_what_it_printed(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulators.console.user.MAX_WAIT_SECONDS", 3.0)
    user = seat("print('Loading...', flush=True)\nimport time\ntime.sleep(60)", start=False)
    with pytest.raises(NotFound, match=r"neither asked for input nor ended within 3 s; printed: Loading\.\.\."):
        user.starts()


def test_the_deadline_of_the_testcode_ends_waiting(seat: Seat) -> None:
    user = seat("while True: pass", start=False)
    user.deadline = Deadline.after(0.5)
    with pytest.raises(TestcodeTimeout, match=r"neither asked for input nor ended"):
        user.starts()
    with pytest.raises(TestcodeTimeout):
        user.starts()


def test_endless_output_is_ended(seat: Seat) -> None:
    user = seat("while True: print('y' * 1000)", start=False, most_output=1 << 20)
    with pytest.raises(ExpectationFailed, match=r"(?s)printed more than 1048576 bytes.*yyyy"):
        user.starts()
    user.has_left(128 + 9)


def test_a_run_called_off_from_outside_ends_the_verb(seat: Seat) -> None:
    import threading

    user = seat("import time; time.sleep(60)", start=False)
    calling = threading.Timer(0.3, user.abort)
    calling.start()
    with pytest.raises(TestcodeTimeout, match=r"from outside"):
        user.starts()
    calling.join()


@EVERY_SANDBOX
@pytest.mark.parametrize(
    "late",
    [
        "threading.Thread(target=tell, daemon=True).start()",
        "if os.fork() == 0: os.setsid(); tell(); os._exit(0)",
        "if os.fork() == 0: os.setsid(); os.fork() and os._exit(0); tell(); os._exit(0)",
    ],
    ids=["thread", "child", "orphan"],
)
def test_what_is_printed_a_moment_later_is_seen_too(seat: Seat, late: str) -> None:
    user = seat(f"""
        import os, threading, time
        def tell():
            time.sleep(1)
            os.write(1, b"the refusal")
        input("? ")
        {late}
        input("? ")
    """)
    user.enters("x")
    with pytest.raises(ExpectationFailed, match="expected not to see 'the refusal'"):
        user.does_not_see("the refusal")


@EVERY_SANDBOX
def test_a_program_that_can_print_nothing_more_is_not_waited_for(seat: Seat) -> None:
    user = seat("input('? '); input('? ')", setting=Setting(patience=600.0))
    user.enters("x")
    user.does_not_see("the refusal")
