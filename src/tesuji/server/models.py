"""What travels between browser and server, as types. The app's own types are made from these.

Moves are numbers, as everywhere; `GameInfo.move_names` has their notation. Values are from -1 to 1
and say for whom they are. Times are seconds.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from tesuji.analysis import Remark

LONG = 1000
"""Characters of a name or result in a game record: real files have long ones."""
ShortText = Annotated[str, StringConstraints(max_length=80, strip_whitespace=True)]
LongText = Annotated[str, StringConstraints(max_length=LONG)]
Move = Annotated[int, Field(ge=0, lt=1024, strict=True)]
Moves = Annotated[list[Move], Field(max_length=5000)]
SideNumber = Annotated[int, Field(json_schema_extra={"enum": [0, 1]})]
"""0 for the player who moves first, 1 for the other."""


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


# -- what there is ---------------------------------------------------------------------------


class OptionChoice(Model):
    """A value that an option may take."""

    value: str
    title: str


class GameOption(Model):
    """An option of a game that people choose when they start one."""

    name: str
    title: str
    kind: Literal["choice", "number", "flag"]
    default: str
    choices: list[OptionChoice] = []


class LevelRating(Model):
    """How strong a level was on one board with the usual rules."""

    spec: str
    """The board, as a game spec."""
    size: str
    """The board, as people choose it."""
    words: str
    """What the rating means: "about GNU Go level 10"."""
    elo: float
    """Points above the anchor."""
    error: float
    """Half the width of the 95 % interval."""
    anchor: str
    """The program that has 0."""
    games: int
    """Against each neighbour."""


class Level(Model):
    """An opponent from the ladder of a game."""

    id: str
    title: str
    description: str
    ratings: list[LevelRating]
    """One for each board that it was measured on."""


class CatalogGame(Model):
    name: str
    title: str
    tagline: str
    sizes: list[str]
    """Empty for a game of one size."""
    default_size: str
    size_title: str = "Size"
    """What the sizes count."""
    options: list[GameOption]
    handicaps: bool
    can_set_up: bool
    """Whether boards can be set up by hand."""
    has_lesson: bool
    """Whether there is a lesson on the board."""
    players: tuple[str, str]
    levels: list[Level]
    expectations: dict[str, str]
    """By size, a sentence about boards on which opponents are weaker than elsewhere."""


class Catalog(Model):
    version: str
    games: list[CatalogGame]


# -- positions -------------------------------------------------------------------------------


class GameInfo(Model):
    """What stays the same during a game."""

    name: str
    spec: str
    title: str
    board: Literal["stones", "lines", "picture"]
    """What it is played on; a picture with a list of moves for games without such a board."""
    rows: int
    columns: int
    wraps: bool
    """Whether the board is a torus."""
    players: tuple[str, str]
    colours: tuple[str, str] = ("Black", "White")
    """What the stones are called: not always like the players."""
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
    """Whether a game is won by points, and not only won."""
    swaps_colours: bool = False
    """Whether nobody has a colour before the players choose."""
    tools: list[str] = []
    """What is offered for this game alone: "temperature", "chains"."""


class Ending(Model):
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
    ending: Ending | None


class PositionRequest(Model):
    """A position by the way that leads to it."""

    spec: Annotated[str, StringConstraints(max_length=200)]
    setup: Setup | None = None
    moves: Moves = []


class Setup(Model):
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


Points = Annotated[list[Move], Field(max_length=1024)]


class CountRequest(PositionRequest):
    """A board to be counted. Without marks the server proposes which stones are dead."""

    dead: Points | None = None
    seki: Points | None = None
    """Points of stones, each stone by its own."""
    click: Move | None = None
    """A point whose group changes: it is dead (or in seki) now, or alive again."""
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
    """How a game of Go stands, by the best judge that there is."""

    ownership: list[float]
    """For each point from 1 (Black's) to -1 (White's)."""
    lead: float
    """Points by which Black is ahead."""
    source: str
    sentence: str


class Agreement(Model):
    """On which dead stones the players agree."""

    dead: Points = []
    seki: Points = []


class IllegalAnswer(Model):
    """Why a move is not legal; null when it is."""

    reason: str | None


class ExplanationView(Model):
    """What is known of a position for certain or by theory, the most important first."""

    remarks: list[Remark]
    scores: dict[int, float]
    """Exact worth of moves for the player to move, in points of the game."""
    value: float | None
    """Exact worth of the position for the player to move, if it is known."""
    ownership: list[float]
    """For each point from 1 (the first player's) to -1 (the second's); empty where unknown."""


# -- games -----------------------------------------------------------------------------------


class Seat(Model):
    kind: Literal["human", "engine", "program"]
    """A program plays through the turn interface, `/turns`."""
    name: ShortText = ""
    level: ShortText | None = None
    """Which opponent of the ladder, for an engine."""
    run: Annotated[str, StringConstraints(max_length=200)] | None = None
    """The run of learning that the engine came out of, instead of a level."""
    version: Annotated[str, StringConstraints(max_length=200)] | None = None
    """Which version of the run; the newest one without it."""


class ClockSetting(Model):
    main: Annotated[float, Field(gt=0, le=86400)]
    increment: Annotated[float, Field(ge=0, le=3600)] = 0
    period: Annotated[float, Field(ge=0, le=86400)] = 0
    """Overtime: seconds for every `period_moves` moves once the main time is used up."""
    period_moves: Annotated[int, Field(ge=0, le=1000)] = 0
    periods: Annotated[int, Field(ge=1, le=100)] = 1
    """Of Japanese byo-yomi, which has one move a period."""


class NewGame(Model):
    game: ShortText
    options: Annotated[dict[ShortText, ShortText], Field(max_length=12)] = {}
    handicap: Annotated[int, Field(ge=2, le=9)] | None = None
    seats: tuple[Seat, Seat]
    clock: ClockSetting | None = None
    setup: Setup | None = None
    """The board to start from; the usual one without it. Not together with a handicap."""
    moves: Moves = []
    """Moves that count as played already: a game that goes on from a position."""


class NewMove(Model):
    move: Move
    ply: Annotated[int, Field(ge=0, le=5000)]
    """How many moves the board showed when the player moved: a stale board is refused."""


class SeatRequest(Model):
    """Which player acts; only needed where two people share a board."""

    player: Annotated[int, Field(ge=0, le=1)] | None = None


class MoveView(Model):
    move: int
    player: int
    name: str
    seconds: float
    value: float | None
    """What an engine thought, for the player who moved."""


class ClockView(Model):
    main: float
    increment: float
    period: float
    period_moves: int
    periods: int
    remaining: tuple[float, float]
    """Seconds left to each player when this view was made: main time, or of a period."""
    moves_left: tuple[int, int]
    """Moves that each player has to make within the period; 0 in the main time."""
    periods_left: tuple[int, int]
    """Periods of each player, the running one included; 0 in the main time."""
    running: int | None


class GameState(Model):
    """What changes in a game while it is played, but for its moves."""

    id: str
    updated: float
    status: Literal["playing", "finished"]
    clock: ClockView | None
    position: PositionView
    thinking: bool
    counting: bool
    """Whether play has stopped and the players have yet to agree which stones are dead."""
    count: CountView | None = None
    """The count on which the players agreed, of a finished game."""
    problem: str | None = None
    """Why an engine cannot go on, if it cannot; it tries again when it is told to."""


class GameView(GameState):
    """A whole game."""

    created: float
    game: GameInfo
    seats: tuple[Seat, Seat]
    moves: list[MoveView]
    setup: Setup | None


class GameChange(GameState):
    """A game for whoever knows how it stood before."""

    kept: int
    """How many of the moves before still stand. Who does not know as many asks for the game."""
    moves: list[MoveView]
    """The moves after those."""

    @classmethod
    def since(cls, kept: int, now: GameView) -> GameChange:
        """The game `now` for whoever knows its first `kept` moves."""
        state = {name: getattr(now, name) for name in GameState.model_fields}
        return cls(**state, kept=kept, moves=now.moves[kept:])


class GameSummary(Model):
    id: str
    updated: float
    status: Literal["playing", "finished"]
    spec: str
    seats: tuple[Seat, Seat]
    num_moves: int
    ending: Ending | None
    rules_loaded: bool
    """False for a game of one's own whose file was not given to this server: it can only be
    exported and deleted."""


class GameList(Model):
    games: list[GameSummary]
    next_before: float | None
    """Pass it as `before` to see older games; null at the end."""


# -- records ---------------------------------------------------------------------------------


class RecordUpload(Model):
    sgf: Annotated[str, StringConstraints(max_length=2_000_000)]


class TreeNode(Model):
    """A node of a move tree; the parent stands earlier in the list."""

    parent: Annotated[int, Field(ge=0, le=20000)] | None
    move: Move | None
    comment: str = ""
    marks: dict[str, str] = {}
    """Mark by point: "square", "triangle", "circle", "cross", "black territory",
    "white territory", or a label."""
    setup: Setup | None = None
    """The board at this node where no legal move leads to it: a set-up, or a move against the
    rules."""
    note: str = ""
    """What is wrong with the move."""


class RecordView(Model):
    game: GameInfo
    setup: Setup | None
    nodes: Annotated[list[TreeNode], Field(max_length=20000)]
    names: tuple[str, str]
    result: str
    problem: str | None = None
    """Why some moves were left out, if they were."""


class RecordDownload(Model):
    spec: Annotated[str, StringConstraints(max_length=200)]
    setup: Setup | None = None
    nodes: Annotated[list[TreeNode], Field(max_length=20000)]
    names: tuple[LongText, LongText] = ("", "")


class SgfText(Model):
    sgf: str


class RulesText(Model):
    """The rules of a game in prose."""

    title: str
    markdown: str


# -- programs that play each other -----------------------------------------------------------


class NewTurns(Model):
    """A game for programs."""

    game: ShortText = "dots-and-boxes"
    options: Annotated[dict[ShortText, ShortText], Field(max_length=12)] = {}
    engines: tuple[ShortText | None, ShortText | None] = (None, None)
    """The level of the engine in each seat; null for a seat that a program takes."""
    names: tuple[ShortText, ShortText] = ("", "")
    """What the programs are called."""


class TurnTickets(Model):
    game: str
    """The game, as people can watch it."""
    tickets: list[str | None]
    """What lets a program play each of the two seats; null for an engine's."""


