"""Folders of strangers: nothing of them runs, is read elsewhere or changed unless the user says so."""

from __future__ import annotations

import json
import os
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import tomli_w

import projecteval as interface
from missions.trust import TrustStore
from tests.support.commands import MISSIONS, Called, projecteval
from tests.support.public_missions import public_data, public_project

HERE = Path(__file__).parent / "strangers"
MISSION = "hello-console"
COMBINATION = f"attempts/{MISSION}/level-1-direct"
MAX_BYTES = 1 << 30
USING = ("validate", "measure", "run", "check")
"""Commands that import missions."""

USUAL = ("list", "validate", "run", "resume", "evaluate --again", "report")
"""Commands of the usual tests; the slow ones call all."""

EVERY_COMMAND = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.slow)])


@dataclass(frozen=True)
class StrangeMission:
    """A folder of missions whose code would write the canary."""

    name: str
    aim: str
    files: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    layout: str = "folder"
    text: str = ""

    def written(self, folder: Path, canary: Path) -> str:
        """Write the catalog; return its name."""
        if self.layout == "public":
            public_data(folder, public_project(_filled(self.text, canary=str(canary)), project_id=MISSION))
            return f"projecteval:{folder}"
        shutil.copytree(MISSIONS / MISSION, folder / MISSION)
        _write(folder / MISSION, self.files, canary=str(canary))
        for name, target in self.links.items():
            (folder / MISSION / name).unlink()
            (folder / MISSION / name).symlink_to(folder.parent / target)
        return str(folder)


@dataclass(frozen=True)
class UnreadableMission:
    """A folder with a mission whose `file` holds or confuses its reader."""

    name: str
    file: str
    text: str = ""
    times: int = 1
    pipe: bool = False
    sparse: bool = False

    def written(self, folder: Path) -> str:
        shutil.copytree(MISSIONS / MISSION, folder / MISSION)
        path = folder / MISSION / self.file
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        if self.pipe:
            os.mkfifo(path)
        else:
            path.write_text(f"{self.text * self.times}1\n")
        if self.sparse:
            os.truncate(path, 1 << 40)
        return str(folder)


@dataclass(frozen=True)
class StrangeRun:
    """A run folder that would write the canary, or read or write outside of itself."""

    name: str
    aim: str
    refused: tuple[str, ...]
    request: Mapping[str, Any] = field(default_factory=dict)
    lock: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    outside: Mapping[str, str] = field(default_factory=dict)
    links: Mapping[str, str] = field(default_factory=dict)
    missions: tuple[str, ...] = ()
    evaluator: str = ""
    attachment: str = ""
    picture: str = ""
    label: str = ""
    pipes: tuple[str, ...] = ()
    sparse: tuple[str, ...] = ()
    many: int = 0
    raised: bool = False
    to_build: bool = False

    def written(self, base: Path, run: Path, canary: Path, outside: Path) -> None:
        places = {"run": str(run), "canary": str(canary), "outside": str(outside)}
        shutil.copytree(base, run, symlinks=True)
        request = tomllib.loads((run / "run.toml").read_text()) | _all_filled(self.request, places)
        lock = json.loads((run / "lock.json").read_text()) | _all_filled(self.lock, places)
        if self.missions or self.many:
            lock["missions"] = dict.fromkeys([*self.missions, *(f"m{n}" for n in range(self.many))], "0")
        if self.label:
            lock["recorded"] = {self.label: {"input_set": "level-1", "strategy": "direct", "model": "", "digest": ""}}
            (run / COMBINATION / self.label).parent.mkdir(parents=True, exist_ok=True)
            (run / COMBINATION / "sample-1").rename(run / COMBINATION / self.label)
        (run / "run.toml").write_text(tomli_w.dumps(request))
        (run / "lock.json").write_text(json.dumps(lock))
        for name, files in (("m", self.files), (outside / "m", self.outside)):
            if any(path.startswith("m/hello") for path in files):
                shutil.copytree(MISSIONS / MISSION, run / name / MISSION)
        _write(run, self.files, **places)
        _write(outside, self.outside, **places)
        for evaluation in list(run.glob("attempts/**/evaluations/*.json")):
            self._change_evaluation(evaluation, places)
        if self.to_build:
            shutil.rmtree(run / "attempts")
        for name, target in self.links.items():
            shutil.rmtree(run / name) if (run / name).is_dir() else (run / name).unlink(missing_ok=True)
            (run / name).parent.mkdir(parents=True, exist_ok=True)
            (run / name).symlink_to(_filled(target, **places))
        for name in self.pipes:
            (run / name).unlink(missing_ok=True)
            os.mkfifo(run / name)
        for name in self.sparse:
            os.truncate(run / name, 1 << 40)

    def _change_evaluation(self, path: Path, places: Mapping[str, str]) -> None:
        found = json.loads(path.read_text())
        if path.name.endswith(".traces.json"):
            picture = {"file": self.picture, "moment": "after", "width": 1, "height": 1, "marked": None}
            step = {"verb": "sees", "ok": False, "pictures": [picture]}
            found = {name: [step] for name in found} if self.picture else found
        else:
            found |= {"evaluator": _filled(self.evaluator, **places)} if self.evaluator else {}
            for case in found["cases"] if self.attachment else ():
                case["attachments"] = [_filled(self.attachment, **places)]
            for case in found["cases"] if self.raised else ():
                case |= {"outcome": "error", "failure": {"kind": "testcode_error", "message": "it raised"}}
        path.write_text(json.dumps(found))


