"""Shared folders are not removed while they are in use."""

import subprocess
import sys
from pathlib import Path

from simulators.runtime.environments import shared_folders

USES = "import sys; from pathlib import Path; from simulators.runtime.environments import shared_folders\n"


def _built(folder: Path) -> Path:
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").write_text("x")
    shared_folders.finish(folder, "whole")
    return folder


def test_what_another_process_uses_is_not_removed_before_that_ends(tmp_path: Path) -> None:
    folder = _built(tmp_path / "layer")
    code = USES + "print(shared_folders.hold(Path(sys.argv[1])), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as user:
        assert user.stdout is not None
        assert user.stdout.readline() == "True\n"
        assert not shared_folders.remove_unused(folder)
        assert (folder / "inner" / "file").exists()
        user.communicate("\n")
    assert shared_folders.remove_unused(folder)
    assert not folder.exists()
    assert not shared_folders.hold(folder)


def test_what_was_only_half_built_is_removed_and_never_used(tmp_path: Path) -> None:
    (tmp_path / "half" / "built").mkdir(parents=True)
    assert not shared_folders.hold(tmp_path / "half")
    assert shared_folders.remove_unused(tmp_path / "half")
    assert not (tmp_path / "half").exists()