class Turn(Model):
    """A move of a program."""

    position: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    """In notation, or as a number."""
    board: Annotated[str, StringConstraints(max_length=2000)] | None = None
    """The board after the move, as `TurnView.board` has it: the move is refused if it differs."""


class TurnView(Model):
    """How a game stands for a program. Players are 1 and 2."""

    game: str
    player: int
    """Whom the ticket plays for."""
    turn: int | None
    """Whose turn it is; null when the game is over."""
    moves: list[str]
    last: str | None
    board: str
    """Lines as ones and zeros, a row of horizontal and one of vertical lines in turn, each with as
    many digits as a row of dots; stones as X, O and a dot."""
    full_board: str
    """The board in plain text."""
    score: tuple[float, float] | None
    winner: int | None
    ending: str | None
    """How it ended, in words; null while it goes on."""


# -- learning --------------------------------------------------------------------------------


class RunSummary(Model):
    """A run of learning by self-play or by evolution."""

    name: str
    kind: str
    """"alphazero", or the name of an experiment of evolution."""
    game: str
    spec: str | None
    """The game in one line; null when it is not known here."""
    title: str
    began: float
    updated: float
    """When something was last measured."""
    step: int
    at_work: bool
    """Whether a process is at work on it now."""
    num_versions: int
    num_games: int
    latest: dict[str, float]
    """The last known value of each figure."""


