"""Parsing of a list of requirements, with errors by line."""

from pathlib import Path

import pytest

from simulators.runtime.wheels import requirements_of
from simulators.setting import Start, StartError


def _asked(tmp_path: Path, content: bytes, start: Start | None = None) -> list[str]:
    (tmp_path / "requirements.txt").write_bytes(content)
    return [str(requirement) for requirement in requirements_of(tmp_path, start)]


def test_names_versions_extras_comments_and_digests_are_read(tmp_path: Path) -> None:
    content = b"# needs\nDjango>=5\n\nqrcode[pil] ~= 7.4  # pictures\nsix==1.16.0 \\\n --hash=sha256:0\n"
    assert _asked(tmp_path, content) == ["Django>=5", "qrcode[pil]~=7.4", "six==1.16.0"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_lists_written_on_windows_are_read(tmp_path: Path, encoding: str) -> None:
    assert _asked(tmp_path, "rich\r\nattrs==1\r\n".encode(encoding)) == ["rich", "attrs==1"]


def test_what_is_for_another_python_or_system_is_not_asked_for(tmp_path: Path) -> None:
    content = b'tomli; python_version < "3.11"\npywin32; sys_platform == "win32"\nrich; python_version >= "3.11"\n'
    assert [line.partition(";")[0] for line in _asked(tmp_path, content)] == ["rich"]


def test_the_list_of_the_folder_in_which_it_is_started_counts(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "requirements.txt").write_text("inner")
    assert _asked(tmp_path, b"outer", Start(root="site")) == ["inner"]
    assert _asked(tmp_path, b"outer", Start(root=".", requirements=("answered",))) == ["outer", "answered"]


@pytest.mark.parametrize(
    "line",
    [
        "-r other.txt",
        "--index-url https://example.com/simple",
        "-e .",
        "./folder",
        "git+https://example.com/x.git",
        "x @ https://example.com/x-1-py3-none-any.whl",
        "a b c",
        "; rm -rf /",
    ],
)
def test_whatever_is_no_package_with_a_version_is_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(StartError, match=r"requirements.txt, line 2: "):
        _asked(tmp_path, f"rich\n{line}\n".encode())


def test_a_list_that_is_no_file_or_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StartError, match="more than 200"):
        _asked(tmp_path, b"".join(b"p%d\n" % number for number in range(300)))
    with pytest.raises(StartError, match="bytes"):
        _asked(tmp_path, b"#" * 100_000)
    (tmp_path / "requirements.txt").unlink()
    (tmp_path / "requirements.txt").symlink_to("/etc/passwd")
    with pytest.raises(StartError, match="leads out"):
        requirements_of(tmp_path, None)
