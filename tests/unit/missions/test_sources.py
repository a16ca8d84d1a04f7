"""Source distributions and commits are read within limits and stored completely or not at all."""

from __future__ import annotations

import hashlib
import io
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from missions.errors import MissionError
from missions.sources import GitCommit, SourceDistribution, fetch, read_archive, stored_files

SETUP = b"from setuptools import setup\nsetup(name='tiny-demo', version='1.0', py_modules=['tiny_demo'])\n"


def _tar(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for info, content in members:
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def _file(name: str, content: bytes = b"x") -> tuple[tarfile.TarInfo, bytes]:
    return tarfile.TarInfo(name), content


def test_the_top_folder_is_left_out(tmp_path: Path) -> None:
    archive = _tar(tmp_path / "demo-1.0.tar.gz", _file("demo-1.0/setup.py"), _file("demo-1.0/src/demo/__init__.py"))
    assert read_archive(archive) == {"setup.py": b"x", "src/demo/__init__.py": b"x"}


def test_zip_archives_are_read_too(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "demo-1.0.zip", "w") as archive:
        archive.writestr("demo-1.0/demo.py", "x")
    assert read_archive(tmp_path / "demo-1.0.zip") == {"demo.py": b"x"}


@pytest.mark.parametrize(
    ("name", "said"),
    [("demo-1.0/../../evil", "leads out"), ("/demo/evil", "leads out"), ("evil", "top folder")],
)
def test_paths_that_lead_elsewhere_are_refused(tmp_path: Path, name: str, said: str) -> None:
    with pytest.raises(MissionError, match=said):
        read_archive(_tar(tmp_path / "demo-1.0.tar.gz", _file(name)))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE])
def test_links_and_devices_are_refused(tmp_path: Path, kind: bytes) -> None:
    info = tarfile.TarInfo("demo-1.0/link")
    info.type, info.linkname = kind, "/etc/passwd"
    with pytest.raises(MissionError, match="link or a device"):
        read_archive(_tar(tmp_path / "demo-1.0.tar.gz", (info, b"")))


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("missions.sources.archive.MAX_BYTES", 100)
    with pytest.raises(MissionError, match="more than 100 bytes"):
        read_archive(_tar(tmp_path / "demo-1.0.tar.gz", _file("demo-1.0/big", bytes(101))))


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "demo-1.0.tar.gz").write_bytes(b"no archive")
    with pytest.raises(MissionError, match="cannot be read"):
        read_archive(tmp_path / "demo-1.0.tar.gz")


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder with one release, as a source for pip."""
    folder = tmp_path / "index"
    folder.mkdir()
    _tar(folder / "tiny-demo-1.0.tar.gz", _file("tiny-demo-1.0/setup.py", SETUP), _file("tiny-demo-1.0/tiny_demo.py"))
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    for name, value in {"NO_INDEX": "1", "FIND_LINKS": str(folder), "NO_BUILD_ISOLATION": "0"}.items():
        monkeypatch.setenv(f"PIP_{name}", value)  # this 0 means: build with the packages that are installed
    return folder


def test_a_release_is_fetched_once_and_stored(index: Path) -> None:
    release = SourceDistribution("tiny-demo", "1.0")
    assert stored_files(release) is None
    folder = fetch(release)
    (index / "tiny-demo-1.0.tar.gz").unlink()
    assert fetch(release) == folder
    assert stored_files(release) == {"setup.py": SETUP, "tiny_demo.py": b"x"}
    assert [path.name for path in folder.parent.iterdir()] == ["tiny-demo-1.0"]


def test_another_digest_than_the_pinned_one_is_refused(index: Path) -> None:
    pinned = SourceDistribution("tiny-demo", "1.0", hashlib.sha256(b"another").hexdigest())
    with pytest.raises(MissionError, match="HASHES"):
        fetch(pinned)
    assert stored_files(pinned) is None


def test_a_release_that_does_not_exist_is_named(index: Path) -> None:
    with pytest.raises(MissionError, match=r"tiny-demo==9\.9: pip cannot download"):
        fetch(SourceDistribution("tiny-demo", "9.9"))


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """GitCommit with two commits; the second has a link, and tests that an archive would leave out."""
    folder = tmp_path / "owner" / "demo"
    folder.mkdir(parents=True)
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    _git(folder, "init", "--quiet")
    (folder / "demo.py").write_text("first\n")
    _commit(folder)
    (folder / "demo.py").write_text("second\n")
    (folder / "tests").mkdir()
    (folder / "tests" / "test_demo.py").write_text("test\n")
    (folder / ".gitattributes").write_text("tests export-ignore\n")
    (folder / "link.py").symlink_to("tests/test_demo.py")
    (folder / "outside").symlink_to("/etc/passwd")
    _commit(folder)
    return folder


def _git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    return subprocess.run(("git", *who, *words), cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def _commit(folder: Path) -> None:
    _git(folder, "add", "--all")
    _git(folder, "commit", "--quiet", "--message", "x")


def test_a_commit_has_its_tests_and_no_file_from_outside(repository: Path) -> None:
    commit = GitCommit(repository.as_uri(), _git(repository, "rev-parse", "HEAD"))
    fetch(commit)
    files = stored_files(commit)
    assert files is not None
    assert set(files) == {".gitattributes", "demo.py", "link.py", "tests/test_demo.py"}
    assert (files["demo.py"], files["link.py"]) == (b"second\n", b"test\n")
    assert commit.folder.name.startswith("owner-demo-")


def test_an_earlier_commit_is_found_and_an_unknown_one_named(repository: Path) -> None:
    first = GitCommit(repository.as_uri(), _git(repository, "rev-parse", "HEAD^"))
    assert stored_files(first) is None
    fetch(first)
    assert stored_files(first) == {"demo.py": b"first\n"}
    unknown = GitCommit(repository.as_uri(), "1" * 40)
    with pytest.raises(MissionError, match=r"git fetch failed: .*1111"):
        fetch(unknown)
    assert stored_files(unknown) is None
