"""A game at the table: people and engines take turns, people may also talk to the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.markup import escape

from tesuji.analysis import chance_in, chance_of
from tesuji.cli.play_terminal import Stopped, Terminal
from tesuji.cli.play_view import tally
from tesuji.errors import TesujiError
from tesuji.games import Game, Position
from tesuji.games import Player as Side
from tesuji.games.go import Go
from tesuji.match.clock import Clock, TimeControl
from tesuji.players import Choice, Player
from tesuji.players.human import read_legal_move
from tesuji.protocols.gtp_board import live_record
from tesuji.protocols.gtp_status import dead_points
from tesuji.records import result_text, save
from tesuji.search import SearchReport

_WATCH_SECONDS = 0.4
"""How long a spectator sees a position at least."""

HELP = """\
{moves}
hint         what the engine would play here
undo         takes back your last move; undo 3 takes back three
moves        lists the moves so far
save FILE    writes the game as SGF
board        shows the board again
resign       gives up the game
quit         leaves; with --save the game is kept"""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays one side."""

    name: str
    engine: Player | None = None
    """None for a person."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended."""

    winner: Side | None
    sentence: str
    code: str
    """The result as SGF writes it."""


class Leave(Exception):
    """The person wants to go, or the input has ended."""


class Table:
    """One game between two seats, from `start` with `moves` already played."""

    def __init__(
        self,
        terminal: Terminal,
        start: Position,
        moves: list[int],
        seats: tuple[Seat, Seat],
        *,
        control: TimeControl,
        adviser: Callable[[], Player],
        file: Path | None,
    ) -> None:
        """`adviser` makes the engine that gives hints; `file` is where the game is saved."""
        self._terminal = terminal
        self._positions = [start]
        self._moves: list[int] = []
        self._seats = seats
        self._clock = Clock(control)
        self._make_adviser = adviser
        self._adviser: Player | None = None
        self._file = file
        self._opinion = ""
        for move in moves:
            self._push(move)

    # -- state ------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._positions[0].game

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def _people(self) -> int:
        return sum(seat.engine is None for seat in self._seats)

    def _name(self, side: Side) -> str:
        if getattr(self.game, "swap2", False):  # there a colour does not say who plays it
            return ("First", "Second")[side]
        return self.game.player_names[side]

    def _engines(self) -> list[Player]:
        engines = [seat.engine for seat in self._seats if seat.engine is not None]
        return engines + ([self._adviser] if self._adviser is not None else [])

    def _push(self, move: int) -> None:
        self._positions.append(self.position.after(move))
        self._moves.append(move)

    def _begin_anew(self) -> None:
        """Tells all engines where the game stands."""
        for engine in self._engines():
            engine.start(self.game, self.position)

    # -- the game ---------------------------------------------------------------------------

    def play(self) -> Ending | None:
        """Plays to the end; None when the game was left."""
        ending = None
        try:
            self._begin_anew()
            ending = self._play()
        except Leave:
            self._terminal.say("The game is left.")
        finally:
            for engine in self._engines():
                engine.close()
            self._save_at_end(ending)
        return ending

    def _play(self) -> Ending:
        while True:
            ending = self._end_by_rules()
            side = self.position.to_move
            if ending is None:
                seat = self._seats[side]
                if seat.engine is None:
                    ending = self._person_moves(side)
                else:
                    ending = self._engine_moves(side, seat.engine)
            if ending is not None:
                self._show()
                self._terminal.say(ending.sentence)
                self._explain_count()
                return ending

    def _move(self, move: int) -> None:
        """Plays `move` and tells the engines."""
        before = self.position
        self._push(move)
        for engine in self._engines():
            engine.observe(before, move, self.position)

    # -- engines ----------------------------------------------------------------------------

    def _engine_moves(self, side: Side, engine: Player) -> Ending | None:
        if self._terminal.on_screen or not self._people:
            self._show()
        began = time.monotonic()
        position, left = self.position, self._clock.left(side)
        try:
            choice = self._think(engine, side, lambda: engine.choose(position, left))
        except Stopped as stopped:
            self._terminal.say(str(stopped))
            answer = self._terminal.ask("Enter lets it think again, quit leaves: ")
            if answer is None or answer.lower() == "quit":
                raise Leave from stopped
            return None
        except TesujiError as error:
            reason = str(error).splitlines()[0]
            return self._lost(side, f"{self._name(side)} cannot go on: {reason}.", "F")
        seconds = time.monotonic() - began
        if not self._people and self._terminal.on_screen:
            time.sleep(max(0.0, _WATCH_SECONDS - seconds))
        if choice.move is None:
            return self._lost(side, f"{self._name(side)} resigns.", "R")
        why = position.why_illegal(choice.move)
        if why is not None:
            return self._lost(side, f"{self._name(side)} plays what is illegal: {why}.", "F")
        if self._is_late(side, seconds):
            return self._lost(side, f"{self._name(side)} is out of time.", "T")
        self._opinion = self._opinion_of(side, choice)
        if not self._terminal.on_screen:
            about = f" ({self._opinion})" if self._opinion else ""
            played = self.game.format_move(choice.move)
            self._terminal.say(f"{self._name(side)} plays {played}{about}.")
        self._move(choice.move)
        return None

    def _think(self, engine: Player, side: Side, work: Callable[[], Choice]) -> Choice:
        return self._terminal.think(engine, f"{self._name(side)} ({engine.name}) thinks …", work)

    def _opinion_of(self, side: Side, choice: Choice) -> str:
        if choice.value is None:
            return ""
        report = choice.report
        if isinstance(report, SearchReport):
            chance = chance_in(report)
        else:
            chance = chance_of(choice.value.seen_by(side))
        return f"{self._name(side)} gives itself {chance:.0%}"

    # -- people -----------------------------------------------------------------------------

    def _person_moves(self, side: Side) -> Ending | None:
        """Asks until there is a move, or something else has changed the game."""
        self._show()
        began = time.monotonic()
        while True:
            line = self._terminal.ask(f"{self._name(side)}> ")
            if line is None:
                raise Leave
            word, _, rest = line.partition(" ")
            command = getattr(self, f"_do_{word.lower()}", None)
            try:
                if command is not None:
                    if command(rest.strip()):
                        return None
                elif word.lower() == "resign":
                    return self._lost(side, f"{self._name(side)} resigns.", "R")
                elif line:
                    move = read_legal_move(self.position, line)
                    if self._is_late(side, time.monotonic() - began):
                        return self._lost(side, f"{self._name(side)} is out of time.", "T")
                    self._move(move)
                    return None
            except TesujiError as error:
                self._terminal.say(f"{str(error).splitlines()[0]}; help explains.")

    # A command does its work and gives True when the board has to be looked at anew.

    def _do_help(self, rest: str) -> bool:
        game = self.game
        some = [game.format_move(move) for move in self.position.legal_moves()]
        shown = " ".join(dict.fromkeys([some[0], some[len(some) // 2], some[-1]]))
        self._terminal.say(HELP.format(moves=f"a move       such as {shown}"))
        return False

    def _do_board(self, rest: str) -> bool:
        self._show()
        return False

    def _do_moves(self, rest: str) -> bool:
        for number, (before, move) in enumerate(
            zip(self._positions, self._moves, strict=False), start=1
        ):
            name = self._name(before.to_move)
            self._terminal.say(f"{number:3}. {name} {self.game.format_move(move)}")
        if not self._moves:
            self._terminal.say("No moves yet.")
        return False

    def _do_hint(self, rest: str) -> bool:
        if self._adviser is None:
            self._adviser = self._make_adviser()
            self._adviser.start(self.game, self.position)
        adviser, position = self._adviser, self.position
        choice = self._think(adviser, position.to_move, lambda: adviser.choose(position))
        if choice.move is None:
            self._terminal.say(f"{adviser.name} would resign.")
            return False
        opinion = self._opinion_of(position.to_move, choice)
        line = getattr(choice.report, "line", ()) or (choice.move,)
        names = " ".join(map(self.game.format_move, line[:6]))
        more = f"; {opinion}" if opinion else ""
        engine = getattr(choice.report, "engine", "") or adviser.name
        self._terminal.say(f"{engine} would play {names}{more}.")
        return False

    def _do_undo(self, rest: str) -> bool:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 1
        if rest and (count < 1 or not rest.isdigit()):
            raise TesujiError(f"{rest!r} is not a number of moves to take back")
        left = len(self._moves)
        for _ in range(count):
            left -= 1
            while left >= 0 and self._seats[self._positions[left].to_move].engine is not None:
                left -= 1
        if left < 0:
            raise TesujiError("you have not made so many moves")
        del self._moves[left:]
        del self._positions[left + 1 :]
        self._opinion = ""
        self._begin_anew()
        return True

    def _do_save(self, rest: str) -> bool:
        file = Path(rest) if rest else self._file
        if file is None:
            raise TesujiError("say where: save FILE")
        self._save(file, None)
        return False

    def _do_quit(self, rest: str) -> bool:
        raise Leave

    # -- the end ----------------------------------------------------------------------------

    def _lost(self, side: Side, sentence: str, how: str) -> Ending:
        winner = side.other
        return Ending(winner, f"{sentence} {self._name(winner)} wins.", f"{'BW'[winner]}+{how}")

    def _end_by_rules(self) -> Ending | None:
        outcome = self.position.outcome
        if outcome is None:
            return None
        code = result_text(self.game, outcome)
        if outcome.winner is None:
            return Ending(None, f"The game is a draw: {outcome.reason}.", code)
        _, _, points = code.partition("+")
        by = f" by {points}" if points else ""
        sentence = f"{self._name(outcome.winner)} wins{by}: {outcome.reason}."
        return Ending(outcome.winner, sentence, code)

    def _is_late(self, side: Side, seconds: float) -> bool:
        limit = self._clock.limit(side)
        if limit is not None and seconds > limit:
            return True
        self._clock.spend(side, seconds)
        self._clock.moved(side)
        return False

    def _explain_count(self) -> None:
        """Go counts all stones as alive; people may want to know what the board is worth else."""
        position = self.position
        if not isinstance(self.game, Go) or not position.is_over:
            return
        dead = dead_points(position)
        if dead:
            names = " ".join(map(self.game.format_move, sorted(dead)))
            score = getattr(position, "score")(dead)  # noqa: B009  (only positions of Go have it)
            self._terminal.say(
                f"All stones were counted as alive. Playouts call {names} dead: without them the "
                f"score would be {score}."
            )

    def _save_at_end(self, ending: Ending | None) -> None:
        if self._file is not None:
            self._save(self._file, ending)

    def _save(self, file: Path, ending: Ending | None) -> None:
        sides = (position.to_move for position in self._positions)
        record = live_record(
            self._positions[0],
            zip(sides, self._moves, strict=False),
            black=self._seats[Side.FIRST].name,
            white=self._seats[Side.SECOND].name,
            date=time.strftime("%Y-%m-%d"),
        )
        if ending is not None:
            record.result = ending.code
        save(record, file)
        self._terminal.say(f"Saved as {file}.")

    # -- showing ----------------------------------------------------------------------------

    def _show(self) -> None:
        self._terminal.show(self.position, self._notes())

    def _notes(self) -> list[str]:
        """What is said beside the board, in rich's markup."""
        notes = [f"[dim]{escape(self.game.spec)}[/dim]"]
        counts = tally(self.position)
        for side in Side:
            turn = "▶" if side == self.position.to_move and not self.position.is_over else " "
            parts = [self._seats[side].name, counts[side], self._time(side)]
            about = ", ".join(filter(None, parts))
            notes.append(f"{turn} [bold]{self._name(side)}[/bold] {escape(about)}")
        if self._moves:
            who = self._name(self._positions[-2].to_move)
            move = self.game.format_move(self._moves[-1])
            notes.append(f"Move {len(self._moves)}: {escape(f'{who} {move}')}")
        if self._opinion:
            notes.append(f"[dim]{escape(self._opinion)}[/dim]")
        return notes

    def _time(self, side: Side) -> str:
        left = self._clock.left(side)
        if left is None or left.main is None:
            return ""
        return f"{int(left.main) // 60}:{int(left.main) % 60:02} left"