class RunList(Model):
    runs: list[RunSummary]


class RunVersion(Model):
    """A player that came out of a run."""

    name: str
    number: int | None
    """Its generation."""


class LadderRung(Model):
    player: str
    version: str | None
    """The version of the run that it is, if it is one."""
    elo: float
    error: float | None
    score: float | None
    games: float | None


class RunView(Model):
    summary: RunSummary
    config: dict[str, str]
    seed: int
    versions: list[RunVersion]
    """The newest first."""
    games: list[str]
    """Records of sample games, the newest first."""
    ladder: list[LadderRung]


class RunCurves(Model):
    """What a run measured, as columns of the same length."""

    lines: int
    """How many lines there are: ask for those after it to see what is new."""
    steps: list[float]
    times: list[float]
    figures: dict[str, list[float | None]]


# -- analysis --------------------------------------------------------------------------------


class MoveAnalysis(Model):
    """A move at the root, seen by the player to move there."""

    move: int
    visits: int
    value: float
    rating: float | None
    """0 to 100: the chance to win with it; None for a move that the search has no opinion of."""
    proof: Literal["unknown", "win", "draw", "loss"]
    score: float | None
    """Points by which the player to move wins with it, where that is proven."""
    lead: float | None
    """Points by which the player to move leads with it, as a network judges it."""
    line: list[int]


class AnalysisView(Model):
    """What a search knows of a position."""

    for_player: SideNumber
    """The player to move, for whom values are."""
    value: float
    proof: Literal["unknown", "win", "draw", "loss"]
    chance: float
    """Of the player to move to win, 0 to 1."""
    score: float | None
    """Points by which the player to move wins with best play by both, where that is proven."""
    lead: float | None
    """Points by which the player to move leads, as a network judges it."""
    engine: str
    """Who searched and with what budget, as a player spec."""
    simulations: int
    nodes: int
    seconds: float
    moves: list[MoveAnalysis]
    done: bool


class Done(Model):
    """A job has come to its end; all that there was to say has been said."""


class ReviewedMove(Model):
    """One move of a reviewed game. Chances are those of the player who moved, 0 to 1."""

    ply: int
    move: int
    player: SideNumber
    chance: float
    """After the move that was played."""
    best_chance: float
    best: int
    line: list[int]
    loss: float
    """What the move gave away: best_chance - chance, never negative."""
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder", "forced"]
    points_lost: float | None
    """Points of the game that it gave away, where that is known."""
    points_proven: bool
    """Whether they are certain, and not the estimate of a network."""
    lead: float | None
    """Points by which the player who moved leads after it; null where nobody counts."""
    best_lead: float | None
    engine: str
    """Who judged and with what budget, as a player spec."""


class Problem(Model):
    """An error, as RFC 9457 has it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str


PositionRequest.model_rebuild()
