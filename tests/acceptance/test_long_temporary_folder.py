"""A folder for temporary files with a long path."""

from pathlib import Path

from tests.support.commands import MISSIONS, projecteval

RUN = ("run", "--agent", "canonical", "--missions", MISSIONS, "--select", "hello-console", "--out")


def test_a_path_too_long_for_sockets_is_refused_with_advice(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 100)
    folder.mkdir()
    called = projecteval(*RUN, tmp_path / "run", env={"TMPDIR": str(folder)})
    assert called.status == 2
    assert f"{folder}: this folder for temporary files has a path of {len(str(folder))} bytes" in called.stderr
    assert "TMPDIR=/tmp" in called.stderr
    assert not (tmp_path / "run").exists()
    assert not list(folder.iterdir())
    assert projecteval("runs", "list", tmp_path, env={"TMPDIR": str(folder)}).status == 0


def test_the_longest_path_is_long_enough(tmp_path: Path) -> None:
    parent = "/tmp/"
    folder = Path(parent + "y" * (68 - len(parent)))
    folder.mkdir()
    try:
        called = projecteval(*RUN, tmp_path / "run", "--json", env={"TMPDIR": str(folder)})
        assert (called.status, called.json["passed"]) == (0, 2), called.stderr
    finally:
        folder.rmdir()
