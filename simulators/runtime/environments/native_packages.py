"""Packages of Node.js that are compiled: the only ones whose scripts are executed, in a box without network."""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import tempfile
from pathlib import Path

from simulators.data_files import home
from simulators.errors import ExpectationFailed, InfrastructureError, NotFound
from simulators.failures import FailureKind
from simulators.runtime.environments import lock_files, node_packages, shared_folders
from simulators.runtime.sandbox import BoxLimits, Environment
from simulators.runtime.sandbox.bubblewrap import Bubblewrap
from simulators.runtime.workspace import Workspace

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
        node_packages.link_modules(root, Path(temporary))
        variables = {"HOME": "/tmp", "npm_config_nodedir": str(_node_prefix()), "npm_config_offline": "true"}
        with Bubblewrap().box(Path(temporary), Environment(package.name, root), LIMITS, variables=variables) as box:
            done = box.run(COMPILE, COMPILE_SECONDS, folder=package.name)
            try:
                return Workspace(box.workspace, package.name).read(result, MAX_COMPILED_BYTES)
            except (NotFound, ExpectationFailed) as error:
                raise CompileError(f"package {package.name} cannot be compiled:\n{done.output[-2000:]}") from error
