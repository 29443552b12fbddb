"""Defines the types of positions and games in the HTTP API; the other modules have the rest.

The types of the web app are generated from all of them.

Moves are numbers; `GameInfo.move_names` has their notation. Values are from -1 to 1 and say for
whom they are. Times are seconds.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tesuji.analysis import Remark

LONG = 1000
"""The most characters of a name or result in a game record: real files have long ones."""
ShortText = Annotated[str, StringConstraints(max_length=80, strip_whitespace=True)]
LongText = Annotated[str, StringConstraints(max_length=LONG)]
Move = Annotated[int, Field(ge=0, lt=1024, strict=True)]
Moves = Annotated[list[Move], Field(max_length=5000)]
SideNumber = Annotated[int, Field(json_schema_extra={"enum": [0, 1]})]
"""0 for the player who moves first, 1 for the other."""


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# -- positions -------------------------------------------------------------------------------


class GameInfo(Model):
    """What stays the same during a game."""

    name: str
    spec: str
    title: str
    board: Literal["stones", "lines", "picture"]
    """The kind of board; a picture with a list of moves for games without one."""
    rows: int
    columns: int
    wraps: bool
    """Whether the board is a torus."""
    players: tuple[str, str]
    colours: tuple[str, str] = ("Black", "White")
    """The names of the stones' colours, which may differ from the players' names."""
    move_names: list[str]
    stars: list[int] = []
    skips_letter_i: bool = False
    """Whether the columns are named without the letter I."""
    rows_from_top: bool = False
    """Whether rows are counted from the top and not from the bottom."""
    squares: bool = False
    """Whether stones stand in the squares between the lines and not on their crossings."""
    counts: str = ""
    """What `PositionView.score` counts: "boxes", "prisoners", "discs"."""
    has_score: bool = False
    """Whether games have a score in points."""
    swaps_colours: bool = False
    """Whether the players choose colours in the opening."""
    tools: list[str] = []
    """Tools for this game only: "temperature", "chains"."""


class EndingView(Model):
    winner: int | None
    margin: float
    """Lead of the first player."""
    reason: str
    text: str


class PositionView(Model):
    """A position as a board shows it."""

    ply: int
    to_move: int
    stones: list[int] | None = None
    """-1 empty, 0 Black, 1 White at each point."""
    lines: list[int] | None = None
    """The lines drawn (Dots and Boxes)."""
    owners: list[int] | None = None
    """-1 open, 0 first, 1 second for each box (Dots and Boxes)."""
    colour_to_place: int
    """Colour of the next stone: that of the player to move, unless swap2 changed seats."""
    legal: list[int]
    last_move: int | None
    score: tuple[float, float] | None = None
    """Boxes or prisoners of the first and second player."""
    highlight: list[int] = []
    forbidden: list[int] = []
    picture: str | None = None
    """The position as SVG, for games without a board of stones or lines."""
    notes: list[str]
    ending: EndingView | None


class PositionRequest(Model):
    """A position, given by a set-up and moves."""

    spec: Annotated[str, StringConstraints(max_length=200)]
    setup: SetupView | None = None
    moves: Moves = []


class SetupView(Model):
    """A board set up by hand."""

    stones: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(max_length=1024)] | None = (
        None
    )
    lines: Annotated[list[Move], Field(max_length=1024)] | None = None
    owners: Annotated[list[Annotated[int, Field(ge=-1, le=1)]], Field(max_length=1024)] | None = (
        None
    )
    to_move: Annotated[int, Field(ge=0, le=1)] = 0


class PositionAnswer(Model):
    game: GameInfo
    position: PositionView


class PositionLine(Model):
    """A game, position by position, without the legal moves."""

    game: GameInfo
    positions: list[PositionView]


Points = Annotated[list[Move], Field(max_length=1024)]


class CountRequest(PositionRequest):
    """A board to be counted. Without marks the server proposes which stones are dead."""

    dead: Points | None = None
    seki: Points | None = None
    """The points of all stones in seki."""
    click: Move | None = None
    """A point whose group is toggled between dead (or in seki) and alive."""
    click_means: Literal["dead", "seki"] = "dead"


class CountView(Model):
    """The count of a board of Go."""

    dead: list[int]
    seki: list[int]
    owner: list[int]
    """For each point 0 (Black's), 1 (White's) or -1 (nobody's)."""
    margin: float
    """Points by which Black leads."""
    by_territory: bool
    sentences: list[str]
    """The count in words: the rule, each side, what is left, who wins."""


class EstimateView(Model):
    """An estimate of ownership and lead in a game of Go."""

    ownership: list[float]
    """For each point from 1 (Black's) to -1 (White's)."""
    lead: float
    """Points by which Black is ahead."""
    source: str
    sentence: str


class Agreement(Model):
    """The stones that the players agree to be dead or in seki."""

    dead: Points = []
    seki: Points = []


class IllegalAnswer(Model):
    """Why a move is illegal; null if it is legal."""

    reason: str | None


class ExplanationView(Model):
    """What is known about a position exactly or by theory, the most important first."""

    remarks: list[Remark]
    scores: dict[int, float]
    """Exact values of moves for the player to move, in points of the game."""
    value: float | None
    """Exact value of the position for the player to move, if known."""
    ownership: list[float]
    """For each point from 1 (the first player's) to -1 (the second's); empty if unknown."""


# -- games -----------------------------------------------------------------------------------


class SeatView(Model):
    kind: Literal["human", "engine", "program"]
    """A program plays through the turn interface, `/turns`."""
    name: ShortText = ""
    level: ShortText | None = None
    """The level of an engine."""
    run: Annotated[str, StringConstraints(max_length=200)] | None = None
    """The run whose network plays, instead of a level."""
    version: Annotated[str, StringConstraints(max_length=200)] | None = None
    """The version of the run; the newest by default."""
    engine: ShortText | None = None
    """The id of an external engine, instead of a level."""
    network: ShortText | None = None
    """The id of a network on the list of opponents, instead of a level."""


class ClockSetting(Model):
    main: Annotated[float, Field(gt=0, le=86400)]
    increment: Annotated[float, Field(ge=0, le=3600)] = 0
    period: Annotated[float, Field(ge=0, le=86400)] = 0
    """Overtime: seconds for every `period_moves` moves once the main time is used up."""
    period_moves: Annotated[int, Field(ge=0, le=1000)] = 0
    periods: Annotated[int, Field(ge=1, le=100)] = 1
    """Periods of Japanese byo-yomi, which has one move per period."""


class NewGame(Model):
    game: ShortText
    options: Annotated[dict[ShortText, ShortText], Field(max_length=12)] = {}
    handicap: Annotated[int, Field(ge=2, le=9)] | None = None
    seats: tuple[SeatView, SeatView]
    clock: ClockSetting | None = None
    setup: SetupView | None = None
    """The board to start from; the usual one by default. Not together with a handicap."""
    moves: Moves = []
    """Moves already played, for a game that continues from a position."""


class NewMove(Model):
    move: Move
    ply: Annotated[int, Field(ge=0, le=5000)]
    """The number of moves on the player's board; a stale board is refused."""


class SeatRequest(Model):
    """The player who acts; only needed if two people share a board."""

    player: Annotated[int, Field(ge=0, le=1)] | None = None


class MoveView(Model):
    move: int
    player: int
    name: str
    seconds: float
    value: float | None
    """The engine's value for the player who moved."""


class ClockView(Model):
    main: float
    increment: float
    period: float
    period_moves: int
    periods: int
    remaining: tuple[float, float]
    """Seconds left to each player in this view: main time, or of a period."""
    moves_left: tuple[int, int]
    """Moves that each player has to make within the period; 0 in the main time."""
    periods_left: tuple[int, int]
    """Periods of each player, the running one included; 0 in the main time."""
    running: int | None


OfferKind = Literal["undo", "rematch", "count"]
ReactionSign = Literal["hello", "well played", "thanks", "oops", "wow", "thinking"]


class OfferView(Model):
    """What a player of a shared game asks of the other."""

    kind: OfferKind
    by: SideNumber
    agreement: Agreement | None = None
    """The dead stones that a count assumes."""


class Reaction(Model):
    number: int
    """Counts all reactions of a game, so that a page knows which are new."""
    by: SideNumber
    sign: ReactionSign


class SharingView(Model):
    """A game that two people play by a link."""

    names: tuple[str, str]
    """Of the players; empty where somebody gave none."""
    joined: tuple[bool, bool]
    """Whether each seat is taken. The game begins when both are."""
    present: tuple[bool, bool]
    """Whether each player has the game open."""
    watching: int
    """Pages of people who only watch."""
    offer: OfferView | None
    reactions: list[Reaction]
    """The newest ones, oldest first."""
    next: str | None
    """The game after this one, once both wanted a rematch."""


class GameState(Model):
    """The changing state of a game, without its moves."""

    id: str
    updated: float
    sharing: SharingView | None = None
    """Only of a game shared by a link."""
    status: Literal["playing", "finished"]
    clock: ClockView | None
    position: PositionView
    thinking: bool
    counting: bool
    """Whether play has stopped and the players must agree which stones are dead."""
    count: CountView | None = None
    """The count on which the players agreed, of a finished game."""
    problem: str | None = None
    """Why an engine cannot continue, if so; a retry can be requested."""


class GameView(GameState):
    """A whole game."""

    created: float
    game: GameInfo
    seats: tuple[SeatView, SeatView]
    moves: list[MoveView]
    setup: SetupView | None


class GameChange(GameState):
    """The change of a game since an earlier state."""

    kept: int
    """The number of earlier moves that are kept. A client with fewer must load the whole game."""
    moves: list[MoveView]
    """The moves after the kept ones."""

    @classmethod
    def since(cls, kept: int, now: GameView) -> GameChange:
        """Returns the change to `now` for a client with its first `kept` moves."""
        state = {name: getattr(now, name) for name in GameState.model_fields}
        return cls(**state, kept=kept, moves=now.moves[kept:])


class GameSummary(Model):
    id: str
    updated: float
    status: Literal["playing", "finished"]
    spec: str
    seats: tuple[SeatView, SeatView]
    num_moves: int
    ending: EndingView | None
    rules_loaded: bool
    """False for a user's game whose file was not given to this server: it can only be exported and
    deleted."""
    tags: list[str] = []


class GameList(Model):
    games: list[GameSummary]
    next_before: float | None
    """Pass it as `before` to see older games; null at the end."""


# -- errors -----------------------------------------------------------------------------------


class ProblemDetails(Model):
    """An error, as defined by RFC 9457."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


PositionRequest.model_rebuild()
