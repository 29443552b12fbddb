"""Runs the server until it is stopped, and ends it within seconds then."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import threading
import time
from types import FrameType

import uvicorn
from fastapi import FastAPI

GRACE = 1
"""Seconds that open requests have after Ctrl-C."""
_THREADS_MAY_TAKE = 0.2
"""Seconds that threads have to end after the last game is stored."""


def run_server(app: FastAPI, listener: socket.socket) -> None:
    """Serves `app` on an open socket until Ctrl-C or SIGTERM."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        ws_max_size=1 << 20,
        timeout_keep_alive=75,  # longer than people usually think about a move
        timeout_graceful_shutdown=GRACE,
    )
    _Server(config, app).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Announces that it is ending, and does not wait for computing threads."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            print(f"tesuji: ending; open requests have {GRACE} s", file=sys.stderr, flush=True)
            logging.getLogger("uvicorn.error").addFilter(_is_news)
            threading.Thread(target=self._end, args=(128 + sig,), daemon=True).start()
        super().handle_exit(sig, frame)

    def _end(self, status: int) -> None:
        self._app.state.closed.wait()
        time.sleep(_THREADS_MAY_TAKE)
        os._exit(status)


def _is_news(record: logging.LogRecord) -> bool:
    """Returns False for uvicorn's messages about requests cancelled at the end."""
    kind = record.exc_info[0] if record.exc_info else None
    cancelled = kind is not None and issubclass(kind, asyncio.CancelledError)
    return not cancelled and not str(record.msg).startswith("Cancel %s running task")
