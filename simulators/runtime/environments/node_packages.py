"""Packages of Node.js in an environment, installed by npm from a committed ``package-lock.json``. Those that are
compiled are the only ones whose scripts are executed, in a box without network."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

from simulators.data_files import home
from simulators.errors import ExpectationFailed, InfrastructureError, NotFound
from simulators.failures import FailureKind
from simulators.runtime.environments import lock_files, shared_folders
from simulators.runtime.sandbox import BoxLimits, Environment
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.workspace import Workspace

LOCK_NAMES = ("package.json", lock_files.NPM_LOCK)
OLDEST = 18
"""Major version of Node.js in Debian 12."""

INSTALL = ("npm", "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error")
HOW = "install it, for instance: apt-get install nodejs npm"


def folder(name: str) -> Path | None:
    """Return the folder with the npm lock of the environment `name`; None for an environment without Node.js."""
    place = Path(name).parent if lock_files.is_path(name) else lock_files.LOCKS / name
    return place if (place / LOCK_NAMES[1]).is_file() else None


def content(name: str) -> bytes:
    """Return what determines the packages; empty for an environment without Node.js."""
    place = folder(name)
    return b"" if place is None else b"".join((place / each).read_bytes() for each in LOCK_NAMES)


def pins(name: str) -> tuple[str, ...]:
    """Return the packages that solutions may import, as ``name==version``, without those that they need themselves."""
    place = folder(name)
    if place is None:
        return ()
    lock = json.loads((place / LOCK_NAMES[1]).read_bytes())["packages"]
    return tuple(f"{each}=={lock[f'node_modules/{each}']['version']}" for each in lock[""]["dependencies"])


def problem(name: str) -> str:
    """Return what this machine lacks to build the environment `name`, and what to do; empty when nothing."""
    if folder(name) is None:
        return ""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"Node.js is needed: there is no program {program}; {HOW}"
    said = subprocess.run(("node", "--version"), capture_output=True, text=True, check=False).stdout.strip()
    major = said.removeprefix("v").partition(".")[0]
    if not major.isdigit() or int(major) < OLDEST:
        return f"Node.js {OLDEST} or newer is needed, this is {said or 'none'}; {HOW}"
    return ""


def install(name: str, root: Path) -> tuple[str, ...]:
    """Prepare npm's installation into the environment's folder `root` and return its command; empty without Node.js."""
    place = folder(name)
    if place is None:
        return ()
    for each in LOCK_NAMES:
        shutil.copy(place / each, root)
    asked = ("--force",) if lock_files.is_path(name) else ()  # packages of others: their peers may not fit
    return (*INSTALL, *asked, "--prefix", str(root), "--cache", str(root / ".npm"))


def remove_cache(root: Path) -> None:
    """Remove what npm downloaded."""
    shutil.rmtree(root / ".npm", ignore_errors=True)


def link_modules(root: Path, workspace: Path) -> None:
    """Let programs in `workspace` find the packages of the environment in `root`, unless they bring their own.

    Node.js looks for packages in ``node_modules`` of the folders above a file; only CommonJS has a search path besides.
    """
    modules = root / "node_modules"
    if modules.is_dir() and not os.path.lexists(workspace / "node_modules"):
        (workspace / "node_modules").symlink_to(modules)


def variables(root: Path) -> dict[str, str]:
    """Return the variable by which Node.js loads the mission's clock; none for an environment without Node.js."""
    found = next(root.glob("lib/python*/site-packages/projecteval_node.cjs"), None)
    return {} if found is None else {"NODE_OPTIONS": f"--require={found}"}


COMPILED = {"sqlite3": "build/Release/node_sqlite3.node"}
"""What each package lacks without its script."""

COMPILE = ("npm", "run", "rebuild")
COMPILE_SECONDS = 600.0
MAX_COMPILED_BYTES = 64 << 20
LIMITS = BoxLimits(cpu=1200)


class CompileError(InfrastructureError):
    """A package cannot be compiled here; the message says what to install, or what the compiler printed."""

    usual_kind = FailureKind.SANDBOX


def compile_packages(root: Path) -> None:
    """Add what the packages of the environment in `root` lack, compiled once per version. Raises `CompileError`."""
    for name, result in COMPILED.items():
        package = root / "node_modules" / name
        if package.is_dir():
            (package / result).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(_stored(package, result, root), package / result)


def _stored(package: Path, result: str, root: Path) -> Path:
    """Return the compiled file of a package, which is kept for other environments with the same version."""
    lock = json.loads((root / lock_files.NPM_LOCK).read_bytes())["packages"]
    integrity = lock[f"node_modules/{package.name}"]["integrity"]
    digest = hashlib.sha256(f"{integrity} {platform.machine()}".encode()).hexdigest()[:12]
    folder = home() / "compiled" / f"{package.name}-{digest}"
    with shared_folders.exclusive(folder):
        if not shared_folders.is_built(folder):
            if problem := lacking_tools():
                raise CompileError(f"package {package.name} must be compiled in a sandbox: {problem}")
            shared_folders.remove_tree(folder)
            folder.mkdir(parents=True)
            (folder / Path(result).name).write_bytes(_compiled(package, result, root))
            shared_folders.finish(folder, digest)
    return folder / Path(result).name


def lacking_tools() -> str:
    """Return what this machine lacks to compile packages; empty when nothing."""
    lacking = [program for program in ("make", "g++", "python3") if shutil.which(program) is None]
    if not (_node_prefix() / "include/node/node_api.h").is_file():
        lacking.append("the headers of Node.js (Debian: libnode-dev)")
    return f"install {', '.join(lacking)}" if lacking else Bubblewrap().problem() or ""


def _node_prefix() -> Path:
    return Path(shutil.which("node") or "/usr/bin/node").resolve().parent.parent


def _compiled(package: Path, result: str, root: Path) -> bytes:
    """Return the file `result` of a package, compiled in a box beside the other packages."""
    with tempfile.TemporaryDirectory(prefix="projecteval-compile-") as temporary:
        shutil.copytree(package, Path(temporary) / package.name)
        link_modules(root, Path(temporary))
        variables = {"HOME": "/tmp", "npm_config_nodedir": str(_node_prefix()), "npm_config_offline": "true"}
        with Bubblewrap().box(Path(temporary), Environment(package.name, root), LIMITS, variables=variables) as box:
            done = box.run(COMPILE, COMPILE_SECONDS, folder=package.name)
            try:
                return Workspace(box.workspace, package.name).read(result, MAX_COMPILED_BYTES)
            except (NotFound, ExpectationFailed) as error:
                raise CompileError(f"package {package.name} cannot be compiled:\n{done.output[-2000:]}") from error
