"""Runs a game in the terminal: people and engines take turns, and people may give commands."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from rich.markup import escape

from tesuji.analysis import chance_in, chance_of
from tesuji.cli.play_count import Leave, agree_on_count, standing
from tesuji.cli.play_terminal import PlayStopped, Terminal
from tesuji.cli.play_view import tally
from tesuji.errors import TesujiError
from tesuji.games import Game, Position, Side
from tesuji.play import FORFEIT, TIME, AskedPlayer, Control, Ending, GameInProgress
from tesuji.players import Choice, Player
from tesuji.players.human import read_legal_move
from tesuji.records import save
from tesuji.search import SearchReport

_WATCH_SECONDS = 0.4
"""The least seconds for which a spectator sees a position."""

HELP = """\
{moves}
hint         what the engine would play here
undo         takes back your last move; undo 3 takes back three
moves        lists the moves so far
save FILE    writes the game as SGF
board        shows the board again
score        who leads, and by how much (Go)
resign       gives up the game
quit         leaves; with --save the game is kept"""


class PlayTable:
    """One game between two seats."""

    def __init__(
        self,
        terminal: Terminal,
        progress: GameInProgress,
        *,
        adviser: Callable[[], Player],
        file: Path | None,
    ) -> None:
        """`adviser` makes the engine that gives hints; `file` is where the game is saved."""
        self._terminal = terminal
        self._progress = progress
        self._make_adviser = adviser
        self._adviser: AskedPlayer | None = None
        self._file = file
        self._opinion = ""

    # -- state ------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._progress.game

    @property
    def position(self) -> Position:
        return self._progress.position

    def _name(self, side: Side) -> str:
        if self.game.swaps_colours:  # a colour does not tell which player has it
            return ("First", "Second")[side]
        return self.game.player_names[side]

    def _engines(self) -> list[AskedPlayer]:
        engines = [seat.player for seat in self._progress.seats]
        return [engine for engine in (*engines, self._adviser) if engine is not None]

    # -- the game ---------------------------------------------------------------------------

    def play(self) -> Ending | None:
        """Plays to the end; returns None if the game was left."""
        ending = None
        try:
            for engine in self._engines():
                engine.follow(self._progress)
            ending = self._play()
        except Leave:
            self._terminal.say("The game is left.")
        finally:
            for engine in self._engines():
                engine.close()
            self._save_at_end(ending)
        return ending

    def _play(self) -> Ending:
        progress = self._progress
        while True:
            if progress.is_counting:
                self._count()
                continue
            ending = progress.ending
            if ending is not None:
                if ending.count is None:
                    self._show()
                self._terminal.say(self._sentence(ending))
                return ending
            side = progress.to_move
            engine = progress.seats[side].player
            if engine is None:
                self._person_moves(side)
            else:
                self._engine_moves(side, engine)

    def _move(self, move: int) -> None:
        """Plays `move` and tells the engines."""
        self._progress.play(move)
        for engine in self._engines():
            engine.follow(self._progress)

    # -- engines ----------------------------------------------------------------------------

    def _engine_moves(self, side: Side, engine: AskedPlayer) -> None:
        watched = not self._progress.people
        if self._terminal.on_screen or watched:
            self._show()
        began = time.monotonic()
        position, left = self.position, self._progress.clock.left(side)
        try:
            choice = self._think(
                engine, side, lambda control: engine.choose(position, left, control)
            )
        except PlayStopped as stopped:
            self._terminal.say(str(stopped))
            answer = self._terminal.ask("Enter lets it think again, quit leaves: ")
            if answer is None or answer.lower() == "quit":
                raise Leave from stopped
            return
        except TesujiError as error:
            self._progress.lose(side, f"cannot go on: {str(error).splitlines()[0]}", FORFEIT)
            return
        seconds = time.monotonic() - began
        if watched and self._terminal.on_screen:
            time.sleep(max(0.0, _WATCH_SECONDS - seconds))
        if choice.move is None:
            self._progress.resign(side)
            return
        why = position.why_illegal(choice.move)
        if why is not None:
            self._progress.lose(side, f"made an illegal move: {why}", FORFEIT)
            return
        if self._is_late(side, seconds):
            return
        self._opinion = self._opinion_of(side, choice)
        if not self._terminal.on_screen:
            about = f" ({self._opinion})" if self._opinion else ""
            played = self.game.format_move(choice.move)
            self._terminal.say(f"{self._name(side)} plays {played}{about}.")
        self._move(choice.move)

    def _think(self, engine: AskedPlayer, side: Side, work: Callable[[Control], Choice]) -> Choice:
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

    def _person_moves(self, side: Side) -> None:
        """Asks until there is a move, or until a command has changed the game."""
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
                        return
                elif word.lower() == "resign":
                    self._progress.resign(side)
                    return
                elif line:
                    move = read_legal_move(self.position, line)
                    if not self._is_late(side, time.monotonic() - began):
                        self._move(move)
                    return
            except TesujiError as error:
                self._terminal.say(f"{str(error).splitlines()[0]}; help explains.")

    # A command returns True if the board has to be shown again.

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
        for number, step in enumerate(self._progress.steps, start=1):
            name = self._name(step.side)
            self._terminal.say(f"{number:3}. {name} {self.game.format_move(step.move)}")
        if not self._progress.steps:
            self._terminal.say("No moves yet.")
        return False

    def _do_hint(self, rest: str) -> bool:
        if self._adviser is None:
            self._adviser = AskedPlayer(self._make_adviser())
            self._adviser.follow(self._progress)
        adviser, position = self._adviser, self.position
        choice = self._think(
            adviser, position.to_move, lambda control: adviser.choose(position, control=control)
        )
        if choice.move is None:
            self._terminal.say(f"{adviser.name} would resign.")
            return False
        opinion = self._opinion_of(position.to_move, choice)
        report = choice.report if isinstance(choice.report, SearchReport) else None
        line = (report and report.line) or (choice.move,)
        names = " ".join(map(self.game.format_move, line[:6]))
        more = f"; {opinion}" if opinion else ""
        engine = (report and report.engine) or adviser.name
        self._terminal.say(f"{engine} would play {names}{more}.")
        return False

    def _do_score(self, rest: str) -> bool:
        self._terminal.say(standing(self.position))
        return False

    def _do_undo(self, rest: str) -> bool:
        count = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 1
        if rest and (count < 1 or not rest.isdigit()):
            raise TesujiError(f"{rest!r} is not a number of moves to take back")
        ply = self._progress.ply_before(self._progress.people, count)
        if ply is None:
            raise TesujiError("you have not made that many moves")
        self._progress.take_back(ply)
        self._opinion = ""
        for engine in self._engines():
            engine.follow(self._progress)
        return True

    def _do_save(self, rest: str) -> bool:
        file = Path(rest) if rest else self._file
        if file is None:
            raise TesujiError("give a file: save FILE")
        self._save(file, None)
        return False

    def _do_quit(self, rest: str) -> bool:
        raise Leave

    # -- the end ----------------------------------------------------------------------------

    def _sentence(self, ending: Ending) -> str:
        """Describes how the game ended."""
        winner = ending.winner
        if winner is None:
            return f"The game is a draw: {ending.reason}."
        if ending.outcome is None:
            reasons = {"resignation": "resigns", "time": "is out of time"}
            what = reasons.get(ending.reason, ending.reason)
            return f"{self._name(winner.other)} {what}. {self._name(winner)} wins."
        _, _, points = ending.code(self.game).partition("+")
        by = f" by {points}" if points else ""
        return f"{self._name(winner)} wins{by}: {ending.reason}."

    def _is_late(self, side: Side, seconds: float) -> bool:
        """Takes `seconds` off the clock; returns whether the side has lost on time."""
        clock = self._progress.clock
        limit = clock.limit(side)
        if limit is not None and seconds > limit:
            self._progress.lose(side, "time", TIME)
            return True
        clock.spend(side, seconds)
        clock.moved(side)
        return False

    def _count(self) -> None:
        """Lets people agree on the count of a finished board, or play on."""
        count = agree_on_count(self._terminal, self.position)
        if count is not None:
            self._progress.agree(count.dead, count.seki)
            return
        self._progress.play_on()
        for engine in self._engines():
            engine.follow(self._progress)

    def _save_at_end(self, ending: Ending | None) -> None:
        if self._file is not None:
            self._save(self._file, ending)

    def _save(self, file: Path, ending: Ending | None) -> None:
        seats = self._progress.seats
        record = self._progress.record(
            black=seats[Side.FIRST].name,
            white=seats[Side.SECOND].name,
            date=time.strftime("%Y-%m-%d"),
        )
        if ending is not None:
            record.result = ending.code(self.game)
        save(record, file)
        self._terminal.say(f"Saved as {file}.")

    # -- showing ----------------------------------------------------------------------------

    def _show(self) -> None:
        self._terminal.show(self.position, self._notes())

    def _notes(self) -> list[str]:
        """Returns the notes beside the board, in rich's markup."""
        notes = [f"[dim]{escape(self.game.spec)}[/dim]"]
        counts = tally(self.position)
        for side in Side:
            turn = "▶" if side == self.position.to_move and not self.position.is_over else " "
            parts = [self._progress.seats[side].name, counts[side], self._time(side)]
            about = ", ".join(filter(None, parts))
            notes.append(f"{turn} [bold]{self._name(side)}[/bold] {escape(about)}")
        steps = self._progress.steps
        if steps:
            who, move = self._name(steps[-1].side), self.game.format_move(steps[-1].move)
            notes.append(f"Move {len(steps)}: {escape(f'{who} {move}')}")
        if self._opinion:
            notes.append(f"[dim]{escape(self._opinion)}[/dim]")
        return notes

    def _time(self, side: Side) -> str:
        now = self._progress.clock.now(side)
        if now.seconds is None:
            return ""
        left = f"{int(now.seconds) // 60}:{int(now.seconds) % 60:02} left"
        if now.moves > 1:
            return f"{left} for {now.moves} moves"
        return f"{left}, {now.periods} periods" if now.periods > 1 else left
