"""Program on the host that joins a box's namespaces, drops all privileges and executes one program.

Started as ``python -I -S -c 'import enter; enter.main()' DESCRIPTOR`` for every program, so it is light: only the
standard library, only the imports that are needed, and none after the file system has become the box's. It stays
outside as the program's parent, forwards signals, and ends in the way in which the program ended.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import marshal
import os
import resource
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` takes longer to import than everything else here together
    from typing import Any

    Signals = ctypes.Array[ctypes.c_char]

CLONE_NEWUSER = 0x10000000
OWNER_OF_NAMESPACE = 0xB701
"""NS_GET_USERNS: the user namespace that a namespace belongs to; ioctl_ns(2)."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 38, 47, 4
SIGKILL, SIGPIPE, SIGCHLD, SIGTTOU, SIGXFSZ = 9, 13, 17, 22, 25
HANDED_ON = (1, 2, 3, 10, 12, 15)
"""SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGTERM."""

IGNORED_BY_PYTHON = (SIGPIPE, SIGXFSZ)
"""Signals that Python ignores from its start; executed programs inherit that unless it is undone."""

SIG_DFL, SIG_IGN, SIG_SETMASK = 0, 1, 2

PARENT_KILLED = 34
"""SIGRTMIN: notifies the program's parent that no process waits for it any more."""

GONE = 125
"""Exit status when the box does not exist; 126 and 127 have the meaning of a shell."""

MS_NOSUID, MS_NOEXEC, MS_REMOUNT = 2, 8, 32
TERMINALS = b"/dev/pts"
"""Mount of the box's own pseudo-terminals."""

ADDR_NO_RANDOMIZE = 0x0040000
"""Same memory addresses in every execution: programs print them, and testcodes inspect the output."""

libc = ctypes.CDLL(None, use_errno=True)
libc.signal.argtypes = [ctypes.c_int, ctypes.c_void_p]
libc.prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
libc.personality.argtypes = [ctypes.c_ulong]
libc.mount.argtypes = [ctypes.c_char_p] * 3 + [ctypes.c_ulong, ctypes.c_char_p]


def main() -> None:
    descriptor = int(sys.argv[1])
    spec = marshal.loads(os.pread(descriptor, os.fstat(descriptor).st_size, 0))
    os.close(descriptor)
    try:
        namespaces = _open_namespaces(spec)
        if spec["task"] == "sockets":
            _serve_sockets(namespaces)
        else:
            _run(spec, namespaces)
    except OSError as error:
        _say(f"the box has ended, or cannot be entered: {spec['why'] or error}")
        os._exit(GONE)


def _open_namespaces(spec: dict[str, Any]) -> dict[str, int]:
    """Open the box's namespaces; the first one's number protects against a reused process number."""
    folder = f"/proc/{spec['holder']}/ns/"
    namespaces = {name: os.open(folder + name, os.O_RDONLY) for name in ("pid", "user", "net", "ipc", "uts", "mnt")}
    if _inode(namespaces["pid"]) != spec["identity"]:
        raise ProcessLookupError("its first process is gone")
    namespaces["owner"] = fcntl.ioctl(namespaces["net"], OWNER_OF_NAMESPACE)
    if _inode(namespaces["owner"]) != _own_user_namespace():
        _join(namespaces["owner"], CLONE_NEWUSER)
    return namespaces


def _inode(namespace: int) -> int:
    return os.fstat(namespace).st_ino


def _own_user_namespace() -> int:
    return os.stat("/proc/self/ns/user").st_ino  # noqa: PTH116 - pathlib takes long to import


def _join(namespace: int, kind: int = 0) -> None:
    _check(libc.setns(namespace, kind), "setns")


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def _run(spec: dict[str, Any], namespaces: dict[str, int]) -> None:
    before = _block_signals()
    _outlive_a_killed_parent(before)
    groups = [os.open(path, os.O_WRONLY) for path in spec["groups"]]
    _join(namespaces["pid"])  # of the children, not of this process
    program = os.fork()
    if program:
        _end_like(program, before)
    _enter(spec, namespaces, groups, before)
    _execute(spec["argv"], spec["env"])


def _enter(spec: dict[str, Any], namespaces: dict[str, int], groups: list[int], before: Signals) -> None:
    """In the child: join the box and drop all privileges."""
    try:
        libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)  # processes in the box may not read this memory
        libc.sigprocmask(SIG_SETMASK, before, None)
        for group in groups:
            os.write(group, b"0")
        for name, most in spec["counted"]:
            _limit_of_namespace(name, most)
        _own_session(spec["terminal"])
        for name in ("net", "ipc", "uts", "mnt"):
            _join(namespaces[name])
        _limit_terminals(spec["terminals"])
        _give_everything_up(spec, namespaces)
        os.chdir(spec["folder"])
        os.closerange(3, 1 << 16)
    except OSError as error:
        _say(str(error))
        os._exit(126)


def _limit_of_namespace(name: str, most: int) -> None:
    """Set a limit of the user namespace that this process has joined; none where the kernel's settings are read-only
    (in some containers) or the kernel does not count it."""
    try:
        setting = os.open(f"/proc/sys/user/{name}", os.O_WRONLY)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.EROFS, errno.EACCES):
            return
        raise
    os.write(setting, b"%d" % most)
    os.close(setting)


