"""Serves files: the web app at the root, the manual under ``/docs``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException
from fastapi.responses import RedirectResponse, Response
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import PathLike, StaticFiles

from tesuji.server.guard import SECURITY_HEADERS

NO_MANUAL = (
    "The manual has not been built here: in a checkout of Tesuji `make docs` builds it; then start "
    "the server again."
)


def serve_files(app: FastAPI) -> None:
    """Makes `app` serve the built files. Call it after adding all other routes."""
    manual = built_files("docs")
    if manual is not None:
        app.mount("/docs", GZipMiddleware(Manual(directory=manual, html=True)))

        @app.get("/docs", include_in_schema=False)
        async def to_manual() -> RedirectResponse:
            return RedirectResponse("/docs/")

    else:

        @app.get("/docs", include_in_schema=False)
        @app.get("/docs/{page:path}", include_in_schema=False)
        async def no_manual(page: str = "") -> None:
            raise HTTPException(404, NO_MANUAL)

    static = built_files("static")
    if static is not None:
        # Not mounted: a mount would catch API paths with unsupported methods.
        app.router.default = GZipMiddleware(WebApp(directory=static, html=True))


def built_files(part: str) -> Path | None:
    """Returns the folder of the built web app ("static") or manual ("docs"), or None."""
    import tesuji.server

    for folder in tesuji.server.__path__:
        if (Path(folder) / part / "index.html").exists():
            return Path(folder) / part
    return None


class WebApp(StaticFiles):
    """The files of the web app. Those under ``assets`` have a hash in their name."""

    def file_response(self, full_path: PathLike, *rest: Any, **options: Any) -> Response:
        answer = super().file_response(full_path, *rest, **options)
        lasting = Path(full_path).parent.name == "assets"
        answer.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if lasting else "no-cache"
        )
        return answer


class Manual(StaticFiles):
    """The documentation. Its pages have small inline scripts and no user content."""

    def file_response(self, full_path: PathLike, *rest: Any, **options: Any) -> Response:
        answer = super().file_response(full_path, *rest, **options)
        policy = SECURITY_HEADERS["Content-Security-Policy"]
        for kind in ("script-src", "style-src"):
            policy = policy.replace(f"{kind} 'self'", f"{kind} 'self' 'unsafe-inline'")
        answer.headers["Content-Security-Policy"] = policy
        answer.headers["Cache-Control"] = "no-cache"
        return answer
