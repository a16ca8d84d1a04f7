"""Interpretation of commands given by agents."""

from pathlib import Path

import pytest

from simulators.errors import InvalidAnswer
from simulators.runtime.program_user import argv_of


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "tool").mkdir(parents=True)
    for name in ("main.py", "my file.py", "tool/__main__.py", "tool/extra.py", "notes.txt", "run.sh"):
        (folder / name).touch()
    (folder / "start").touch(mode=0o755)
    (folder / "out.py").symlink_to("/etc/passwd")
    return folder


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("python main.py", ("python", "main.py")),
        ("python3 ./main.py --name 'Ada B.'", ("python", "main.py", "--name", "Ada B.")),
        ("py -3 main.py", ("python", "main.py")),
        ("python3.11 -u -X utf8 'my file.py'", ("python", "-u", "-X", "utf8", "my file.py")),
        ("main.py add $HOME '*'", ("python", "main.py", "add", "$HOME", "*")),
        ("python -m tool list", ("python", "-m", "tool", "list")),
        ("python -m tool.extra", ("python", "-m", "tool.extra")),
        ("./start now", ("./start", "now")),
        ("start", ("./start",)),
        ("./run.sh", ("bash", "./run.sh")),
    ],
)
def test_words_of_a_command(command: str, words: tuple[str, ...], project: Path) -> None:
    assert argv_of(command, project) == words


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "names no program"),
        ("python 'main.py", "not a command line"),
        ("python", "without a program"),
        ("python -c 'print(42)'", "gives Python -c"),
        ("python -", "gives Python -"),
        ("python -m http.server", "no module http.server"),
        ("python -m pip install x", "no module pip"),
        ("python other.py", "is not a file of the project"),
        ("python ../main.py", "leads out"),
        ("python /etc/passwd", "leads out"),
        ("out.py", "is not a file of the project"),
        ("notes.txt", "cannot be executed"),
        ("rm -rf /", "is not a file of the project"),
        ("/bin/sh -c ls", "leads out"),
        ("python main.py && rm x", "needs a shell"),
        ("python main.py > /tmp/x", "needs a shell"),
        ("python main.py\0", "NUL"),
    ],
)
def test_commands_that_start_nothing_of_the_project(command: str, reason: str, project: Path) -> None:
    with pytest.raises(InvalidAnswer, match=reason):
        argv_of(command, project)
