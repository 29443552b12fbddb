"""Keeps who holds the seats of a shared game, who is present, and what players offer each other.

The player who opens a shared game takes one seat and gets its key. The link holds the invitation:
the first person to follow it takes the other seat and gets the key to that; everybody after them
watches. Only the holder of a seat's key can act for that seat. The database has hashes of the keys;
offers, reactions and who is there are forgotten when the server ends.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tesuji.errors import TesujiError
from tesuji.server import models

REACTIONS_SHOWN = 4
REACTION_PAUSE = 1.0
"""Seconds between two reactions of one player."""


class NotYours(TesujiError):
    """Somebody acts for a seat whose key they do not have."""


def new_key() -> str:
    """Returns a secret that lets its holder play one seat."""
    return secrets.token_urlsafe(18)


def new_invitation() -> str:
    """Returns a secret that lets its holder take the free seat, or watch."""
    return secrets.token_urlsafe(12)


def hashed(key: str) -> str:
    """Returns what is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def sharing_of(invitation: str, keys: tuple[str | None, str | None]) -> dict[str, Any]:
    """Returns what is stored: the invitation, hashes of the keys, and the next game."""
    return {
        "invitation": invitation,
        "keys": [None if key is None else hashed(key) for key in keys],
        "next": None,
    }


@dataclass(frozen=True, slots=True)
class Offer:
    """What one player asks of the other."""

    kind: models.OfferKind
    by: int
    agreement: models.Agreement | None = None
    """Which stones are dead, where the offer is a count."""


@dataclass(slots=True)
class Sharing:
    """The part of a shared game that is not on the board."""

    stored: Mapping[str, Any]
    """What `sharing_of` made."""
    offer: Offer | None = None
    _present: Counter[int | None] = field(default_factory=Counter)
    """How many pages each seat has open; None for those who watch."""
    _reactions: deque[models.Reaction] = field(
        default_factory=lambda: deque(maxlen=REACTIONS_SHOWN)
    )
    _reacted: dict[int, float] = field(default_factory=dict)
    _count: int = 0
    now: Callable[[], float] = time.monotonic

    @property
    def is_complete(self) -> bool:
        """Whether both seats are taken, so that the game can begin."""
        return None not in self.stored["keys"]

    @property
    def free_seat(self) -> int | None:
        """The seat that nobody has taken yet."""
        keys = self.stored["keys"]
        return keys.index(None) if None in keys else None

    def seat_of(self, key: str | None) -> int | None:
        """Returns the seat that a key opens; None for everybody who only watches."""
        if not key:
            return None
        offered = hashed(key)
        for seat, known in enumerate(self.stored["keys"]):
            if known is not None and hmac.compare_digest(known, offered):
                return seat
        return None

    def admits(self, invitation: str) -> bool:
        """Returns whether this is the invitation to this game."""
        return hmac.compare_digest(str(self.stored["invitation"]).encode(), invitation.encode())

    def with_key(self, seat: int, key: str) -> dict[str, Any]:
        """Returns what is stored once `seat` is taken by the holder of `key`."""
        keys = list(self.stored["keys"])
        keys[seat] = hashed(key)
        return {**self.stored, "keys": keys}

    def enter(self, seat: int | None) -> None:
        """Notes that a page of the holder of `seat`, or of a spectator, was opened."""
        self._present[seat] += 1

    def leave(self, seat: int | None) -> None:
        self._present[seat] -= 1

    def react(self, seat: int, sign: models.ReactionSign) -> None:
        """Shows a player's reaction; at most one a second."""
        now = self.now()
        if now - self._reacted.get(seat, -REACTION_PAUSE) < REACTION_PAUSE:
            raise TesujiError("one reaction a second is enough")
        self._reacted[seat] = now
        self._count += 1
        self._reactions.append(models.Reaction(number=self._count, by=seat, sign=sign))

    def view(self, names: tuple[str, str]) -> models.SharingView:
        """Returns what everybody may know; `names` are those of the players."""
        keys = self.stored["keys"]
        offer = self.offer
        return models.SharingView(
            names=names,
            joined=(keys[0] is not None, keys[1] is not None),
            present=(self._present[0] > 0, self._present[1] > 0),
            watching=max(0, self._present[None]),
            offer=None
            if offer is None
            else models.OfferView(kind=offer.kind, by=offer.by, agreement=offer.agreement),
            reactions=list(self._reactions),
            next=self.stored["next"],
        )
