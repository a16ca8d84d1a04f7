"""Access to a folder in which an evaluated program works or worked; every name and link in it may be hostile.

Paths are resolved one component at a time with open folders, so that the checked file is the one that is used even
while the program still runs. Only regular files are opened: a FIFO would block, a device could have any effect.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, NotFound

MAX_BYTES = 16 << 20
"""Bytes of one file that are read unless the caller says otherwise."""

MAX_LINKS = 40
MAX_FILES = 20_000
BYTECODE = "__pycache__"


@dataclass(frozen=True)
class Workspace:
    """The folder `below` (relative) of the host folder `root`. Names are relative to it.

    Links are followed as long as they stay below `root`. Every method raises `InvalidAnswer` for a name that
    leads out of the folder by itself, and `NotFound` or `ExpectationFailed` for a program's file or link that does.
    """

    root: Path
    below: str = "."

    def read(self, name: str, at_most: int = MAX_BYTES) -> bytes:
        """Return the content of a regular file. Raises `NotFound` when it is missing, `ExpectationFailed` when it is
        not a regular file, leads out of the folder, or has more than `at_most` bytes."""
        with self._found(name) as found:
            self._check_own_file(found, name)
            if (size := os.fstat(found).st_size) > at_most:
                raise ExpectationFailed(f"{name} has {size} bytes; at most {at_most} are read")
            with open(f"/proc/self/fd/{found}", "rb") as file:  # noqa: PTH123 - the file that was checked
                content = file.read(at_most + 1)
        if len(content) > at_most:
            raise ExpectationFailed(f"{name} grew beyond {at_most} bytes while it was read")
        return content

    def size(self, name: str) -> int | None:
        """Return the size in bytes of a regular file; None when nothing has this name."""
        try:
            with self._found(name) as found:
                self._check_own_file(found, name)
                return os.fstat(found).st_size
        except NotFound:
            return None

    def exists(self, name: str) -> bool:
        """Return True when anything has this name: a file, a folder, a dangling link."""
        try:
            with self._parent(name) as (folder, last):
                os.stat(last, dir_fd=folder, follow_symlinks=False)
        except (NotFound, FileNotFoundError):
            return False
        return True

    def write(self, name: str, content: bytes) -> None:
        """Write a file atomically, with the folders it needs. An existing file is replaced; of a link, the link
        itself and not its target."""
        self.write_parts(name, (content,))

    def write_parts(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file, as `write` does, of parts that need not fit into memory together."""
        with self._parent(name, make=True) as (folder, last):
            unfinished = f".{secrets.token_hex(8)}.tmp"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            with os.fdopen(os.open(unfinished, flags, 0o644, dir_fd=folder), "wb") as file:
                self._hand_over(file.fileno())
                file.writelines(parts)
            try:
                os.rename(unfinished, last, src_dir_fd=folder, dst_dir_fd=folder)
            except OSError:
                os.unlink(unfinished, dir_fd=folder)
                raise

    def remove(self, name: str) -> bool:
        """Remove a file or a link; return False when there was none."""
        try:
            with self._parent(name) as (folder, last):
                os.unlink(last, dir_fd=folder)
        except NotFound:
            return False
        return True

    def files(self) -> list[str]:
        """Return everything except folders, sorted; Python's bytecode (``__pycache__``) is omitted."""
        with self._errors("."), ExitStack() as stack:
            base = self._base(stack)
            return sorted(_names(base, ""))

    @contextmanager
    def _found(self, name: str) -> Iterator[int]:
        """Yield a descriptor (``O_PATH``) of what has this name, links followed."""
        with self._errors(name), ExitStack() as stack:
            yield self._walk(stack, name)

    @contextmanager
    def _parent(self, name: str, make: bool = False) -> Iterator[tuple[int, str]]:
        """Yield the folder in which `name` is or will be, and its last component, which is not checked."""
        with self._errors(name), ExitStack() as stack:
            *folders, last = _components(name)
            if last in ("", ".", ".."):
                raise InvalidAnswer(f"{name!r} names a folder, not a file")
            folder = self._base(stack)
            if folders:
                folder = self._walk(stack, "/".join(folders), make=make)
            if not stat.S_ISDIR(os.fstat(folder).st_mode):
                raise NotFound(f"{'/'.join(folders)} is not a folder")
            yield folder, last

    def _walk(self, stack: ExitStack, name: str, make: bool = False) -> int:
        """Open `name` component by component, resolving links without ever leaving `root`."""
        trail = [self._open_root(stack)]
        todo = [*reversed(_components(name)), *reversed(Path(self.below).parts)]
        links = 0
        while todo:
            part = todo.pop()
            if part == "..":
                trail.pop()
            elif part not in ("", "."):
                entry = _open(stack, part, trail[-1], make and not links)
                if stat.S_ISLNK(os.fstat(entry).st_mode):
                    links += 1
                    todo += reversed(_target(entry, name, links))
                    continue
                trail.append(entry)
            if not trail:
                raise ExpectationFailed(f"{name} leads out of the project's folder")
        return trail[-1]

    def _base(self, stack: ExitStack) -> int:
        return self._walk(stack, ".")

    def _open_root(self, stack: ExitStack) -> int:
        return _closed_later(stack, os.open(self.root, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC))

    def _check_own_file(self, found: int, name: str) -> None:
        """Refuse everything except regular files, and hard links to a file that is also elsewhere."""
        state = os.fstat(found)
        if not stat.S_ISREG(state.st_mode):
            raise ExpectationFailed(f"{name} is {_kind(state.st_mode)}, not a file")
        if state.st_nlink > 1:
            with ExitStack() as stack:
                root = self._open_root(stack)
                own = sum(1 for _ in _names(root, "", (state.st_dev, state.st_ino)))
            if own < state.st_nlink:
                raise ExpectationFailed(f"{name} is a hard link to a file outside the project's folder")

    def _hand_over(self, descriptor: int) -> None:
        """Make the owner of the folder, the box's user, own a file that root wrote."""
        owner = self.root.stat(follow_symlinks=False)
        if os.geteuid() == 0 and owner.st_uid != 0:
            os.fchown(descriptor, owner.st_uid, owner.st_gid)

    @contextmanager
    def _errors(self, name: str) -> Iterator[None]:
        try:
            yield
        except (FileNotFoundError, NotADirectoryError) as error:
            raise NotFound(f"{name} is not there; {self.what_is_there()}") from error
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EMFILE, errno.ENFILE):
                raise InfrastructureError(f"{name}: {error.strerror}") from error
            raise ExpectationFailed(f"{name}: {error.strerror}") from error

    def what_is_there(self) -> str:
        """Return the names of the files, for messages."""
        with suppress(OSError, NotFound, ExpectationFailed), ExitStack() as stack:
            names = sorted(_names(self._base(stack), ""))
            return f"there are {', '.join(names[:20])}{' …' if len(names) > 20 else ''}" if names else "no file is"
        return "the folder cannot be listed"


