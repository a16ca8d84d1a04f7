"""``projecteval trust``, and the option ``--trust`` of verbs that import missions."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evaluator.cli.command import VerbCommand
from evaluator.io.terminal import counted, say, tell

if TYPE_CHECKING:
    from missions.catalog import Catalog
    from missions.trust import CodeFolder

EXAMPLES = """
projecteval trust ./missions-of-a-colleague
projecteval trust --own ./my-missions
projecteval trust --list
projecteval trust --remove ./missions-of-a-colleague
"""

Trust = Annotated[
    bool,
    typer.Option("--trust", help="Trust the code of the missions as it is now, and remember it (projecteval trust)."),
]


def add_to(app: typer.Typer) -> None:
    described = "Trust the code of missions, which is imported without a sandbox."
    app.command("trust", cls=VerbCommand, epilog=EXAMPLES, help=described)(trust)


def trust(
    missions: Annotated[str, typer.Argument(help="A catalog or the folder of one mission.", metavar="[CATALOG]")] = "",
    own: Annotated[
        bool, typer.Option("--own", help="A folder that you write yourself: trust it also after it has changed.")
    ] = False,
    list_: Annotated[bool, typer.Option("--list", help="Print what is trusted.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Forget what was said about CATALOG.")] = False,
) -> None:
    """Remember that the missions of a catalog may be imported as they are now."""
    from evaluator.model.errors import UsageError
    from missions.trust import user_store

    store = user_store()
    if sum((own, list_, remove)) > 1 or list_ == bool(missions):
        raise UsageError("trust: name a catalog, with --own or --remove where wanted; or use --list alone")
    if list_:
        for entry in store.entries():
            say(f"{entry.folder}  {'as it was: ' + entry.digest[:12] if entry.digest else 'own: also when it changes'}")
    elif remove:
        removed = store.remove(Path(missions.rpartition(":")[2]))
        say(f"{missions}: {counted(removed, 'decision')} removed")
    elif own:
        _require_folder(Path(missions))
        store.add_own(Path(missions))
        say(f"{missions}: trusted, and everything below it, also when it changes")
    else:
        _remember(_code_named(missions), missions)


def settle_trust(missions: str, is_trusted: bool, ids: Sequence[str] = ()) -> None:
    """Find out whether missions may be imported: by what is remembered, by ``--trust``, or from the user at a terminal.

    `ids` are those that are used (empty: all); unknown ones are reported where they are used. Raises `NotTrusted`.
    """
    from missions.catalog import open_catalog
    from missions.mission import STAGE_MARK
    from missions.names import matching
    from missions.trust import require_trust, untrusted

    catalog = open_catalog(missions)
    there = catalog.ids()
    named = matching([each.partition(STAGE_MARK)[0] for each in ids], there)
    wanted = [mission_id for mission_id in there if not ids or mission_id in named]
    if not (codes := untrusted(catalog.code(wanted))):
        return
    if is_trusted or _is_allowed_at_terminal(codes):
        _remember(codes, missions)
        return
    require_trust(codes[0])


def pass_trust_on(catalog: Catalog, ids: Sequence[str], written: str) -> None:
    """Trust missions that were converted from trusted ones; `written` is what they were written as."""
    from missions.trust import untrusted, user_store

    if not untrusted(catalog.code(ids)):
        for code in _code_named(written):
            user_store().add(code)


def _remember(codes: Sequence[CodeFolder], missions: str) -> None:
    from missions.trust import user_store

    for code in codes:
        user_store().add(code)
    tell(f"projecteval: {missions}: {counted(len(codes), 'folder')} trusted as they are now")


def _is_allowed_at_terminal(codes: Sequence[CodeFolder]) -> bool:
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    for line in _question(codes):
        tell(line)
    return typer.confirm("Trust and remember this code?", default=False, err=True)


def _question(codes: Sequence[CodeFolder]) -> Iterator[str]:
    yield "The testcodes of these missions are Python code that runs on this machine without a sandbox:"
    yield from (f"  {code.folder}" for code in codes[:10])
    if len(codes) > 10:
        yield f"  and {len(codes) - 10} more"


def _code_named(missions: str) -> tuple[CodeFolder, ...]:
    """Return the code of a catalog, or of the one mission whose folder is named."""
    from missions.catalog import open_catalog
    from missions.trust import CodeFolder

    if (Path(missions) / "mission.toml").is_file():
        return (CodeFolder(Path(missions).resolve()),)
    catalog = open_catalog(missions)
    return catalog.code(catalog.ids())


def _require_folder(folder: Path) -> None:
    from evaluator.model.errors import UsageError

    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder")
