"""Reference projects of RAL-Bench: source distributions, pinned by this table.

The repository has the references as empty links, so which releases its figures were measured on is not known. Releases
with a digest have been downloaded and measured (docs/ralbench.md); the others are the last ones before its publication.
"""

from __future__ import annotations

from collections.abc import Mapping

from missions.project_files import Files
from missions.sources import SourceDistribution, stored_files

REFERENCES: Mapping[str, SourceDistribution] = {
    project: SourceDistribution(*release)
    for project, release in {
        "Astral": ("astral", "3.2", "9b7c3b412e9e69d172cfb24be0e6addcc9f1bd01a28db8bebe66d75ccc533d88"),
        "Cachetools": ("cachetools", "6.2.4", "82c5c05585e70b6ba2d3ae09ea60b79548872185d2f24ae1f2709d37299fd607"),
        "Celery": ("celery", "5.5.3", "6c972ae7968c2b5281227f01c3a3f984037d21c5129d07bf3550cc2afc6b10a5"),
        "Click": ("click", "8.3.1", "12ff4785d337a1bb490bb7e9c2b1ee5da3112e94a8622f26a6c77f5d2fc6842a"),
        "Cmd2": ("cmd2", "2.7.0"),
        "Dataset": ("dataset", "1.6.2"),
        "Dateutil": ("python-dateutil", "2.9.0.post0"),
        "Folium": ("folium", "0.20.0"),
        "Glances": ("glances", "4.4.1"),
        "Humanize": ("humanize", "4.14.0", "2fa092705ea640d605c435b1ca82b2866a1b601cdf96f076d70b79a855eba90d"),
        "Imageio": ("imageio", "2.37.2"),
        "Lifelines": ("lifelines", "0.30.0"),
        "Loguru": ("loguru", "0.7.3"),
        "Markdown": ("markdown", "3.10.1"),
        "Mutagen": ("mutagen", "1.47.0"),
        "Pendulum": ("pendulum", "3.1.0"),
        "Petl": ("petl", "1.7.17"),
        "PyJWT": ("pyjwt", "2.10.1"),
        "PyPDF": ("pypdf", "6.4.0"),
        "Pygments": ("pygments", "2.19.2"),
        "Requests": ("requests", "2.32.5"),
        "Rich": ("rich", "14.2.0"),
        "SQLModel": ("sqlmodel", "0.0.27"),
        "Schedule": ("schedule", "1.2.2", "15fe9c75fe5fd9b9627f3f19cc0ef1420508f9f9a46f45cd0769ef75ede5f0b7"),
        "Slugify": ("python-slugify", "8.0.4", "59202371d1d05b54a9e7720c5e038f928f45daaffe41dd10822f3907b937c856"),
        "Sqlmap": ("sqlmap", "1.9.11"),
        "Stegano": ("stegano", "2.0.0"),
        "Tablib": ("tablib", "3.9.0"),
        "Tabulate": ("tabulate", "0.9.0", "0095b12bf5966de529c0feb1fa08671671b3368eec77d7ef7ab114be2c068b3c"),
        "Termgraph": ("termgraph", "0.7.5"),
        "TheFuck": ("thefuck", "3.32"),
        "TinyDB": ("tinydb", "4.8.2", "f7dfc39b8d7fda7a1ca62a8dbb449ffd340a117c1206b68c50b1a481fb95181d"),
        "Typer": ("typer", "0.20.0"),
        "Watchdog": ("watchdog", "6.0.0"),
        "Xmltodict": ("xmltodict", "1.0.2", "54306780b7c2175a3967cad1db92f218207e5bc1aba697d887807c0fb68b7649"),
    }.items()
}
"""Release by project."""

WITHOUT: Mapping[str, str] = {
    "Fail2ban": "fail2ban is not released on the package index",
    "Mailpile": "mailpile is not released on the package index",
    "Mitmproxy": "mitmproxy is released without a source distribution",
}
"""Why a project has no reference here."""


def reference_files(project: str) -> dict[str, bytes] | None:
    """Return the files of a project's reference; None where it is unknown or has not been fetched."""
    release = REFERENCES.get(project)
    files = stored_files(release) if release is not None else None
    return None if files is None else without_src(files)


def without_src(files: Files) -> dict[str, bytes]:
    """Return the files with packages below ``src/`` at the root, where the suites look for them."""
    return {path.removeprefix("src/"): content for path, content in files.items() if path != "src/"}
