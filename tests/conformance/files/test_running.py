"""A batch program is run to its end, within limits, and no process of it is left."""

import threading

import psutil
import pytest

from simulators.clocks import Deadline
from simulators.errors import ExpectationFailed, InvalidAnswer, NotFound, TestcodeTimeout
from tests.conformance.files.conftest import Desk


def test_what_a_program_printed_and_how_it_ended(desk: Desk) -> None:
    user = desk("import sys; print('done:', *sys.argv[1:]); print('careful', file=sys.stderr); sys.exit(3)")
    outcome = user.runs(arguments=["--month", "2025-02"], status=3)
    assert (outcome.status, outcome.stdout, outcome.stderr) == (3, "done: --month 2025-02\n", "careful\n")
    user.sees_output("done: --month  2025-02")
    user.sees_output("careful")
    user.does_not_see_output("Traceback")
    with pytest.raises(ExpectationFailed, match=r"expected 'finished' in the output; printed: done"):
        user.sees_output("finished")
    with pytest.raises(ExpectationFailed, match=r"expected exit status 0, seen 3; printed: done"):
        user.runs()


def test_nothing_is_typed_to_a_batch_program(desk: Desk) -> None:
    assert desk("import sys; print(repr(sys.stdin.read()))").runs().stdout == "''\n"


def test_a_crash_is_told_with_its_traceback(desk: Desk) -> None:
    with pytest.raises(ExpectationFailed, match=r"(?s)seen 1; printed: Traceback.*ZeroDivisionError"):
        desk("1 / 0").runs()


def test_ended_by_a_signal(desk: Desk) -> None:
    assert desk("import os; os.abort()").runs(status=None).status == 134


def test_a_program_that_does_not_end_is_ended_with_all_it_started(desk: Desk) -> None:
    user = desk("""
        import os, subprocess, sys, time
        away = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
        open("pids", "w").write(f"{os.getpid()} {away.pid}")
        print("working", flush=True)
        time.sleep(60)
    """)
    user.deadline = Deadline.after(5.0)
    with pytest.raises(TestcodeTimeout, match=r"has not ended: the testcode's 5 seconds were up; printed: working"):
        user.runs()
    assert not [pid for pid in user.text("pids").split() if _runs(int(pid))]


def test_what_a_program_leaves_running_ends_with_it(desk: Desk) -> None:
    user = desk("""
        import subprocess, sys
        away = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], start_new_session=True)
        print(away.pid)
    """)
    assert not _runs(int(user.runs().stdout))


def test_endless_output_is_ended(desk: Desk) -> None:
    user = desk("import sys\nwhile True: sys.stderr.write('y' * 1000)", most_output=1 << 20)
    with pytest.raises(ExpectationFailed, match=r"printed more than 1048576 bytes on standard error"):
        user.runs()


def test_much_output_on_both_streams_does_not_block(desk: Desk) -> None:
    outcome = desk("import sys\nfor _ in range(300): print('o' * 1000); print('e' * 1000, file=sys.stderr)").runs()
    assert (len(outcome.stdout), len(outcome.stderr)) == (300_300, 300_300)


def test_a_run_called_off_from_outside(desk: Desk) -> None:
    user = desk("import time; time.sleep(60)")
    calling = threading.Timer(0.3, user.abort)
    calling.start()
    with pytest.raises(TestcodeTimeout, match=r"from outside"):
        user.runs()
    calling.join()


def test_a_run_called_off_before_its_program_started(desk: Desk) -> None:
    user = desk("import time; time.sleep(60)")
    user.abort()
    with pytest.raises(TestcodeTimeout, match=r"from outside"):
        user.runs()


def test_commands_reach_no_shell(desk: Desk) -> None:
    user = desk("import sys; print(sys.argv[1:])")
    assert user.runs("python3 main.py 'a b'", ["$HOME"]).stdout == "['a b', '$HOME']\n"
    for command in ("ls", "python main.py; ls", "python main.py > out.txt", "../main.py", "python -c 'print(1)'"):
        with pytest.raises(InvalidAnswer):
            user.runs(command)


def test_nothing_was_printed_before_a_run(desk: Desk) -> None:
    with pytest.raises(NotFound, match=r"no program has run"):
        desk().sees_output("x")


def test_every_verb_is_in_the_trace(desk: Desk) -> None:
    user = desk("print('hi')")
    user.runs()
    with pytest.raises(NotFound):
        user.has("out.csv")
    assert [(s.verb, s.what, s.ok) for s in user.trace.entries] == [
        ("runs", "python main.py", True),
        ("has", "out.csv", False),
    ]
    assert user.trace.entries[0].seen == "status 0\nhi"


def _runs(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_a_program_is_killed_after_each_of_its_changes(desk: Desk) -> None:
    user = desk("""
        import os, sys
        folder = sys.argv[1]
        os.mkdir(folder)
        with open(f"{folder}/a.txt", "w") as file:
            file.write("a")
            file.flush()
            file.write("b")
        os.replace(f"{folder}/a.txt", f"{folder}/b.txt")
        print("done", __name__)
    """)
    seen = {after: (user.kills(arguments=[f"to-{after}"], after=after), user.files()) for after in range(1, 7)}
    assert [killed for killed, _ in seen.values()] == [True] * 5 + [False]
    made = [name for name in seen[6][1] if name != "main.py"]
    assert made == ["to-2/a.txt", "to-3/a.txt", "to-4/a.txt", "to-5/b.txt", "to-6/b.txt"]
    assert [user.text(name) for name in made] == ["", "a", "ab", "ab", "ab"]
    user.sees_output("done __main__")


def test_only_python_files_are_killed(desk: Desk) -> None:
    with pytest.raises(InvalidAnswer, match=r"only such a program is killed"):
        desk("").kills("python -m main", after=1)


def test_limits_of_one_run(desk: Desk) -> None:
    user = desk("data = bytearray(200 << 20); print(len(data))")
    assert user.runs(memory=400, cpu=30).stdout == "209715200\n"
    assert "MemoryError" in user.runs(memory=100, status=1).stderr
    busy = desk("while True: pass")
    assert busy.runs(cpu=1, status=None).status > 128


def test_a_file_is_written_line_by_line(desk: Desk) -> None:
    user = desk("print(sum(int(line) for line in open('numbers.txt')))")
    user.writes_lines("numbers.txt", (str(number) for number in range(1000)))
    assert user.runs().stdout == "499500\n"