def _filled(text: str, **places: str) -> str:
    for name, value in places.items():
        text = text.replace("{" + name + "!r}", repr(value)).replace("{" + name + "}", value)
    return text.replace("{{{{", "{{").replace("}}}}", "}}")


def _all_filled(values: Mapping[str, Any], places: Mapping[str, str]) -> dict[str, Any]:
    return {name: _any_filled(value, places) for name, value in values.items()}


def _any_filled(value: Any, places: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_any_filled(each, places) for each in value]
    return _filled(value, **places) if isinstance(value, str) else value


def _write(folder: Path, files: Mapping[str, str], **places: str) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(_filled(content, **places))
        (folder / name).chmod(0o755)


def _data(name: str, kind: type, file: str = "") -> list[Any]:
    entries = tomllib.loads((HERE / f"{file or name}s.toml").read_text())[name]
    return [pytest.param(kind(**entry), id=entry["name"]) for entry in entries]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run of one mission."""
    folder = tmp_path_factory.mktemp("base") / "run"
    called = projecteval("run", "--agent", "nop", "--missions", MISSIONS, "--select", MISSION, "--out", folder)
    assert called.status == 0, called.stderr
    return folder


@pytest.fixture
def stranger(tmp_path: Path) -> dict[str, str]:
    """Environment of a user who trusts nothing but the missions of the tests."""
    store = TrustStore(tmp_path / "config")
    store.add_own(MISSIONS)
    return {"PROJECTEVAL_CONFIG": str(store.place), "OPENAI_API_KEY": "", "COVERAGE_PROCESS_START": ""}


def _is_clear(called: Called) -> bool:
    return "Traceback" not in called.stderr and called.status in (0, 1, 2)


@EVERY_COMMAND
@pytest.mark.parametrize("mission", _data("mission", StrangeMission))
def test_a_mission_of_a_stranger_runs_nothing(
    mission: StrangeMission, every: bool, tmp_path: Path, stranger: dict[str, str]
) -> None:
    canary, out = tmp_path / "canary", tmp_path / "out"
    catalog = mission.written(tmp_path / "missions", canary)
    (tmp_path / "project").mkdir()
    commands: Mapping[str, tuple[str | Path, ...]] = {
        "list": ("missions", "list"),
        "show": ("missions", "show", MISSION),
        "parameters": ("missions", "parameters", MISSION),
        "validate": ("missions", "validate"),
        "measure": ("missions", "measure", "--out", out),
        "run": ("run", "--agent", "canonical", "--out", out),
        "check": ("check", tmp_path / "project", "--mission", MISSION, "--out", out),
    }
    for name, words in ((name, words) for name, words in commands.items() if every or name in USUAL):
        called = projecteval(*words, "--missions", catalog, cwd=tmp_path, env=stranger)
        assert not canary.exists(), f"{name} executed code: {called.stderr}"
        assert _is_clear(called), called.stderr
        if name in USING:
            assert called.status == 2, (name, called.stderr)
            assert "Nothing of it was executed" in called.stderr
            assert "projecteval trust" in called.stderr
    assert not canary.exists()


@EVERY_COMMAND
@pytest.mark.parametrize("mission", _data("unreadable", UnreadableMission, "mission"))
def test_a_mission_of_a_stranger_holds_no_command(
    mission: UnreadableMission, every: bool, tmp_path: Path, stranger: dict[str, str]
) -> None:
    catalog = mission.written(tmp_path / "missions")
    commands = (("show", MISSION), ("list",), ("parameters", MISSION), ("validate", "--no-types", "--trust"))
    tried = commands if every else commands[:1]
    answers = [projecteval("missions", *words, "--missions", catalog, cwd=tmp_path, env=stranger) for words in tried]
    assert [each.stderr for each in answers if not _is_clear(each)] == []


@EVERY_COMMAND
@pytest.mark.parametrize("run", _data("run", StrangeRun))
def test_a_run_of_a_stranger_runs_nothing(
    run: StrangeRun, every: bool, base: Path, tmp_path: Path, stranger: dict[str, str]
) -> None:
    folder, canary, outside = tmp_path / "runs" / "run", tmp_path / "canary", tmp_path / "outside"
    outside.mkdir()
    for name in ("file", "victim.json", "picture.png", ".hidden/file"):
        (outside / name).parent.mkdir(exist_ok=True)
        (outside / name).write_text("of the user")
    run.written(base, folder, canary, outside)
    before = _content(outside)
    commands = ("report", "compare", "merge", "resume", "generate", "evaluate", "evaluate --again")
    for words in (words for words in commands if every or words in USUAL):
        verb, *options = words.split()
        more = {"merge": ("--out", tmp_path / "merged"), "report": ("--format", "html", "--output", tmp_path / "out")}
        called = projecteval(verb, folder, *options, *more.get(verb, ()), cwd=folder, env=stranger)
        assert not canary.exists(), f"{words} executed code: {called.stderr}"
        assert _content(outside) == before, words
        assert "of the user" not in "".join(_content(folder, follow=False).values()), words
        assert _is_clear(called), called.stderr
        assert called.status == 2 or words not in run.refused, (words, called.stderr)
    assert not canary.exists()


def _content(folder: Path, follow: bool = True) -> dict[str, str]:
    """Return the text files below a folder."""
    return {
        str(path): path.read_text(errors="replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.stat().st_size < MAX_BYTES and (follow or not path.is_symlink())
    }


@dataclass(frozen=True)
class StrangePrompts:
    """A folder of prompts whose ``code.md.j2`` would disclose, hold or raise something."""

    name: str
    aim: str
    text: str = ""
    times: int = 1
    link: bool = False
    pipe: bool = False

    def written(self, folder: Path, secret: Path) -> None:
        folder.mkdir()
        path = folder / "code.md.j2"
        if self.link:
            path.symlink_to(secret)
        elif self.pipe:
            os.mkfifo(path)
        else:
            path.write_text(self.text * self.times)


@pytest.mark.parametrize("prompts", _data("prompt", StrangePrompts))
def test_prompts_of_a_stranger_disclose_and_hold_nothing(
    prompts: StrangePrompts, tmp_path: Path, stranger: dict[str, str]
) -> None:
    (tmp_path / "secret").write_text("of the user")
    prompts.written(tmp_path / "prompts", tmp_path / "secret")
    words = ("--prompts", tmp_path / "prompts", "--missions", MISSIONS, "--select", MISSION, "--out", tmp_path / "out")
    called = projecteval("run", "--agent", "openai:x", *words, env=stranger | {"OPENAI_API_KEY": "x"})
    assert called.status == 2, called.stderr
    assert "Traceback" not in called.stderr
    assert "code.md.j2" in called.stderr
    assert "of the user" not in called.stderr
    assert not (tmp_path / "out").exists()


def test_a_command_runs_when_the_command_line_says_the_same(
    base: Path, tmp_path: Path, stranger: dict[str, str]
) -> None:
    folder, canary = tmp_path / "runs" / "run", tmp_path / "canary"
    agent = f"command:touch {canary} main.py"
    changes = {"agent": agent, "sandbox": "none"}
    StrangeRun("", "", (), changes, changes, to_build=True).written(base, folder, canary, tmp_path)

    other = projecteval("generate", folder, "--agent", "command:true", "--sandbox", "none", env=stranger)
    half = projecteval("generate", folder, "--agent", agent, env=stranger)

    assert (other.status, half.status, canary.exists()) == (2, 2, False)
    assert f"--agent '{agent}' --sandbox none" in half.stderr
    lock = json.loads((folder / "lock.json").read_text())
    (folder / "lock.json").write_text(json.dumps(lock | {"prompts": _prompts_of_commands(tmp_path, agent)}))
    same = projecteval("generate", folder, "--agent", agent, "--sandbox", "none", env=stranger)
    assert same.status == 0, same.stderr
    assert canary.exists()


def _prompts_of_commands(folder: Path, agent: str) -> dict[str, str]:
    run = ("run", "--agent", agent, "--missions", MISSIONS, "--select", MISSION, "--sandbox", "none")
    called = projecteval(*run, "--steps", "report", "--out", folder / "other")
    assert called.status == 0, called.stderr
    prompts: dict[str, str] = json.loads((folder / "other" / "lock.json").read_text())["prompts"]
    return prompts


def test_trust_is_for_the_folder_as_it_was(tmp_path: Path, stranger: dict[str, str]) -> None:
    canary, missions = tmp_path / "canary", tmp_path / "missions"
    shutil.copytree(MISSIONS / MISSION, missions / MISSION)
    validate = ("missions", "validate", "--missions", missions, "--no-types")
    assert projecteval(*validate, env=stranger).status == 2
    assert "1 mission, 1 problem" in projecteval(*validate, "--trust", env=stranger).stdout  # no docstring
    assert "1 mission, 1 problem" in projecteval(*validate, env=stranger).stdout

    testcodes = missions / MISSION / "testcodes.py"
    testcodes.write_text(testcodes.read_text() + f"\nopen({str(canary)!r}, 'w').close()\n")
    changed = projecteval(*validate, env=stranger)

    assert changed.status == 2
    assert "has changed since you trusted it" in changed.stderr
    assert not canary.exists()
    assert projecteval("trust", "--remove", missions, env=stranger).stdout.endswith("1 decision removed\n")
    assert "is not trusted" in projecteval(*validate, env=stranger).stderr


def test_an_author_works_without_being_asked(tmp_path: Path) -> None:
    author = {"PROJECTEVAL_CONFIG": str(tmp_path / "config")}
    assert projecteval("missions", "new", "greeter", "--stack", "console", cwd=tmp_path, env=author).status == 0
    testcodes = tmp_path / "greeter" / "testcodes.py"
    testcodes.write_text(testcodes.read_text() + "\n# changed\n")
    validated = projecteval("missions", "validate", "--missions", ".", "--no-types", cwd=tmp_path, env=author)
    assert validated.status == 0, validated.stderr

    (tmp_path / "greeter").rename(tmp_path / "mine")
    shutil.copytree(tmp_path / "mine", tmp_path / "greeter")  # another folder in the same place
    shutil.rmtree(tmp_path / "mine")
    replaced = projecteval("missions", "validate", "--missions", ".", "--no-types", cwd=tmp_path, env=author)
    assert replaced.status == 2


def test_the_python_interface_needs_trust_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROJECTEVAL_CONFIG", str(tmp_path / "config"))
    shutil.copytree(MISSIONS / MISSION, tmp_path / "missions" / MISSION)
    project, missions = MISSIONS / MISSION / "canonical" / "project", str(tmp_path / "missions")

    with pytest.raises(interface.UsageError, match="is not trusted"):
        interface.check(project, MISSION, missions=missions, out=tmp_path / "refused")
    run = interface.check(project, MISSION, missions=missions, out=tmp_path / "run", trust=True)

    assert run.all_passed, run.reasons
