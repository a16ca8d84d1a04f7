"""A coding agent in the sandbox reaches its provider on an allowed name, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evaluator.agents.command import CommandAgent
from evaluator.agents.interface import Assignment
from evaluator.agents.settings import AgentSettings
from evaluator.model.errors import UsageError
from evaluator.model.generation import ArtifactKind
from evaluator.model.result import Attempt
from missions.catalog import open_catalog
from simulators.runtime.environments import host as environments
from simulators.runtime.sandbox.egress_proxy import host_of
from tests.support.commands import MISSIONS, ROOT, projecteval
from tests.support.network import PUBLIC, FakeDialer, provider
from tests.support.scripted_provider import provider as scripted

AGENT = ROOT / "tests" / "support" / "networked_agent.py"
ASKING = """
import json, os, pathlib, urllib.request
pathlib.Path("project/main.py").write_text("print()")
pathlib.Path("parameters.json").write_text("{{}}")
for port in ({service}, {other}):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{{port}}/v1/models", timeout=10) as answer:
            print(json.load(answer)["data"][0]["id"])
    except OSError:
        print("refused")
print("a proxy" if "HTTPS_PROXY" in os.environ else "no proxy")
"""
NAMES = {
    "api.example.com": [[PUBLIC]],
    "inside.example.com": [["10.0.0.7"]],
    "rebinding.example.com": [["127.0.0.1"]],
}


def _assignment(workplace: Path) -> Assignment:
    mission = open_catalog(str(MISSIONS)).mission("hello-console")
    environments.build(mission.environment)
    expected = frozenset({ArtifactKind.CODE, ArtifactKind.PARAMETERS})
    attempt = Attempt("hello-console", "level-1", "direct", 1)
    return Assignment(attempt, mission, {"project/.keep": b""}, expected, None, workplace)


def _results(tmp_path: Path, *hosts: str) -> tuple[dict[str, str], str, FakeDialer]:
    tools = tmp_path / "tools"
    (tools / "bin").mkdir(parents=True)
    with provider() as port:
        dialer = FakeDialer(NAMES, port)
        settings = AgentSettings(network=tuple(map(host_of, hosts)), tools=(tools,), dialer=dialer)
        agent = CommandAgent(f"python {AGENT} {port} {tools}", settings)
        agent.check()
        agent.build(_assignment(tmp_path))
    log = tmp_path / "network.txt"
    return json.loads((tmp_path / "output.txt").read_text()), log.read_text() if log.exists() else "", dialer


def test_an_agent_reaches_its_provider_and_nothing_else(tmp_path: Path) -> None:
    found, log, dialer = _results(tmp_path, *(f"{name}:443" for name in NAMES))
    assert found["provider"] == "provider: build it"
    assert dialer.connected == [f"{PUBLIC}:443"]
    for refused in ("other host", "other port", "loopback", "loopback address", "private", "rebinding"):
        assert found[refused] == "403", refused
    assert found["plain"] == "405"
    assert (found["directly"], found["directly loopback"]) == ("refused", "refused")
    assert (found["tools"], found["path"]) == ("read-only", str(tmp_path / "tools" / "bin"))
    assert found["home"] == "/tmp"
    assert [line.split(": ")[1].split(" (")[0] for line in log.splitlines()] == ["allowed", *["refused"] * 7]


def test_without_allowed_hosts_there_is_no_network(tmp_path: Path) -> None:
    found, log, dialer = _results(tmp_path)
    assert found["provider"] == found["other host"] == "ConnectionRefusedError"
    assert (found["directly"], log, dialer.resolved) == ("refused", "", [])


def test_a_model_server_of_this_machine_is_reached_at_its_own_address(tmp_path: Path) -> None:
    with scripted(["never asked"]) as service, scripted(["of another one"]) as other:
        program = tmp_path / "program.py"
        program.write_text(ASKING.format(service=service.port, other=other.port))
        settings = AgentSettings(network=(host_of(f"localhost:{service.port}"),))
        CommandAgent(f"python {program}", settings).build(_assignment(tmp_path))
    printed = (tmp_path / "output.txt").read_text().splitlines()
    assert printed == ["scripted", "refused", "no proxy"]


def test_a_sandbox_that_cannot_restrict_the_network_is_refused() -> None:
    settings = AgentSettings(network=(host_of("api.example.com:443"),), sandbox="none")
    with pytest.raises(UsageError, match="sandbox none cannot restrict the network"):
        CommandAgent("python", settings).check()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--agent-network", "api.example.com"), "a host is written NAME:PORT"),
        (("--agent-network", "10.0.0.1:443"), "is not a host name"),
        (("--agent-tools", "/nowhere"), "--agent-tools /nowhere: there is no such folder"),
    ],
)
def test_wrong_options_are_refused(options: tuple[str, ...], message: str, tmp_path: Path) -> None:
    called = projecteval(
        "run", "--agent", "command:python x", *options, "--missions", MISSIONS, "--out", tmp_path / "r"
    )
    assert called.status == 2
    assert message in called.stderr