def _limit_terminals(most: int) -> None:
    """Limit the pseudo-terminals of the box's mount. A remount needs all options, which are bubblewrap's."""
    options = b"ptmxmode=0666,mode=620,max=%d" % most
    _check(libc.mount(None, TERMINALS, None, MS_REMOUNT | MS_NOSUID | MS_NOEXEC, options), "mount")


def _outlive_a_killed_parent(before: Signals) -> None:
    """Continue in a child that reaps the program even when this process is killed.

    An unreaped process prevents the end of the box's namespaces, and the host's first process may take seconds to
    reap it.
    """
    above = os.getpid()
    child = os.fork()
    if child:
        _end_like(child, before)
    os.setpgid(0, 0)
    _check(libc.prctl(PR_SET_PDEATHSIG, PARENT_KILLED, 0, 0, 0), "prctl")
    if os.getppid() != above:
        os._exit(GONE)


def _block_signals() -> Signals:
    """Block signals until they are read; return the previous mask.

    If they were ignored instead, as by ``nohup`` or in a background job of the evaluator, they would be lost.
    """
    everything, before = ctypes.create_string_buffer(128), ctypes.create_string_buffer(128)
    libc.sigfillset(everything)
    libc.sigprocmask(SIG_SETMASK, everything, before)
    for number in (SIGCHLD, *HANDED_ON):
        libc.signal(number, SIG_DFL)
    return before


def _own_session(terminal: bool) -> None:
    """Start a new session; with a terminal, become the foreground group of the session that owns it."""
    if not terminal:
        os.setsid()
        return
    libc.signal(SIGTTOU, SIG_IGN)
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    libc.signal(SIGTTOU, SIG_DFL)


def _give_everything_up(spec: dict[str, Any], namespaces: dict[str, int]) -> None:
    """Drop limits, user, system calls and capabilities, in an order in which each step is still permitted."""
    if _inode(namespaces["user"]) != _own_user_namespace():
        _join(namespaces["user"], CLONE_NEWUSER)
    for kind, soft, hard in spec["limits"]:
        ceiling = resource.getrlimit(kind)[1]
        hard = hard if ceiling == resource.RLIM_INFINITY else min(hard, ceiling)
        resource.setrlimit(kind, (min(soft, hard), hard))
    os.umask(0o022)
    libc.personality(ADDR_NO_RANDOMIZE)
    libc.prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    capability = 0
    while libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0:
        capability += 1
    if spec["user"] is not None:
        os.setgroups([])
        os.setresgid(spec["user"], spec["user"], spec["user"])
        os.setresuid(spec["user"], spec["user"], spec["user"])
    _check(libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "prctl")
    _filter_calls(spec["filter"])
    _check(libc.capset((ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()), "capset")
    for number in IGNORED_BY_PYTHON:
        libc.signal(number, SIG_DFL)


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_void_p)]


def _filter_calls(steps: bytes) -> None:
    kept = ctypes.create_string_buffer(steps, len(steps))
    program = _Program(len(steps) // 8, ctypes.addressof(kept))
    _check(libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    _check(libc.prctl(PR_SET_SECCOMP, 2, ctypes.addressof(program), 0, 0), "seccomp")


def _execute(argv: list[str], env: dict[str, str]) -> None:
    """Execute `argv`, searched like a shell does; `os.execvpe` would import from inside the box."""
    name = argv[0]
    folders = [""] if "/" in name else [folder + "/" for folder in env.get("PATH", "").split(":")]
    for folder in folders:
        try:
            os.execve(folder + name, argv, env)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            _say(f"{name}: {error.strerror}")
            os._exit(126)
    _say(f"{name}: not found")
    os._exit(127)


def _say(message: str) -> None:
    os.write(2, f"projecteval: {message}\n".encode("utf-8", "replace"))


def _end_like(program: int, before: Signals) -> None:
    """Forward signals to `program` until it has ended, then end with its status or by its signal.

    Signals are blocked and read one by one: no handler, and no import of `signal`, is needed.
    """
    everything, number = ctypes.create_string_buffer(128), ctypes.c_int()
    libc.sigfillset(everything)
    while not (ended := os.waitpid(program, os.WNOHANG))[0]:
        libc.sigwait(everything, ctypes.byref(number))
        if number.value == PARENT_KILLED:
            os.kill(program, SIGKILL)
        elif number.value in HANDED_ON:
            os.kill(program, number.value)
    _end_as(os.waitstatus_to_exitcode(ended[1]), before)


def _end_as(status: int, before: Signals) -> None:
    """End this process with an exit status, or by a signal (`-status`)."""
    if status < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        libc.signal(-status, SIG_DFL)
        libc.sigprocmask(SIG_SETMASK, before, None)
        os.kill(os.getpid(), -status)
    os._exit(status)


def _serve_sockets(namespaces: dict[str, int]) -> None:
    """Create sockets in the box's network for processes that cannot enter it: one per byte read.

    Standard input is a Unix socket; the byte is the address family. Ends when its other end is closed.
    """
    import socket

    _join(namespaces["net"])
    with socket.socket(fileno=0) as line:
        while request := line.recv(1):
            try:
                made = socket.socket(request[0], socket.SOCK_STREAM)
            except OSError:
                line.send(b"?")  # the family is not supported here
                continue
            with made:
                socket.send_fds(line, [b"!"], [made.fileno()])
