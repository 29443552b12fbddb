"""Implements ``tesuji serve``, which starts the web app."""

from __future__ import annotations

import re
import secrets
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tesuji.errors import TesujiError, quoted
from tesuji.games.loading import import_game

EVERYWHERE = ("0.0.0.0", "::")


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port to listen on; 0 picks a free one.")
    ] = 8080,
    host: Annotated[
        str,
        typer.Option(help="Address to listen on; any other than the default requires a token."),
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the app in the browser.")] = True,
    name: Annotated[
        list[str] | None,
        typer.Option(help="Another host name to accept; may be given several times."),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(help="Token that clients must send; generated when listening on a network."),
    ] = None,
    database: Annotated[Path | None, typer.Option(help="File in which games are stored.")] = None,
    game: Annotated[
        list[Path] | None,
        typer.Option(help="Python file with a game of your own; may be given several times."),
    ] = None,
) -> None:
    """Start the web app.

    Examples:

        tesuji serve

        tesuji serve --port 9000 --no-browser

        tesuji serve --host 0.0.0.0        (prints an address with a token)

        tesuji serve --game examples/hex.py
    """
    from tesuji.server.app import ServerSettings, create_app
    from tesuji.server.guard import LOCAL_HOSTS
    from tesuji.server.served_files import built_files
    from tesuji.server.serving import run_server

    if token is not None and not re.fullmatch(r"[A-Za-z0-9._~-]+", token):
        raise TesujiError("a token may contain letters, digits and . _ ~ -")
    for given in name or []:
        if not re.fullmatch(r"[A-Za-z0-9.-]+", given):
            raise TesujiError(f"{quoted(given)} is not a host name; write for example go.local")
    for path in game or []:
        import_game(str(path))
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    local = host in {"127.0.0.1", "localhost", "::1"}
    if not local and token is None:
        token = secrets.token_urlsafe(16)
    shown = _own_address() if host in EVERYWHERE else host
    own = {host, shown, *(name or [])}
    if not local:
        machine = socket.gethostname()
        own |= {machine, f"{machine.partition('.')[0]}.local"}
    hosts = LOCAL_HOSTS | {_in_address(name).lower() for name in own}
    base = f"http://{_in_address(shown)}:{port}"
    reached = None if local else base
    app = create_app(ServerSettings(database=database, hosts=hosts, token=token, address=reached))
    address = f"{base}/" + (f"?token={token}" if token else "")
    print(f"Tesuji is at {address}  (Ctrl-C ends it)", flush=True)
    if built_files("static") is None:
        print("The web app is not built; only the API is served.", flush=True)
    if browser:
        opening = threading.Timer(1.0, webbrowser.open, [address])
        opening.daemon = True
        opening.start()
    run_server(app, listener)


def _listen(host: str, port: int) -> socket.socket:
    if not host.strip() or not host.isascii():
        raise TesujiError(f"{quoted(host)} is not an address to listen on; 0.0.0.0 stands for all")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Naming the protocol makes asyncio recognise TCP sockets and disable Nagle's algorithm, which
    # would delay small answers by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)  # early clients wait until everything is ready, and are not refused
    except OSError as error:
        raise TesujiError(
            f"cannot listen on {host} port {port}: {error.strerror}; try --port 0"
        ) from error
    return listener


def _in_address(host: str) -> str:
    """Writes a host for use in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def _own_address() -> str:
    """Returns the address under which other machines probably reach this one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only chooses a route
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
