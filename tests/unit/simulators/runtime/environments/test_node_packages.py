"""Environment of Node.js: its packages, the link to them, and the mission's clock."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest

from simulators.runtime.entry_points import environment_of
from simulators.runtime.environments import host, node_packages
from simulators.setting import Start

CLOCK = host.GUEST / "node" / "projecteval_node.cjs"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js: apt-get install nodejs")


def printed(program: str, **variables: str) -> dict[str, object]:
    command = ("node", "--require", str(CLOCK), "-e", f"console.log(JSON.stringify({program}))")
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


@needs_node
def test_every_way_to_read_the_time_is_on_the_missions_clock() -> None:
    program = (
        "{now: Date.now() - 1741944600000, made: new Date() - 1741944600000, said: Date().slice(4, 15),"
        " kept: new Date(5).getTime(), kind: new Date() instanceof Date, same: new Date().constructor === Date}"
    )
    found = printed(program, PROJECTEVAL_CLOCK="@1741944600", TZ="UTC")
    now, made = found.pop("now"), found.pop("made")
    assert isinstance(now, int)
    assert isinstance(made, int)
    assert 0 <= now <= made + 1 < 60_000
    assert found == {"said": "Mar 14 2025", "kept": 5, "kind": True, "same": True}


@needs_node
def test_responses_carry_the_missions_time_unless_the_project_dates_them() -> None:
    program = """
        const { createServer, get } = require("node:http");
        const past = "Sat, 01 Mar 2025 00:00:00 GMT";
        const server = createServer(({ url }, response) => {
            if (url === "/set") response.setHeader("Date", past);
            if (url === "/list") response.writeHead(204, ["Date", past]);
            if (url === "/table") response.writeHead(204, { date: past });
            if (url === "/without") response.sendDate = false;
            response.end();
        });
        const ask = (path) => new Promise((answer) => {
            get({ port: server.address().port, path }, ({ rawHeaders }) => {
                answer(rawHeaders.filter((_, at) => at % 2 && rawHeaders[at - 1].toLowerCase() === "date"));
            });
        });
        server.listen(0, "127.0.0.1", async () => {
            const found = [];
            for (const path of ["/", "/set", "/list", "/table", "/without"]) found.push(await ask(path));
            console.log(JSON.stringify([found, new Date().toUTCString()]));
            process.exit();
        });
    """
    command = ("node", "--require", str(CLOCK), "-e", program)
    variables = {**os.environ, "PROJECTEVAL_CLOCK": "@1741944600"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=True)
    ([dates, *others], now) = json.loads(done.stdout)
    (said,) = map(parsedate_to_datetime, dates)
    assert timedelta() <= parsedate_to_datetime(now) - said < timedelta(minutes=1)
    past = ["Sat, 01 Mar 2025 00:00:00 GMT"]
    assert others == [past, past, past, []]


@needs_node
def test_random_numbers_depend_on_the_seed_alone() -> None:
    program = "[Math.random(), Math.random()]"
    first, again, other = (printed(program, PROJECTEVAL_SEED=seed) for seed in ("7", "7", "8"))
    assert first == again != other


def test_packages_are_linked_unless_the_project_brings_its_own(tmp_path: Path) -> None:
    root, project, own = (tmp_path / name for name in ("environment", "project", "own"))
    for folder in (root / "node_modules" / "express", project, own / "node_modules"):
        folder.mkdir(parents=True)
    node_packages.link_modules(root, project)
    node_packages.link_modules(root, own)
    assert (project / "node_modules" / "express").is_dir()
    assert not (own / "node_modules" / "express").exists()


def test_the_lock_names_the_packages_that_solutions_may_use() -> None:
    assert {pin.partition("==")[0] for pin in node_packages.pins("node")} >= {
        *("express", "ejs", "sql.js", "react", "react-dom", "vue", "esbuild"),
    }
    assert node_packages.pins("web") == ()


def test_a_machine_without_node_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert host.problem("web") == ""
    assert "apt-get install nodejs npm" in host.problem("node")
    monkeypatch.setenv("PROJECTEVAL_HOME", str(tmp_path / "home"))
    with pytest.raises(host.EnvironmentNotReady, match="apt-get install nodejs npm"):
        host.build("node")


def test_a_website_runs_on_the_environment_of_its_program(tmp_path: Path) -> None:
    (tmp_path / "server.js").touch()
    assert environment_of("web", tmp_path, None, "web") == "node"
    assert environment_of("web", tmp_path, None, "some-mission/requirements.lock") == "some-mission/requirements.lock"
    (tmp_path / "app.py").touch()
    assert environment_of("web", tmp_path, None, "web") == "web"


def test_a_website_that_node_builds_runs_on_its_environment(tmp_path: Path) -> None:
    serve = ("python", "-m", "http.server", "{port}")
    assert environment_of("web", tmp_path, Start(prepare=(("node", "build.mjs"),), program=serve), "web") == "node"
    assert environment_of("web", tmp_path, Start(prepare=(("python", "build.py"),), program=serve), "web") == "web"
