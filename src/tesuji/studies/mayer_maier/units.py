"""Does the units of work of ``tesuji reproduce mayer-maier``."""

from __future__ import annotations

import numpy as np

from tesuji.games import Position, Side, parse_spec
from tesuji.learning.evolution.experiments import Result
from tesuji.learning.evolution.genotypes import Population
from tesuji.learning.evolution.measures import opening_of, strengths
from tesuji.learning.evolution.networks import EvolvedNetworkConfig
from tesuji.learning.evolution.players_of_genes import express, network_of
from tesuji.match import derived_seed, play_game, record_of
from tesuji.match.referee import GameResult
from tesuji.players import make_player
from tesuji.records import GameRecord, write_sgf
from tesuji.search import Budget, search
from tesuji.studies import find_experiment
from tesuji.studies.exhibits import Findings, Settings, UnitPlace
from tesuji.studies.matches import play_match_unit

EXAMINERS = ("mcts:sims=10", "mcts:sims=40")
"""Players that no network ever met while it was bred."""
_ANNOTATING = Budget(simulations=400)


def twin_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Measures an untrained twin: a network of a first generation, with random genes.

    Settings: `experiment`, `given`, `games`.
    """
    experiment = find_experiment(str(settings["experiment"]))
    config: EvolvedNetworkConfig = experiment.configure(settings["given"])
    dice = np.random.default_rng(place.seed)
    population = Population.initial(config.layout(), 1, dice)
    table = config.table(1)
    result: Result = strengths(
        table, express(table.spec, population), int(settings["games"]), place.seed
    )[0]
    network = network_of(table.spec, population, 0, {"experiment": "none: random genes"})
    place.work_folder.mkdir(parents=True, exist_ok=True)
    kept = place.work_folder / f"{settings['name']}.npz"
    network.save(kept)
    return {"result": {**result, "opening": opening_of(network)}, "network": kept.name}


def examine_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Lets a network play examiners that took no part in breeding it.

    Settings: `of` (the unit that made the network), `game`, `examiners`, `games` against each.
    """
    network = place.findings(str(settings["of"]))["network"]
    return {
        spec: play_match_unit(
            {
                "game": settings["game"],
                "a": f"evolved:file={{work}}/{network}",
                "b": spec,
                "games": settings["games"],
                "openings": 2,
            },
            place,
        )
        for spec in settings["examiners"]
    }


def between_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Lets one network play others, two games from each opening.

    Settings: `of`, `others` (units), `game`, `games` against each.
    """
    mine = place.findings(str(settings["of"]))["network"]
    found: Findings = {}
    for other in settings["others"]:
        network = place.findings(str(other))["network"]
        match = {
            "game": settings["game"],
            "a": f"evolved:file={{work}}/{mine}",
            "b": f"evolved:file={{work}}/{network}",
            "games": settings["games"],
            "openings": 2,
        }
        found[str(other)] = play_match_unit(match, place)["score"]
    return found


# -- annotated games ------------------------------------------------------------------------------


def game_unit(settings: Settings, place: UnitPlace) -> Findings:
    """Finds a won game of a network and annotates it.

    Settings: `units` (those that bred networks), `choose` ("lowest" or "highest" strength among
    them), `opponent`, `side` (0: the network has Black), `game`, `games` to look through, `want`
    ("closest": the smallest margin, "largest": the biggest upset).
    """
    units = [place.findings(str(name)) for name in settings["units"]]
    choice = min if settings["choose"] == "lowest" else max
    found = choice(units, key=lambda unit: float(unit["result"]["strength"]))
    game = parse_spec(str(settings["game"]))
    side = Side(int(settings["side"]))
    won: list[tuple[float, GameResult]] = []
    for number in range(int(settings["games"])):
        seeds = [derived_seed(place.seed, settings["opponent"], number, end) for end in (0, 1)]
        mine = make_player(f"evolved:file={place.work_folder / found['network']}", game)
        theirs = make_player(str(settings["opponent"]), game, seed=seeds[1])
        players = [mine, theirs] if side is Side.FIRST else [theirs, mine]
        played = play_game(game, players)
        if played.winner is side and played.outcome is not None:
            won.append((abs(float(played.outcome.margin)), played))
    if not won:
        return {"strength": found["result"]["strength"], "sgf": "", "won": 0}
    first = min if settings["want"] == "closest" else max
    margin, best = first(won, key=lambda pair: pair[0])
    record = record_of(best)
    names = ["evolved network", str(settings["opponent"])]
    record.black, record.white = names if side is Side.FIRST else names[::-1]
    notes = annotate(record, side)
    return {
        "strength": found["result"]["strength"],
        "sgf": write_sgf(record),
        "won": len(won),
        "margin": margin,
        "notes": notes,
    }


def annotate(record: GameRecord, side: Side) -> list[str]:
    """Writes a search's opinion of every position into a record; returns the largest swings.

    The opinion is the share of games that `side` is expected to win.
    """
    swings: list[tuple[float, str]] = []
    before = None
    for node in record.main_line():
        chance = _chance(node.position(), side)
        node.comment = f"{record.game.player_names[side]}: {chance:.0%}"
        if before is not None and node.move is not None:
            text = f"move {node.move_number}, {node.notation}: {before:.0%} to {chance:.0%}"
            swings.append((abs(chance - before), text))
        before = chance
    return [text for _, text in sorted(swings, reverse=True)[:3]]


def _chance(position: Position, side: Side) -> float:
    outcome = position.outcome
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner is side)
    report = search(position, budget=_ANNOTATING, seed=1)
    return (report.value.seen_by(side).number + 1) / 2
