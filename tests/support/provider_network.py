"""A machine whose network is one scripted model service: ``unshare --net --mount python -m …``.

In network and mount namespaces of its own, the names of the providers lead to a public address of the loopback
interface, where `tests.support.scripted_provider` answers through TLS. What runs in there is the product as it is
installed, with its proxy, its sandbox and a real coding agent; no packet leaves the machine.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.commands import ROOT, Called, environment
from tests.support.led_programs import CASES, script_of
from tests.support.network import PUBLIC
from tests.support.scripted_provider import provider

NAMES = ("api.anthropic.com", "api.openai.com", "generativelanguage.googleapis.com")
NAMESPACES = ("unshare", "--net", "--mount", *(() if os.geteuid() == 0 else ("--map-root-user",)))

TRUST = ("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE")
"""Variables by which programs accept a further certificate authority."""


@dataclass(frozen=True)
class Authority:
    """Certificate authority of the tests, in a folder of its own, and the service's certificate with its key."""

    certificate: Path
    service: Path

    @property
    def variables(self) -> Mapping[str, str]:
        return dict.fromkeys(TRUST, str(self.certificate))


def new_authority(folder: Path) -> Authority:
    """Make an authority in `folder`/trusted, which programs may read, and a certificate for `NAMES` beside it."""
    trusted, key = folder / "trusted", folder / "authority.key"
    trusted.mkdir()
    authority, service, request = trusted / "authority.pem", folder / "service.pem", folder / "request.pem"
    _openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=tests", "-keyout", key, "-out", authority)
    names = ",".join(f"DNS:{name}" for name in NAMES)
    (folder / "names").write_text(f"subjectAltName={names}\n")
    _openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=service", "-keyout", service, "-out", request)
    signed = _openssl(
        *("x509", "-req", "-in", request, "-CA", authority, "-CAkey", key, "-CAcreateserial"),
        *("-extfile", folder / "names", "-days", "2"),
    )
    service.write_text(service.read_text() + signed)
    return Authority(authority, service)


def _openssl(*arguments: str | Path) -> str:
    done = subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@dataclass(frozen=True)
class Led(Called):
    """Result of a command whose agent the scripted service led, and the number of its requests."""

    requests: int


def led(
    program: str, case: str, authority: Authority, command: Sequence[str | Path], variables: Mapping[str, str]
) -> Led:
    """Run ``projecteval COMMAND…`` on a machine whose providers answer by the script of `case` for `program`."""
    own = [sys.executable, "-m", __name__, program, case, str(authority.service)]
    called = [str(Path(sys.executable).with_name("projecteval")), *map(str, command)]
    done = subprocess.run(
        [*NAMESPACES, *own, *called],
        cwd=ROOT, env=environment({**authority.variables, **variables}), capture_output=True, text=True, check=False,
        timeout=580,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return Led(**json.loads(done.stdout))


def works() -> bool:
    """Return True where such a machine can be made."""
    try:
        done = subprocess.run([*NAMESPACES, "ip", "link", "set", "lo", "up"], capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return done.returncode == 0


def _main(program: str, case: str, certificate: str, *command: str) -> dict[str, Any]:
    _run("ip", "link", "set", "lo", "up")
    _run("ip", "address", "add", f"{PUBLIC}/32", "dev", "lo")
    _run("mount", "--make-rprivate", "/")
    with (
        tempfile.NamedTemporaryFile("w", suffix=".hosts") as hosts,
        provider(
            script_of(program, case),
            last_repeats=CASES[case].is_endless, certificate=Path(certificate), address=(PUBLIC, 443),
        ) as service,
    ):  # fmt: skip
        hosts.write(f"127.0.0.1 localhost\n{PUBLIC} {' '.join(NAMES)}\n")
        hosts.flush()
        Path(hosts.name).chmod(0o644)
        _run("mount", "--bind", hosts.name, "/etc/hosts")
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        _run("umount", "/etc/hosts")
        return {
            "status": done.returncode,
            "stdout": done.stdout,
            "stderr": done.stderr,
            "requests": len(service.requests),
        }


def _run(*command: str) -> None:
    subprocess.run(command, check=True)


if __name__ == "__main__":
    print(json.dumps(_main(*sys.argv[1:])))
