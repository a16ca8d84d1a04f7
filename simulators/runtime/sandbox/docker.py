"""Sandbox provider `docker`: containers of docker or podman, from images built by ``docker/Dockerfile.sandbox``.

A container's first process is `relay`; programs are started with ``exec``. The environment's packages are part of
the image, one image per environment; the host's are not used. The system-call filter has the same rules as
`seccomp`, in the format of the OCI runtime specification: the engines' default filters differ and permit calls that
matter here (for example sockets to the host of a virtual machine).
"""

from __future__ import annotations

import errno
import json
import os
import platform
import resource
import secrets
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from simulators.runtime.environments import host as environments
from simulators.runtime.environments import lock_files
from simulators.runtime.sandbox import (
    CLOCK,
    Box,
    BoxLimits,
    BoxSpec,
    Coverage,
    Environment,
    Sandbox,
    SandboxError,
    disk_quota,
    seccomp,
)
from simulators.runtime.sandbox.container import ContainerBox, cli_variables
from simulators.runtime.sandbox.seccomp import (
    ALLOWED_FAMILIES,
    LEASES,
    MACHINES,
    NEW_NAMESPACES,
    NO_ERROR,
    SET_DEATH_SIGNAL,
    TERMINAL_TRICKS,
)

ENGINE = "PROJECTEVAL_DOCKER_ENGINE"
"""Environment variable with the engine's program; default: docker or podman, the first that responds."""

IMAGE = "projecteval-sandbox"
"""Name of the image; its tag is the name of the environment."""

LABEL = "projecteval.made-of"
"""Label of an image with the digest of its inputs."""

RELAY = ("python3", "/opt/projecteval/relay.py", "/relay/socket")
HOW_TO_BUILD = "build the images with docker/build-images"
ANSWER_SECONDS = 20.0
"""Seconds to wait for an engine's response."""


class Docker(Sandbox):
    """Provider `docker`; `engine` is the program to call (default: see `ENGINE`)."""

    name = "docker"
    coverage = Coverage(
        covers=(
            "network: loopback only, own ports",
            "processes: only its own are seen and reached",
            "files: the image, the project folder and a private /tmp only",
            "user: unprivileged, without capabilities",
            "system calls: filtered",
            "memory and number of processes of a container",
            "processor time and open files of each process, size of a file",
            "disk: the project folder is checked four times a second",
        ),
        leaves_open=(
            "the kernel is shared: a hole in it, or in the engine, is a way out",
            "the kernel's data on the machine's devices in /sys can be read",
            "a program whose start is killed ends only with its box",
            "processor time of all processes together: bounded by the time limits of the evaluation",
            "pseudo-terminals: limited for the whole machine",
        ),
    )

    def __init__(self, engine: str | None = None) -> None:
        self._engine = engine

    def problem(self) -> str | None:
        if (unfiltered := seccomp.problem()) is not None:
            return unfiltered
        try:
            engine = self._working_engine()
        except SandboxError as error:
            return str(error)
        if not _asked(engine, "images", "--quiet", IMAGE).stdout.strip():
            return f"{engine} has no image {IMAGE}; {HOW_TO_BUILD}"
        return None

    @contextmanager
    def _open(self, spec: BoxSpec) -> Iterator[Box]:
        """Open a box; readable folders are mounted at their own path, read-only."""
        engine, image = self._working_engine(), f"{IMAGE}:{spec.environment.name}"
        _check_image_version(engine, image, spec.environment)
        workspace, name = spec.workspace, f"projecteval-{secrets.token_hex(8)}"
        user = disk_quota.unprivileged()
        with ExitStack() as stack:
            stack.enter_context(disk_quota.owned_by(workspace, user))
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="projecteval-box-")))
            relay, calls = folder / "relay", folder / "seccomp.json"
            relay.mkdir()
            calls.write_text(profile())
            mounts = [
                (workspace, "/project", "rw"),
                (relay, "/relay", "rw"),
                *((p, str(p), "ro") for p in spec.readable),
            ]
            mounts += [] if spec.clock is None else [(spec.clock, str(CLOCK), "ro")]
            options = [f"--security-opt=seccomp={calls}", *_options(engine, spec.limits, mounts, user)]
            command = [engine, "run", "--name", name, *options, image, *RELAY]
            stack.enter_context(_running(engine, name, command))
            owner = os.getuid() if user is None else user
            variables = spec.variables_with(spec.clock and CLOCK)
            box = ContainerBox(workspace, engine, name, relay / "socket", owner, variables)
            stack.enter_context(disk_quota.DiskQuota(workspace, spec.limits.disk, box.pids, box.end))
            yield box

    def _working_engine(self) -> str:
        """Return the engine's program. Raises `SandboxError` with what is missing."""
        chosen = self._engine or os.environ.get(ENGINE)
        problems = []
        for engine in [chosen] if chosen else ["docker", "podman"]:
            problem = _problem_of(engine)
            if problem is None:
                return engine
            problems.append(problem)
        raise SandboxError("; ".join(problems))


