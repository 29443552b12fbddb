"""Runs a game shared by a link, for two people at two machines and their spectators.

Every act needs the key of a seat. What concerns both players (taking back, the count, a rematch)
is offered by one and accepted by the other.
"""

from __future__ import annotations

from typing import Any

from tesuji.games import Side
from tesuji.play import GameInProgress
from tesuji.server import models
from tesuji.server.room import Conflict, Listener, Room
from tesuji.server.sharing import NotYours, Offer, Sharing
from tesuji.server.sharing_models import Join


class SharedRoom(Room):
    """The room of a game whose players come by a link."""

    def __init__(self, *args: Any) -> None:
        self._sharing: Sharing | None = None
        super().__init__(*args)
        self._seats: dict[Listener, int | None] = {}
        """The seat of each page that is open; None for those who watch."""

    def _replay(self) -> GameInProgress:
        assert self.stored.sharing is not None
        if self._sharing is None:
            self._sharing = Sharing(self.stored.sharing)
        else:  # the game was changed elsewhere
            self._sharing.stored = self.stored.sharing
        return super()._replay()

    @property
    def sharing(self) -> Sharing:
        """Who has come by the link, and what they have offered."""
        assert self._sharing is not None  # made when the game was read
        return self._sharing

    @property
    def _has_begun(self) -> bool:
        return self.sharing.is_complete

    # -- what people see --------------------------------------------------------------------

    def view(self) -> models.GameView:
        one, two = (str(seat["name"]) for seat in self.stored.seats)
        shared = self.sharing.view((one, two))
        return super().view().model_copy(update={"sharing": shared})

    def watch(self, listener: Listener, key: str | None = None) -> None:
        seat = self._seats[listener] = self.sharing.seat_of(key)
        self.sharing.enter(seat)
        self._announce()
        super().watch(listener)

    def unwatch(self, listener: Listener) -> None:
        super().unwatch(listener)
        if listener in self._seats:
            self.sharing.leave(self._seats.pop(listener))
            self._announce()

    # -- what players do --------------------------------------------------------------------

    def play(self, request: models.NewMove, key: str | None = None) -> None:
        seat = self._acting(key)
        if not self._has_begun:
            raise Conflict("the game begins when your friend has come")
        if self.is_playing and seat != self._progress.to_move:
            raise Conflict("it is the other player's turn")
        super().play(request)
        self.sharing.offer = None

    def undo(self, key: str | None = None) -> None:
        """Asks the other player to take back the last move of this one."""
        seat = self._acting(key)
        self._must_be_playing()
        if self._progress.ply_before([Side(seat)]) is None:
            raise Conflict("there is no move to take back")
        self._propose(Offer("undo", seat))

    def resign(self, player: int | None, key: str | None = None) -> None:
        super().resign(self._acting(key))

    def agree(self, agreement: models.Agreement, key: str | None = None) -> None:
        """Proposes a count. It stands when both have proposed the same."""
        seat, offer = self._acting(key), self.sharing.offer
        self._must_be_counting()
        if offer is not None and offer.by != seat and offer.agreement == agreement:
            super().agree(agreement)
        else:
            self._propose(Offer("count", seat, agreement))

    def play_on(self, key: str | None = None) -> None:
        self._acting(key)
        super().play_on()
        self.sharing.offer = None

    def join(self, request: Join, key: str) -> int | None:
        """Gives the free seat to the holder of `key`; None where both are taken."""
        if not self.sharing.admits(request.invitation):
            raise NotYours("this link is not an invitation to this game")
        seat = self.sharing.free_seat
        if seat is None:
            return None
        self.sharing.stored = self.sharing.with_key(seat, key)
        seats = list(self.stored.seats)
        seats[seat] = seats[seat] | {"name": request.name}
        self._save(sharing=dict(self.sharing.stored), seats=(seats[0], seats[1]))
        if self.is_playing:
            self._begin_turn()
        return seat

    def offer_rematch(self, key: str | None) -> None:
        """Asks the other player for another game."""
        seat = self._acting(key)
        if self.is_playing:
            raise Conflict("the game is still being played")
        if self.sharing.stored["next"] is None:
            self._propose(Offer("rematch", seat))

    def answer(self, accept: bool, key: str | None) -> bool:
        """Accepts or declines an offer, or withdraws one's own; whether a rematch was accepted."""
        seat, offer = self._acting(key), self.sharing.offer
        if offer is None:
            raise Conflict("there is no offer to answer")
        if accept and offer.by == seat:
            raise Conflict("the other player has to answer your offer")
        self.sharing.offer = None
        if accept and offer.kind == "undo":
            self._must_be_playing()
            self._take_back([Side(offer.by)])
        elif accept and offer.agreement is not None:
            super().agree(offer.agreement)
        else:
            self._announce()
        return accept and offer.kind == "rematch"

    def go_on_in(self, game_id: str) -> None:
        """Tells both players which game comes next."""
        self.sharing.stored = {**self.sharing.stored, "next": game_id}
        self._save(sharing=dict(self.sharing.stored))

    def react(self, sign: models.ReactionSign, key: str | None) -> None:
        """Shows everybody what a player feels."""
        self.sharing.react(self._acting(key), sign)
        self._announce()

    def _propose(self, offer: Offer) -> None:
        self.sharing.offer = offer
        self._announce()

    def _acting(self, key: str | None) -> int:
        """Returns the seat that a request acts for."""
        seat = self.sharing.seat_of(key)
        if seat is None:
            raise NotYours("you are watching this game: only its players can do that")
        return seat
