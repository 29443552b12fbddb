"""``tesuji serve``: the web app."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from tesuji.errors import TesujiError


def register(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8080,
    host: Annotated[
        str, typer.Option(help="Address to listen on; others than this machine need a token.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the app in the browser.")] = True,
    token: Annotated[
        str | None, typer.Option(help="Token that clients must know; made up for a network.")
    ] = None,
    database: Annotated[Path | None, typer.Option(help="Where games are kept.")] = None,
) -> None:
    """Start the web app.

    Examples:

        tesuji serve

        tesuji serve --port 9000 --no-browser

        tesuji serve --host 0.0.0.0        (prints an address with a token)
    """
    import uvicorn

    from tesuji.server.app import ServerSettings, create_app, static_files
    from tesuji.server.guard import LOCAL_HOSTS

    listener = _listen(host, port)
    port = listener.getsockname()[1]
    local = host in {"127.0.0.1", "localhost", "::1"}
    if not local and token is None:
        token = secrets.token_urlsafe(16)
    names = LOCAL_HOSTS | {host} | (set() if local else {socket.gethostname(), _own_address()})
    app = create_app(ServerSettings(database=database, hosts=frozenset(names), token=token))
    shown = "127.0.0.1" if local else _own_address()
    address = f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
    print(f"Tesuji is at {address}  (Ctrl-C ends it)", flush=True)
    if static_files() is None:
        print("The web app is not built; only the API is served.", flush=True)
    if browser:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    config = uvicorn.Config(app, log_level="warning", ws_max_size=1 << 20, server_header=False)
    uvicorn.Server(config).run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        raise TesujiError(
            f"cannot listen on {host} port {port}: {error.strerror}; try --port 0"
        ) from error
    return listener


def _own_address() -> str:
    """The address under which other machines reach this one."""
    try:
        return socket.gethostbyname(socket.gethostname())
    except OSError:
        return "127.0.0.1"
