"""Behaviour of a box towards its programs and the evaluator, for every provider."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pexpect
import psutil
import pytest

from simulators.console.pty_process import PtyProcess
from simulators.runtime.sandbox import Box, Environment, Sandbox, SandboxError
from tests.conformance.sandbox.conftest import (
    IS_ROOT,
    MAX_STEP_SECONDS,
    Opener,
    alive,
    fetched,
    python,
    run,
    running,
    site,
    until,
)


def test_a_program_gets_its_words_and_input_and_gives_its_output_and_status(box: Box) -> None:
    code = "import sys; print(sys.argv[1:], input()); print('oh', file=sys.stderr); sys.exit(3)"
    ended = python(box, code, "a b", "ü$(ls)", typed="typed\n")
    assert (ended.status, ended.out, ended.err) == (3, "['a b', 'ü$(ls)'] typed\n", "oh\n")


def test_what_the_evaluator_ignores_a_program_does_not(box: Box) -> None:
    code = "import signal; print(*(signal.getsignal(n) == 0 for n in (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM)))"
    before = [signal.signal(number, signal.SIG_IGN) for number in (signal.SIGHUP, signal.SIGQUIT)]
    try:
        assert python(box, code).out == "True True True\n"
    finally:
        for number, handler in zip((signal.SIGHUP, signal.SIGQUIT), before, strict=True):
            signal.signal(number, handler)


def test_python_is_the_environments_python(box: Box) -> None:
    ended = python(box, "import sys; print(sys.prefix != sys.base_prefix, sys.version_info >= (3, 11))")
    assert ended.out == "True True\n"


def test_a_program_of_the_system_is_found_and_an_unknown_one_is_said_to_be_missing(box: Box) -> None:
    assert run(box, "echo", "hello").out == "hello\n"
    missing = run(box, "no-such-program")
    assert missing.status in (126, 127)
    assert "no-such-program" in missing.err + missing.out


def test_a_program_works_in_the_project_folder_and_in_folders_below(box: Box) -> None:
    (box.workspace / "below").mkdir()
    assert python(box, "import os; print(os.getcwd())").out.strip() == str(box.inside)
    assert python(box, "import os; print(os.getcwd())", folder="below").out.strip() == str(box.inside / "below")
    for outside in ("..", "/etc", "below/../.."):
        with pytest.raises(SandboxError, match="not below"):
            box.launch(("python",), folder=outside)


def test_what_a_program_writes_is_there_for_the_evaluator_and_the_other_way_round(box: Box) -> None:
    (box.workspace / "given.txt").write_text("given")
    code = "import os; t = open('given.txt').read(); os.makedirs('deep/er'); open('deep/er/made', 'w').write(t)"
    assert python(box, code).err == ""
    assert (box.workspace / "deep" / "er" / "made").read_text() == "given"


def test_the_folder_is_given_back_readable_removable_and_without_special_rights(opened: Opener) -> None:
    code = (
        "import os; os.mkdir('shut'); open('shut/inner', 'w'); os.chmod('shut/inner', 0o4755); "
        "os.chmod('shut', 0); os.symlink('/etc/shadow', 'link'); os.chmod('.', 0o777)"
    )
    with opened() as box:
        mode = box.workspace.stat().st_mode
        ended = python(box, code)
    if box.inside == box.workspace:
        pytest.skip("none leaves the folder as the program left it")
    assert ended.err == ""
    inner = box.workspace / "shut" / "inner"
    assert (inner.stat().st_mode & 0o6000, inner.stat().st_uid) == (0, os.geteuid())
    assert (box.workspace.stat().st_mode, box.workspace.stat().st_uid) == (mode, os.geteuid())
    assert (box.workspace / "link").is_symlink()


def test_a_program_sees_only_the_variables_meant_for_it(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with opened(variables={"TZ": "Europe/Rome", "BOTH": "box"}) as box:
        ended = python(box, "import os; print(dict(os.environ))", env={"BOTH": "launch", "LD_PRELOAD": "", "Ä": "ö=$x"})
    assert "secret" not in ended.out
    for word in ("'TZ': 'Europe/Rome'", "'BOTH': 'launch'", "'Ä': 'ö=$x'", "'HOME'", "'PATH'"):
        assert word in ended.out


def test_the_evaluator_reaches_a_website_in_the_box(box: Box) -> None:
    with site(box, box.port, "hello from inside"):
        assert [fetched(box, 8000) for _ in range(3)] == ["hello from inside"] * 3
        assert box.ports() == (8000,)


def test_a_port_without_a_listener_refuses_the_connection(box: Box) -> None:
    with pytest.raises(OSError, match=r"refused|listens"):
        box.connect(8000)
    assert box.ports() == ()


def test_programs_of_one_box_reach_each_other_and_those_of_another_do_not(opened: Opener, confining: Sandbox) -> None:
    fetch = "import urllib.request as r; print(r.urlopen('http://localhost:8000').read().decode())"
    with opened() as one, opened() as other, site(one, 8000, "one"):
        assert python(one, fetch).out == "one\n"
        assert "refused" in python(other, fetch).err
        with site(other, 8000, "other"):
            assert (fetched(one, 8000), fetched(other, 8000)) == ("one", "other")


def test_the_evaluator_knows_the_processes_by_its_own_numbers(box: Box) -> None:
    assert box.pids() == ()
    with running(box, "python", "-c", "print('up', flush=True); input()") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        (pid, *more) = box.pids()
        assert not more
        assert b"input()" in Path(f"/proc/{pid}/cmdline").read_bytes()


def test_it_can_be_seen_that_a_program_waits_for_input(box: Box) -> None:
    with running(box, "cat") as process:
        until(lambda: any(_waits_in_read(pid) for pid in box.pids()))
        assert process.poll() is None


def _waits_in_read(pid: int) -> bool:
    call = Path(f"/proc/{pid}/syscall").read_text().split()
    return call[:2] in (["0", "0x0"], ["63", "0x0"])  # read(0, …) of x86-64 and aarch64


def test_a_terminal_belongs_to_the_program(box: Box) -> None:
    code = "import os; print(os.isatty(0), flush=True); name = input('name? '); print('hello', name); input()"
    launch = box.launch(("python", "-c", code), terminal=True)
    child = PtyProcess(launch)
    child.timeout = MAX_STEP_SECONDS
    try:
        child.expect("True")
        child.expect(r"name\? ")
        child.sendline("Ada")
        child.expect("hello Ada")
        child.sendintr()
        child.expect("KeyboardInterrupt")
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)


def test_signals_reach_the_program(box: Box, sandbox: Sandbox) -> None:
    if sandbox.name == "docker":
        pytest.skip("signals to the engine's command line do not reach the program, as docker's coverage says")
    code = "import signal, sys; signal.signal(15, lambda *_: sys.exit(7)); print('up', flush=True); signal.pause()"
    with running(box, "python", "-c", code) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(MAX_STEP_SECONDS) == 7
    with running(box, "sleep", "100") as process:
        until(lambda: [psutil.Process(pid).name() for pid in box.pids()] == ["sleep"])
        (pid,) = box.pids()
        process.kill()
        until(lambda: not alive(pid))


def test_a_program_killed_by_a_signal_is_seen_to_be(box: Box) -> None:
    assert python(box, "import os; os.kill(os.getpid(), 9)").status in (-9, 137)


def test_leaving_the_box_ends_everything_in_it(opened: Opener) -> None:
    code = (
        "import os, sys, time\n"
        "if os.fork(): print('up', flush=True); time.sleep(1000)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        "time.sleep(1000)"
    )
    with opened() as box, running(box, "python", "-c", code) as process:
        assert process.stdout is not None
        process.stdout.readline()
        until(lambda: len([pid for pid in box.pids() if alive(pid)]) >= 2)
        pids = box.pids()
        if box.inside != box.workspace:
            process.stdout.close()
    if box.inside == box.workspace:
        until(lambda: not any(map(alive, pids)))
    assert not any(map(alive, pids))


def test_a_folder_can_be_shown_besides(confining: Sandbox, environment: Environment, tmp_path: Path) -> None:
    wheels, workspace = tmp_path / "wheels", tmp_path / "workspace"
    wheels.mkdir()
    workspace.mkdir()
    (wheels / "extra_module.py").write_text("words = 'from the shared folder'")
    variables = {"PYTHONPATH": str(wheels)}
    with confining.box(workspace, environment, variables=variables, readable=[wheels]) as box:
        assert python(box, "import extra_module; print(extra_module.words)").out == "from the shared folder\n"
        ended = python(box, "import extra_module; open(extra_module.__file__, 'a')")
    assert "PermissionError" in ended.err or "Read-only" in ended.err


def test_the_user_has_no_rights(box: Box, confining: Sandbox) -> None:
    status = python(box, "print(open('/proc/self/status').read())").out
    facts = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(facts[name], 16) == 0, name
    assert (facts["NoNewPrivs"], facts["Seccomp"]) == ("1", "2")
    assert facts["Uid"].split()[0] != "0"
    assert not IS_ROOT or len(facts["Groups"].split()) <= 1


def test_a_secret_variable_stands_in_no_command_line(box: Box) -> None:
    secret = "a-secret-of-the-operator"
    code = "import os, sys; print(len(os.environ['OPERATOR_KEY']), flush=True); sys.stdin.read()"
    with running(box, "python", "-c", code, env={"OPERATOR_KEY": secret}) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) == len(secret)
        assert not [
            pid for pid in psutil.pids() if secret in _command_line(pid) or secret.encode().hex() in _command_line(pid)
        ]


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(errors="replace")
    except OSError:
        return ""
