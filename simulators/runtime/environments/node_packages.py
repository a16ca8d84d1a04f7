"""Packages of Node.js in an environment, installed by npm from a committed ``package-lock.json``."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from simulators.runtime.environments import lock_files

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
