"""Files of a program are read without following links out of the folder, and without hanging."""

import os
import threading
import time
from pathlib import Path

import pytest

from simulators.errors import ExpectationFailed, InfrastructureError, InvalidAnswer, NotFound
from simulators.runtime.workspace import Workspace
from tests.conformance.files.conftest import Desk


def test_files_are_put_seen_and_removed(desk: Desk, materials: Path) -> None:
    (materials / "plan.txt").write_text("one\n two")
    user = desk()
    user.puts("plan.txt", "in/plan.txt")
    user.writes("note.txt", "\ufeffcafé")
    assert user.files() == ["in/plan.txt", "main.py", "note.txt"]
    user.has("in/plan.txt")
    assert user.text("note.txt") == "café"
    user.sees_in("in/plan.txt", "one two")
    with pytest.raises(ExpectationFailed, match=r"expected 'three' in in/plan.txt; it holds: one"):
        user.sees_in("in/plan.txt", "three")
    user.removes("note.txt")
    user.removes("note.txt")
    user.has_not("note.txt")
    with pytest.raises(ExpectationFailed, match=r"expected no main.py"):
        user.has_not("main.py")
    with pytest.raises(InfrastructureError, match=r"no material 'plan.csv'"):
        user.puts("plan.csv")


def test_an_empty_file_is_not_had(desk: Desk) -> None:
    user = desk("open('out.csv', 'w')")
    user.runs()
    with pytest.raises(ExpectationFailed, match=r"out.csv is empty"):
        user.has("out.csv")
    with pytest.raises(NotFound, match=r"report.csv is not there; there are main.py, out.csv"):
        user.has("report.csv")


@pytest.mark.parametrize("name", ["/etc/passwd", "../secret.txt", "a/../../secret.txt", "C:\\x", "..\\secret.txt", ""])
def test_names_that_lead_out_are_vacuous(desk: Desk, name: str) -> None:
    user = desk()
    for verb in (user.text, user.has, user.removes, lambda n: user.writes(n, "x")):
        with pytest.raises(InvalidAnswer):
            verb(name)


def test_links_out_of_the_folder_are_refused(desk: Desk, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    user = desk("""
        import os
        os.symlink("../secret.txt", "up.txt")
        os.symlink(os.path.abspath("../secret.txt"), "absolute.txt")
        os.symlink("..", "folder")
        os.link("../secret.txt", "hard.txt")
        os.symlink("round.txt", "round.txt")
    """)
    user.runs()
    for name in ("up.txt", "absolute.txt", "folder/secret.txt", "hard.txt", "round.txt"):
        with pytest.raises(ExpectationFailed, match=r"link|leads out"):
            user.text(name)
        with pytest.raises(ExpectationFailed, match=r"link|leads out"):
            user.has(name)


def test_links_inside_the_folder_are_followed(desk: Desk) -> None:
    user = desk("""
        import os
        os.mkdir("runs"); os.mkdir("runs/1")
        open("runs/1/out.txt", "w").write("result")
        os.symlink("1", "runs/latest")
        os.symlink("runs/latest/../latest/out.txt", "out.txt")
        os.link("runs/1/out.txt", "copy.txt")
    """)
    user.runs()
    assert [user.text(name) for name in ("out.txt", "runs/latest/out.txt", "copy.txt")] == ["result"] * 3


def test_writing_replaces_a_planted_link_and_not_what_it_leads_to(desk: Desk, tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("untouched")
    (tmp_path / "outside").mkdir()
    user = desk("""
        import os
        os.symlink("../victim.txt", "input.txt")
        os.symlink("../outside", "data")
    """)
    user.runs()
    user.writes("input.txt", "new")
    assert (user.text("input.txt"), victim.read_text()) == ("new", "untouched")
    with pytest.raises(ExpectationFailed, match=r"leads out"):
        user.writes("data/input.txt", "new")
    with pytest.raises(ExpectationFailed, match=r"leads out"):
        user.removes("data/input.txt")
    assert list((tmp_path / "outside").iterdir()) == []
    user.removes("data")
    assert (tmp_path / "outside").is_dir()


def test_what_is_no_file_is_said_and_never_waited_for(desk: Desk) -> None:
    user = desk("""
        import os, socket
        os.mkfifo("pipe.txt")
        os.mkdir("folder.txt")
        socket.socket(socket.AF_UNIX).bind("socket.txt")
    """)
    user.runs()
    for name, kind in {"pipe.txt": "a FIFO", "folder.txt": "a folder", "socket.txt": "a socket"}.items():
        for verb in (user.text, user.has, user.colors, user.sheets):
            with pytest.raises(ExpectationFailed, match=f"{name} is {kind}, not a file"):
                verb(name)
    with pytest.raises(ExpectationFailed, match=r"folder.txt"):
        user.writes("folder.txt", "x")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_a_device_is_not_opened(desk: Desk, project: Path) -> None:
    user = desk()
    os.mknod(project / "zero.txt", 0o020666, os.makedev(1, 5))
    with pytest.raises(ExpectationFailed, match=r"zero.txt is a device"):
        user.text("zero.txt")


def test_a_huge_or_binary_file_is_no_text(desk: Desk) -> None:
    user = desk(r"""
        open("huge.txt", "wb").truncate(100 << 20)
        open("binary.txt", "wb").write(b"\xff\xfe\x00")
    """)
    user.runs()
    with pytest.raises(ExpectationFailed, match=r"huge.txt has \d+ bytes; at most"):
        user.text("huge.txt")
    with pytest.raises(ExpectationFailed, match=r"binary.txt is not text"):
        user.text("binary.txt")


def test_strange_names_are_listed(desk: Desk) -> None:
    user = desk(r"""
        import os
        for name in (b"a\xff.txt", b"line\nbreak", b".hidden"): open(name, "w")
        os.mkdir("__pycache__"); open("__pycache__/x.pyc", "w")
    """)
    user.runs()
    assert user.files() == [".hidden", "a�.txt", "line\nbreak", "main.py"]


def test_a_program_that_swaps_folders_meanwhile_never_gets_a_file_read_from_outside(
    project: Path, tmp_path: Path
) -> None:
    """While a folder and a link out of it alternate under one name, reading returns the file or refuses."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "f.txt").write_text("secret")
    (project / "real").mkdir()
    (project / "real" / "f.txt").write_text("own")
    (project / "link").symlink_to("../outside")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            for source in ("real", "link"):
                (project / source).rename(project / "d")
                (project / "d").rename(project / source)

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        seen: set[bytes] = set()
        tries = 0
        until = time.monotonic() + 20
        while (tries < 1500 or not seen >= {b"own", b"refused"}) and time.monotonic() < until:
            tries += 1
            try:
                seen.add(Workspace(project).read("d/f.txt"))
            except NotFound:
                continue
            except ExpectationFailed:
                seen.add(b"refused")
    finally:
        done.set()
        swapping.join()
    assert seen == {b"own", b"refused"}
