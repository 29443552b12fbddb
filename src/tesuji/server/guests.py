"""Admits guests, who know the link to one shared game but not the server's token.

A server that is open to a network wants its token for everything. The link to a shared game admits
to that game alone, to its rematches, and to what a page needs to show it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import parse_qs

from starlette.types import Scope

GUEST_COOKIE = "tesuji_guest"
GUESTS_SEE = "a guest can only see the game of the link: ask the owner of this server for its token"
Invitations = Callable[[str], str | None]
"""From the id of a game to the invitation to it; None where there is none."""

_INVITE = re.compile(r"(?P<game>[A-Za-z0-9_-]{1,40})\.(?P<invitation>[A-Za-z0-9_-]{8,80})")
_GAME = re.compile(r"/api/v1/(?:games|shared)/(?P<game>[A-Za-z0-9_-]{1,40})(?:/[a-z-]+)?")
_READ = re.compile(r"/api/v1/(?:catalog|rules/[a-z-]+)|/(?!api/).*")
_ASKED = re.compile(r"/api/v1/positions(?:/count|/svg|/why-illegal/\d+)?")
_LIVE = "/api/v1/live"


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who showed an invitation that holds."""

    game: str
    invitation: str
    invitations: Invitations

    def may_see(self, game_id: str | None) -> bool:
        """Returns whether the invitation is to this game or its rematch."""
        known = None if game_id is None else self.invitations(game_id)
        return known is not None and hmac.compare_digest(known, self.invitation)

    def may_ask(self, scope: Scope) -> bool:
        """Returns whether a request is for the game, or for what is needed to show it."""
        path = scope["path"]
        if scope["type"] == "websocket":
            return bool(path == _LIVE)
        method = scope["method"]
        game = _GAME.fullmatch(path)
        if game:
            return method != "DELETE" and self.may_see(game["game"])
        if method in ("GET", "HEAD"):
            return _READ.fullmatch(path) is not None
        return method == "POST" and _ASKED.fullmatch(path) is not None


def read_invite(text: str, invitations: Invitations) -> Guest | None:
    """Returns the guest with the invitation ``GAME.INVITATION``; None if it is not valid."""
    found = _INVITE.fullmatch(text)
    if found is None:
        return None
    guest = Guest(found["game"], found["invitation"], invitations)
    return guest if guest.may_see(guest.game) else None


def invite_in_address(scope: Scope) -> str | None:
    """Returns the value of ``?invite=`` in the address of the start page."""
    if scope["type"] != "http" or scope["path"] != "/":
        return None
    given = parse_qs(scope["query_string"].decode("latin-1")).get("invite", [])
    return given[0] if given else None