def _components(name: str) -> list[str]:
    """Return the parts of a file name given by an agent or an author. Raises `InvalidAnswer`."""
    if not name.strip() or "\0" in name:
        raise InvalidAnswer(f"{name!r} names no file")
    parts = name.replace("\\", "/").split("/")
    if parts[0] == "" or parts[0].endswith(":"):
        raise InvalidAnswer(f"{name!r} leads out of the project's folder")
    depth = 0
    for part in parts:
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            raise InvalidAnswer(f"{name!r} leads out of the project's folder")
    return parts


def _open(stack: ExitStack, part: str, folder: int, make: bool) -> int:
    """Open `part` of `folder` with ``O_PATH``: nothing is read, waited for or triggered."""
    flags = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return _closed_later(stack, os.open(part, flags, dir_fd=folder))
    except FileNotFoundError:
        if not make:
            raise
    os.mkdir(part, 0o755, dir_fd=folder)
    made = _closed_later(stack, os.open(part, flags | os.O_DIRECTORY, dir_fd=folder))
    owner = os.fstat(folder)
    if os.geteuid() == 0 and owner.st_uid != 0:
        os.chown(part, owner.st_uid, owner.st_gid, dir_fd=folder, follow_symlinks=False)
    return made


def _closed_later(stack: ExitStack, descriptor: int) -> int:
    stack.callback(os.close, descriptor)
    return descriptor


def _target(link: int, name: str, links: int) -> list[str]:
    if links > MAX_LINKS:
        raise ExpectationFailed(f"{name} is a link that leads round in circles")
    target = os.readlink("", dir_fd=link)
    if target.startswith("/"):
        raise ExpectationFailed(f"{name} is a link that leads out of the project's folder, to {target}")
    return target.split("/")


def _names(
    folder: int, prefix: str, only: tuple[int, int] | None = None, count: list[int] | None = None
) -> Iterator[str]:
    """Yield the names of everything except folders below `folder`, or only those of the file (device, inode) `only`."""
    count = [0] if count is None else count
    with os.scandir(f"/proc/self/fd/{folder}") as entries:
        for entry in entries:
            count[0] += 1
            if count[0] > MAX_FILES:
                raise ExpectationFailed(f"the folder holds more than {MAX_FILES} files")
            state = entry.stat(follow_symlinks=False)
            name = prefix + os.fsencode(entry.name).decode("utf-8", "replace")
            if stat.S_ISDIR(state.st_mode):
                if entry.name != BYTECODE:
                    yield from _names_below(folder, entry.name, f"{name}/", only, count)
            elif only is None or (state.st_dev, state.st_ino) == only:
                yield name


def _names_below(folder: int, name: str, prefix: str, only: tuple[int, int] | None, count: list[int]) -> Iterator[str]:
    if prefix.count("/") > 60:
        raise ExpectationFailed("the folder holds folders nested more than 60 deep")
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    below = os.open(name, flags, dir_fd=folder)
    try:
        yield from _names(below, prefix, only, count)
    finally:
        os.close(below)


def _kind(mode: int) -> str:
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a FIFO", stat.S_IFSOCK: "a socket", stat.S_IFLNK: "a link"}
    return kinds.get(stat.S_IFMT(mode), "a device")


def material_path(materials: Path | None, name: str) -> Path:
    """Return the path of the material file `name`. Raises `InfrastructureError` when it is missing: that is a
    defect of the mission, not of the project."""
    if materials is None:
        raise InfrastructureError(f"the mission has no materials; {name!r} was asked for")
    path = (materials / name).resolve()
    if not path.is_relative_to(materials.resolve()) or not path.is_file():
        raise InfrastructureError(f"the mission has no material {name!r} in {materials.name}/")
    return path
