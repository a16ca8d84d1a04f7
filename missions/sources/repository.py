"""One commit of a public git repository, read without executing anything of it."""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from missions.errors import MissionError
from missions.project_files import MAX_BYTES, MAX_FILES, safe_path
from simulators.data_files import home

SECONDS = 600.0
"""Seconds that one git command may take."""

LINK, SUBMODULE = "120000", "160000"
ENTRY = re.compile(r"(?P<mode>\d+) \w+ (?P<object>[0-9a-f]+) +(?P<size>\S+)\t(?P<path>.+)", re.DOTALL)


@dataclass(frozen=True)
class GitCommit:
    """A commit of the repository at `url`, or its files below `paths`; git checks every object of it by its digest."""

    url: str
    commit: str
    paths: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Owner, name and the beginning of the commit."""
        owner, _, project = self.url.removesuffix(".git").rstrip("/").rpartition("/")
        return f"{owner.rpartition('/')[2]}-{project}-{self.commit[:12]}"

    @property
    def folder(self) -> Path:
        """Folder that holds its files once it has been fetched."""
        return home() / "repositories" / self.name

    def download(self, temporary: Path) -> dict[str, bytes]:
        """Return the files of the commit; submodules are left out, links are replaced by the files that they name.

        Raises `MissionError` with git's message, or with what is wrong with the files.
        """
        git = Git(temporary / "git")
        git.run("init", "--quiet", "--bare", "--template=", str(git.folder))
        git.run("fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", self.url, self.commit)
        if (found := git.run("rev-parse", "FETCH_HEAD").decode().strip()) != self.commit:
            raise MissionError(f"{self.url}: {found} was fetched instead of {self.commit}")
        return files_of(git, self.commit, self.paths)


@dataclass(frozen=True)
class CommitFile:
    """A file or a link of a commit."""

    path: str
    object: str
    size: int
    is_link: bool


@dataclass(frozen=True)
class Git:
    """Git commands in a bare repository: no hooks, no questions, no programs that an URL names."""

    folder: Path

    def run(self, *words: str, given: bytes = b"") -> bytes:
        """Return what a command prints. Raises `MissionError`."""
        command = ("git", "-c", "protocol.ext.allow=never", "-c", "core.hooksPath=/dev/null", *words)
        variables = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1"}
        if words[0] != "init":
            variables["GIT_DIR"] = str(self.folder)
        try:
            done = subprocess.run(
                command, capture_output=True, input=given, check=False, timeout=SECONDS, env=variables
            )
        except FileNotFoundError as error:
            raise MissionError("there is no program git; install it, for instance: apt-get install git") from error
        except subprocess.TimeoutExpired as error:
            raise MissionError(f"git {words[0]} did not finish within {SECONDS:g} s; try again") from error
        if done.returncode:
            raise MissionError(f"git {words[0]} failed: {done.stderr.decode(errors='replace').strip()[-1500:]}")
        return done.stdout

    def entries(self, commit: str, paths: Sequence[str] = ()) -> Iterator[CommitFile]:
        """Yield the files and links of a commit, those below `paths` where some are given."""
        for line in self.run("ls-tree", "-r", "-z", "-l", commit, "--", *paths).decode(errors="replace").split("\0"):
            found = ENTRY.fullmatch(line)
            if found and found["mode"] != SUBMODULE:
                if not found["size"].isdecimal():
                    raise MissionError(f"{self.folder}: the repository lacks the content of {found['path']}")
                yield CommitFile(
                    str(safe_path(found["path"])), found["object"], int(found["size"]), found["mode"] == LINK
                )

    def contents(self, entries: list[CommitFile]) -> list[bytes]:
        """Return the contents of `entries`, in their order. Raises `MissionError` where one is missing."""
        printed = self.run("cat-file", "--batch", given="".join(f"{each.object}\n" for each in entries).encode())
        found, position = [], 0
        for entry in entries:
            start = printed.index(b"\n", position) + 1
            if b" blob " not in printed[position:start]:
                raise MissionError(f"{self.folder}: the repository lacks the content of {entry.path}")
            found.append(printed[start : start + entry.size])
            position = start + entry.size + 1
        return found


def git_of(folder: Path) -> Git:
    """Return the repository of a clone, or the bare one in `folder`."""
    inner = folder / ".git"
    return Git(inner if inner.exists() else folder)


def files_of(git: Git, commit: str, paths: Sequence[str] = ()) -> dict[str, bytes]:
    """Return the files of a commit that `git` has. Raises `MissionError` where it has not, or they are too many."""
    entries = list(git.entries(commit, paths))
    if len(entries) > MAX_FILES or sum(entry.size for entry in entries) > MAX_BYTES:
        raise MissionError(f"{commit}: more than {MAX_FILES} files or {MAX_BYTES} bytes")
    return _without_links(entries, git.contents(entries))


def _without_links(entries: list[CommitFile], contents: list[bytes]) -> dict[str, bytes]:
    """Return the files; a link has the files that it names, and is left out where it names none of the commit."""
    files = {entry.path: content for entry, content in zip(entries, contents, strict=True) if not entry.is_link}
    links = [(entry.path, content) for entry, content in zip(entries, contents, strict=True) if entry.is_link]
    for path, target in links:
        named = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.decode(errors="replace")))
        below = {name: content for name, content in files.items() if name == named or name.startswith(f"{named}/")}
        files |= {path + name.removeprefix(named): content for name, content in below.items()}
    return files
