"""Font list of an environment, installed in the home of each box."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

MODULE = Path(__file__).parents[5] / "simulators" / "runtime" / "environments" / "guest" / "projecteval_fonts.py"


def _lent(folder: Path, **variables: str) -> dict[str, str]:
    """Return the content of the home after the list was installed."""
    module, home = folder / "packages" / MODULE.name, folder / "home"
    (module.parent / "projecteval_fonts.made").mkdir(parents=True)
    home.mkdir()
    shutil.copy(MODULE, module)
    made = module.parent / "projecteval_fonts.made" / "fontlist.json"
    made.write_text("fonts")
    made.chmod(0o444)
    made.parent.chmod(0o555)
    variables |= {"HOME": str(home), "PYTHONPATH": str(module.parent)}
    subprocess.run([sys.executable, "-c", "import projecteval_fonts as f; f.install()"], env=variables, check=True)
    return {str(path.relative_to(home)): path.read_text() for path in home.rglob("*") if path.is_file()}


def test_the_list_is_lent_to_a_new_home_where_it_may_be_changed(tmp_path: Path) -> None:
    assert _lent(tmp_path) == {".cache/matplotlib/fontlist.json": "fonts"}
    installed = tmp_path / "home/.cache/matplotlib/fontlist.json"
    assert installed.stat().st_mode & installed.parent.stat().st_mode & 0o200


@pytest.mark.parametrize("variable", ["MPLCONFIGDIR", "XDG_CACHE_HOME"])
def test_a_home_that_keeps_it_elsewhere_is_left_alone(tmp_path: Path, variable: str) -> None:
    assert _lent(tmp_path, **{variable: "/elsewhere"}) == {}