def _check_image_version(engine: str, image: str, environment: Environment) -> None:
    if lock_files.is_path(environment.name):
        raise SandboxError(f"--sandbox {engine} has no images of missions' own lock files; use --sandbox bubblewrap")
    inspected = _asked(engine, "image", "inspect", f'--format={{{{index .Config.Labels "{LABEL}"}}}}', image)
    if inspected.returncode:
        raise SandboxError(f"{engine} has no image {image}; {HOW_TO_BUILD}")
    if inspected.stdout.strip() != environments.made_of(environment.name):
        raise SandboxError(f"{engine}'s image {image} holds other packages than this version's; {HOW_TO_BUILD}")


def _problem_of(engine: str) -> str | None:
    if shutil.which(engine) is None:
        return f"{engine} is not installed"
    answer = _asked(engine, "info")
    if answer.returncode:
        return f"{engine} does not answer ({_last_line(answer.stderr)}); start its service, or choose by {ENGINE}"
    return None


def _asked(engine: str, *words: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            (engine, *words), capture_output=True, text=True, check=False, env=cli_variables(), timeout=ANSWER_SECONDS
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess((), 1, "", f"no answer in {ANSWER_SECONDS:g} seconds")


def _options(engine: str, limits: BoxLimits, mounts: Sequence[tuple[Path, str, str]], user: int | None) -> list[str]:
    options = ["--rm", "--interactive", "--pull=never", "--log-driver=none", "--entrypoint=", "--workdir=/"]
    options += ["--network=none", "--ipc=private", "--hostname=box", "--read-only", "--shm-size=64m"]
    options += ["--cap-drop=ALL", "--security-opt=no-new-privileges"]
    options += [f"--tmpfs=/tmp:rw,nosuid,nodev,mode=1777,size={min(limits.disk, 256 << 20)}"]
    options += [f"--memory={limits.memory}", f"--memory-swap={limits.memory}", f"--pids-limit={limits.processes}"]
    for kind, most in (("cpu", limits.cpu), ("fsize", limits.disk), ("nofile", 1024), ("core", 0), _processes()):
        options.append(f"--ulimit={kind}={most}:{most}")
    for host, inside, mode in mounts:
        options.append(f"--volume={host}:{inside}:{mode}")
    if Path(engine).name == "podman":
        options.append("--read-only-tmpfs=false")
        if user is None:
            options.append("--userns=keep-id")
    return options if user is not None else [*options, f"--user={os.getuid()}:{os.getgid()}"]


def _processes() -> tuple[str, int]:
    """Return a process limit, needed because podman otherwise requests more than this process may grant."""
    ceiling = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    return "nproc", 4096 if ceiling == resource.RLIM_INFINITY else min(ceiling, 4096)


@contextmanager
def _running(engine: str, name: str, command: Sequence[str]) -> Iterator[None]:
    """Run a container inside the context; it ends when its standard input is closed."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=cli_variables(),
        cwd=os.sep,
        start_new_session=True,
    ) as process:
        try:
            if process.stdout is None or process.stdout.readline() != b"ready\n":
                words = process.stderr.read().decode(errors="replace") if process.stderr else ""
                raise SandboxError(f"{engine} cannot start a box: {_last_line(words)}")
            yield
        finally:
            _asked(engine, "kill", name)


def _last_line(words: str) -> str:
    return next((line.strip() for line in reversed(words.splitlines()) if line.strip()), "it says nothing")


ARCHITECTURES = {"x86_64": "SCMP_ARCH_X86_64", "aarch64": "SCMP_ARCH_AARCH64"}

MAX_FAMILIES = 64
"""Address families that are listed one by one; Linux has 46, and the format has no "all except"."""


def profile() -> str:
    """Return the profile for this machine as JSON. Raises `KeyError` for a machine without a table."""
    machine = platform.machine()
    rules = [_refused(sorted(MACHINES[machine].refused)), _refused(["clone3"], error=errno.ENOSYS)]
    rules += [_when("clone", 0, flag, mask=flag) for flag in _bits(NEW_NAMESPACES)]
    rules += [_when("ioctl", 1, request) for request in TERMINAL_TRICKS]
    rules += [_when("fcntl", 1, command) for command in LEASES]
    rules.append(_when("prctl", 0, SET_DEATH_SIGNAL, error=NO_ERROR))
    others = [family for family in range(MAX_FAMILIES) if family not in ALLOWED_FAMILIES]
    rules += [_when("socket", 0, family, error=errno.EAFNOSUPPORT) for family in others]
    return json.dumps({"defaultAction": "SCMP_ACT_ALLOW", "architectures": [ARCHITECTURES[machine]], "syscalls": rules})


def _refused(names: list[str], error: int = errno.EPERM) -> dict[str, Any]:
    return {"names": names, "action": "SCMP_ACT_ERRNO", "errnoRet": error}


def _when(name: str, index: int, value: int, mask: int = 0, error: int = errno.EPERM) -> dict[str, Any]:
    """Refuse `name` when its argument is `value`, or has the bits of `mask`."""
    test: dict[str, Any] = {"index": index, "value": value, "op": "SCMP_CMP_EQ"}
    if mask:
        test |= {"value": mask, "valueTwo": value, "op": "SCMP_CMP_MASKED_EQ"}
    return _refused([name], error) | {"args": [test]}


def _bits(flags: int) -> list[int]:
    return [1 << bit for bit in range(32) if flags & 1 << bit]
