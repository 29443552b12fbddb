"""Checks requests: who may ask, how much, and what a browser may load.

By default the server listens on this machine only. That does not keep out other web pages in the
user's browser, which can send requests here. So every request must name one of our hosts (against
DNS rebinding), and requests that change something or open a WebSocket must come from our own pages
(against cross-site requests).

If the server requires a token, the link to a shared game admits a guest (`guests`).
"""

from __future__ import annotations

import hmac
import re
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, cookie_parser
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tesuji.server.guests import (
    GUEST_COOKIE,
    GUESTS_SEE,
    Guest,
    Invitations,
    invite_in_address,
    read_invite,
)

MAX_BODY = 4_000_000
"""The most bytes of a request's body."""
TOO_LONG = 413, f"A request may have at most {MAX_BODY} bytes."
PROBLEM_TYPE = "application/problem+json"
TOKEN_COOKIE = "tesuji_token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
LOCAL_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; script-src 'self'; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Middleware that refuses forbidden requests and adds security headers."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: frozenset[str] = LOCAL_HOSTS,
        token: str | None = None,
        invitations: Invitations = lambda game_id: None,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._token = token
        self._invitations = invitations

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(scope, receive, send, *refusal)
            return
        if scope["type"] == "websocket":
            guest = self._guest(scope, headers)
            await self._app({**scope, "tesuji.guest": guest}, receive, send)
            return
        invite = invite_in_address(scope)
        if invite is not None:
            await self._welcome(invite, scope, receive, send)
            return
        if self._token and self._offers_token_in_address(scope):
            await self._remember_token(scope, receive, send)
            return
        body = _Body(receive)
        if scope["method"] == "HEAD":  # routes know GET only
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        try:
            await self._app(scope, body.receive, _with_headers(body.answering(send)))
        except ClientDisconnect:
            if not body.is_too_long:
                raise
        if body.is_too_long and not body.was_answered:
            await _refuse(scope, receive, send, *TOO_LONG)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _name_of(host) not in self._hosts:
            return 421, f"This server does not answer for the host {host!r}."
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        origin = headers.get("origin")
        if changes and origin is not None and _host_of(origin) != host:
            return 403, "This request comes from another site."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 12 or int(length) > MAX_BODY:
            return TOO_LONG
        if self._token and not self._knows_token(scope, headers):
            if invite_in_address(scope) is not None:
                return None
            guest = self._guest(scope, headers)
            if guest is None:
                return 401, (
                    "This server wants a token: open the address that it printed when it began."
                )
            if not guest.may_ask(scope):
                return 403, GUESTS_SEE[0].upper() + GUESTS_SEE[1:] + "."
        return None

    def _guest(self, scope: Scope, headers: Headers) -> Guest | None:
        """Returns the guest who sent the request; None for the owner of the server."""
        if not self._token or self._knows_token(scope, headers):
            return None
        shown = cookie_parser(headers.get("cookie", "")).get(GUEST_COOKIE, "")
        return read_invite(shown, self._invitations)

    async def _welcome(self, invite: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Leads somebody who follows the link to a shared game to that game."""
        guest = read_invite(invite, self._invitations)
        if guest is None:
            await _refuse(scope, receive, send, 404, "There is no game behind this link any more.")
            return
        answer = RedirectResponse(f"/#/join/{guest.game}/{guest.invitation}", status_code=303)
        if self._token:
            answer.set_cookie(GUEST_COOKIE, invite, httponly=True, samesite="lax")
        await answer(scope, receive, _with_headers(send))

    def _knows_token(self, scope: Scope, headers: Headers) -> bool:
        assert self._token is not None
        cookie = cookie_parser(headers.get("cookie", "")).get(TOKEN_COOKIE, "")
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        offered = [cookie, bearer if scheme.lower() == "bearer" else ""]
        offered += parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return any(hmac.compare_digest(text.encode(), self._token.encode()) for text in offered)

    def _offers_token_in_address(self, scope: Scope) -> bool:
        return scope["path"] == "/" and b"token=" in scope["query_string"]

    async def _remember_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Moves the token from the URL, where others could read it, to a cookie."""
        assert self._token is not None
        answer = RedirectResponse("/", status_code=303)
        answer.set_cookie(TOKEN_COOKIE, self._token, httponly=True, samesite="lax")
        await answer(scope, receive, _with_headers(send))


def _host_of(origin: str) -> str:
    """Returns the host with its port of an Origin; empty if there is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _name_of(host: str) -> str:
    """Returns the host without its port: ``localhost``, ``[::1]``; empty if it is not valid."""
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:]+)(:\d{1,5})?", host, re.ASCII)
    return found[1].lower() if found else ""


class _Body:
    """Limits the body of a request that does not announce its length."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._received = 0
        self.was_answered = False

    @property
    def is_too_long(self) -> bool:
        return self._received > MAX_BODY

    async def receive(self) -> Message:
        message = await self._receive()
        self._received += len(message.get("body", b""))
        return {"type": "http.disconnect"} if self.is_too_long else message

    def answering(self, send: Send) -> Send:
        """Returns a `send` that is silent once the body was too long."""

        async def answer(message: Message) -> None:
            if not self.is_too_long:
                self.was_answered = True
                await send(message)

        return answer


def _without_body(send: Send) -> Send:
    """Returns a `send` for HEAD, which answers like GET without the body."""

    async def send_head(message: Message) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, detail: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": detail[:120]})
        return
    answer = JSONResponse(
        {"type": "about:blank", "title": "Refused", "status": status, "detail": detail},
        status_code=status,
        media_type=PROBLEM_TYPE,
        # The rest of a body that is too long is not read.
        headers={"Connection": "close"} if status == TOO_LONG[0] else None,
    )
    await answer(scope, receive, _with_headers(send))
