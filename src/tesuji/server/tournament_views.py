"""Describes tournaments for the browser."""

from __future__ import annotations

from collections.abc import Sequence

from tesuji.games import Side, parse_spec
from tesuji.match import LadderGame
from tesuji.match.statistics import Tally
from tesuji.server import tournament_models as models
from tesuji.server.models import SeatView
from tesuji.server.tournaments import Tournament
from tesuji.server.views import game_info

MOST_SHOWN = 300
"""The newest games that are listed."""


def summary_of(tournament: Tournament) -> models.TournamentSummary:
    told = tournament.description
    return models.TournamentSummary(
        id=tournament.id,
        spec=told.spec,
        names=list(told.names),
        state=tournament.state,
        began=told.began,
        done=len(tournament.games),
        total=told.total,
    )


def view_of(tournament: Tournament) -> models.TournamentView:
    told, games = tournament.description, tournament.games
    number = {spec: index for index, spec in enumerate(told.players)}
    numbered = list(enumerate(games))
    return models.TournamentView(
        **dict(summary_of(tournament)),
        game=game_info(told.spec),
        players=[SeatView(**seat) for seat in told.seats],
        games_per_pair=told.games,
        pace=tournament.pace.seconds,
        problem=tournament.problem,
        standings=_standings(tournament),
        points=_points(told.players, games),
        live=[
            models.LiveGame(first=number[one], second=number[two], moves=list(moves))
            for (one, two), moves in tournament.live.values()
        ],
        played=[_played(index, game, number) for index, game in reversed(numbered[-MOST_SHOWN:])],
    )


def played_moves(tournament: Tournament, index: int) -> models.PlayedMoves:
    """Returns a game that is over, to be analysed."""
    told, played = tournament.description, tournament.games[index]
    number = {spec: place for place, spec in enumerate(told.players)}
    shown = _played(index, played, number)
    parse = parse_spec(told.spec).parse_move
    winner = "Draw" if shown.winner is None else f"{told.names[shown.winner]} wins"
    return models.PlayedMoves(
        spec=told.spec,
        names=(told.names[shown.first], told.names[shown.second]),
        moves=[parse(move) for move in played.moves],
        result=f"{winner}: {played.reason}",
    )


def _standings(tournament: Tournament) -> list[models.TournamentRow]:
    players, games = tournament.description.players, tournament.games
    rows = []
    for rating in tournament.result.ratings:
        own = [_points_of(game, rating.name) for game in games if rating.name in game.players]
        tally = Tally.of(own)
        rows.append(
            models.TournamentRow(
                player=players.index(rating.name),
                games=len(own),
                wins=tally.wins,
                draws=tally.draws,
                losses=tally.losses,
                points=sum(own),
                elo=rating.elo if own else None,
                error=rating.error if own else None,
                failures=sum(game.failed == rating.name for game in games),
            )
        )
    return sorted(rows, key=lambda row: (row.points, row.elo or 0.0), reverse=True)


def _points(players: Sequence[str], games: Sequence[LadderGame]) -> list[list[float | None]]:
    def against(one: str, two: str) -> float | None:
        met = [game for game in games if set(game.players) == {one, two}]
        return sum(_points_of(game, one) for game in met) if one != two and met else None

    return [[against(one, two) for two in players] for one in players]


def _points_of(game: LadderGame, player: str) -> float:
    return game.points if game.players[0] == player else 1 - game.points


def _played(index: int, game: LadderGame, number: dict[str, int]) -> models.TournamentGame:
    beginner = Side(game.number % 2)
    first, second = game.players[beginner], game.players[beginner.other]
    winner = None if game.points == 0.5 else game.players[0 if game.points == 1 else 1]
    return models.TournamentGame(
        number=index,
        first=number[first],
        second=number[second],
        winner=None if winner is None else number[winner],
        reason=game.reason,
        num_moves=len(game.moves),
    )
