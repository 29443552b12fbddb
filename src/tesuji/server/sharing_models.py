"""Defines what browser and server exchange about games shared by a link."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from tesuji.server import models


class NewSharedGame(models.Model):
    """A game to be played by a link. Both seats are for people."""

    game: models.NewGame
    seat: Annotated[int, Field(ge=0, le=1)]
    """The seat of the player who opens it; the friend gets the other one."""


class Join(models.Model):
    """Somebody follows the link."""

    invitation: Annotated[str, StringConstraints(max_length=80)]
    name: models.ShortText = ""


class Joined(models.Model):
    """What somebody who follows the link gets."""

    game: str
    seat: models.SideNumber | None
    """null where both seats were taken already: they may watch."""
    key: str | None
    """The secret that lets a page play that seat."""


class Invitation(models.Model):
    """What a link is made of: ``ADDRESS/?invite=GAME.INVITATION``."""

    game: str
    invitation: str
    address: str | None
    """Where other machines reach this server; null where they cannot."""


class OfferAnswer(models.Model):
    accept: bool


class ReactionRequest(models.Model):
    sign: models.ReactionSign
