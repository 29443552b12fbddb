"""Declares ``tesuji reproduce garcia``: the experiments of chapter 4, and those left undone."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any

from tesuji.errors import TesujiError
from tesuji.processes import find_program
from tesuji.studies.blocks import Block, ReportChart, ReportGame, ReportTable, ReportText, percent
from tesuji.studies.exhibits import Exhibit, Length, Plan, Study, StudyResults, Unit
from tesuji.studies.garcia.units import counts_unit, network_unit, rollouts_unit
from tesuji.studies.matches import play_match_unit

GAME = "gomoku:size=15"
SIZES = (9, 15, 19)
SEAT_GAMES = Length("games in each seat", 100, least=2)
SECONDS = Length("milliseconds for each move", 1000, least=20, share=0.5)
ROLLOUTS = Length("roll-outs", 200_000, least=4_000)
NETWORK_GAMES = Length("games for each generation", 200, least=8, share=0.75)
GENERATIONS = Length("generations", 40, least=2, share=0.75)
SIMULATIONS = Length("simulations for each move", 200, least=8, share=0.5)
EXAMINED = Length("games against each examiner", 100, least=2, share=0.75)
NO_WINE = (
    "the opponent is Wine, a program for Gomocup that is not here. Give it or any other with "
    "`--opponent CMD`."
)
NETWORKS: Mapping[str, tuple[str, Sequence[str]]] = {
    "dense": ("dense layers", ["network.kind=dense", "network.layers=[256, 256]"]),
    "convolutional": (
        "convolutions, one block",
        ["network.blocks=1", "network.channels=32", "network.head_channels=16"],
    ),
    "residual": (
        "residual blocks",
        ["network.blocks=4", "network.channels=32", "network.head_channels=16"],
    ),
}
EXAMINERS = ("random", "mcts:sims=50")


def exhibits(plan: Plan) -> list[Exhibit]:
    """Declares all exhibits."""
    opponent = plan.given.get("opponent")
    if opponent is not None:
        _check_program(opponent)
    ours = {version: f"monomial:version={version},{_limit(plan)}" for version in (1, 2)}
    return [
        _counts(),
        _rollouts(plan),
        _wine(plan, opponent, ours),
        *_wine_games(plan, opponent, ours),
        _versions(plan, ours),
        _others(plan, ours),
        _networks(plan, 9),
        _networks(plan, 15),
        Exhibit(
            "section 6.5",
            "deep Q-learning, and adaptive dynamic programming with MCTS (5.4)",
            [ReportText("Described as future work, without figures.")],
            missing="Tesuji has no such learners; chapter 6's policy-value network with self-play "
            "is above.",
        ),
        Exhibit(
            "figures 1.1–2.3",
            "a won board, tree search, use of points, decisions",
            missing="these are drawings that explain the method; the page about monomials has it.",
        ),
        Exhibit(
            "figures 5.1–5.3",
            "AlphaGo's and AlphaGo Zero's search",
            missing="these are drawings from other papers.",
        ),
    ]


def _limit(plan: Plan) -> str:
    return f"seconds={plan.length(SECONDS) / 1000:g}"


def _check_program(command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise TesujiError(f"--opponent {command!r} cannot be read: {error}") from None
    if not words or find_program(words[0]) is None:
        raise TesujiError(f"--opponent {command!r}: there is no program {(words or [''])[0]!r}")


def _match(plan: Plan, name: str, a: str, b: str) -> Unit:
    settings = {
        "game": GAME,
        "a": a,
        "b": b,
        "games": 2 * plan.length(SEAT_GAMES),
        "openings": 4,
    }
    return Unit(name, play_match_unit, settings)


def _seats(found: dict[str, Any]) -> list[str]:
    texts = []
    for seat in ("first", "second"):
        won = found["points"][seat]
        texts.append(f"{sum(won):g} of {len(won)} ({percent(sum(won) / len(won))})")
    return texts


# -- the method -----------------------------------------------------------------------------------


def _counts() -> Exhibit:
    unit = Unit("counts", counts_unit, {"sizes": list(SIZES)})
    return Exhibit(
        "section 2.2",
        "how many monomials a board has",
        [ReportText("2 (n (n − c + 1) + (n − c + 1)²); 1,020 on 19×19.")],
        (unit,),
        lambda found: [
            ReportTable(
                ["board", "formula", "counted one by one"],
                [
                    [f"{size}×{size}", f"{told['formula']:,}", f"{told['counted']:,}"]
                    for size, told in found[unit].items()
                ],
            )
        ],
    )


def _rollouts(plan: Plan) -> Exhibit:
    units = {
        size: Unit(
            f"rollouts-{size}",
            rollouts_unit,
            {"size": size, "rollouts": plan.length(ROLLOUTS)},
        )
        for size in (15, 19)
    }

    def show(found: StudyResults) -> Sequence[Block]:
        rows = [
            [f"{size}×{size}, version {version}", "nearly 200", f"{rate:,.0f}"]
            for size, unit in units.items()
            for version, rate in found[unit].items()
        ]
        bars = {row[0]: float(row[2].replace(",", "")) for row in rows}
        return [
            ReportTable(["", "there", "here"], rows, "Roll-outs in a second"),
            ReportChart("Roll-outs of at most 30 plies", "in a second of one core", "", bars=bars),
        ]

    return Exhibit(
        "section 2.1.2",
        "the rate of roll-outs",
        [ReportText("Nearly 200 roll-outs of at most 30 moves in a second.")],
        tuple(units.values()),
        show,
        (ROLLOUTS,),
        "Per second of the processor, from the empty board.",
    )


# -- matches --------------------------------------------------------------------------------------


def _opponent_units(plan: Plan, opponent: str, ours: Mapping[int, str]) -> dict[int, Unit]:
    seconds = plan.length(SECONDS) / 1000
    theirs = f"gomocup:move_seconds={seconds:g},cmd={opponent}"
    return {
        version: _match(plan, f"opponent-{version}", spec, theirs) for version, spec in ours.items()
    }


def _wine(plan: Plan, opponent: str | None, ours: Mapping[int, str]) -> Exhibit:
    document = [
        ReportText(
            "Version 1 won once in several months against Wine, then the seventh of Gomocup. "
            "Version 2 wins 30 % when it plays first."
        )
    ]
    if opponent is None:
        return Exhibit("chapter 4", "games against Wine", document, missing=NO_WINE)
    units = _opponent_units(plan, opponent, ours)

    def show(found: StudyResults) -> Sequence[Block]:
        rows = [[f"version {version}", *_seats(found[unit])] for version, unit in units.items()]
        return [ReportTable(["monomial", "won as first", "won as second"], rows)]

    return Exhibit(
        "chapter 4",
        "games against a Gomocup program",
        document,
        tuple(units.values()),
        show,
        (SEAT_GAMES, SECONDS),
        f"The opponent is `{opponent}`. Openings of four random plies, each played in both seats.",
    )


def _wine_games(plan: Plan, opponent: str | None, ours: Mapping[int, str]) -> list[Exhibit]:
    """Declares figures 4.1 to 4.6: three wins and three losses of version 2."""
    kinds = [("win", n) for n in (1, 2, 3)] + [("loss", n) for n in (1, 2, 3)]
    found = []
    for number, (kind, which) in enumerate(kinds, 1):
        key, title = f"figure 4.{number}", f"version 2, {kind} number {which}"
        if opponent is None:
            found.append(Exhibit(key, title, missing=NO_WINE))
        elif which > 1:
            found.append(
                Exhibit(
                    key,
                    title,
                    missing=f"one {kind} is shown, the shortest, under figure "
                    f"4.{1 if kind == 'win' else 4}.",
                )
            )
        else:
            found.append(_sample(key, title, _opponent_units(plan, opponent, ours)[2], kind))
    return found


def _sample(key: str, title: str, unit: Unit, kind: str) -> Exhibit:
    def show(found: StudyResults) -> Sequence[Block]:
        if kind not in found[unit]:
            return [ReportText(f"There was no {kind} in these games.")]
        return [ReportGame(f"The shortest {kind} of version 2", found[unit][kind])]

    return Exhibit(key, title, (), (unit,), show, (SEAT_GAMES, SECONDS))


def _versions(plan: Plan, ours: Mapping[int, str]) -> Exhibit:
    unit = _match(plan, "versions", ours[2], ours[1])

    def show(found: StudyResults) -> Sequence[Block]:
        blocks: list[Block] = [
            ReportTable(
                ["", "won as first", "won as second"],
                [["version 2 against version 1", *_seats(found[unit])]],
            )
        ]
        if "win" in found[unit]:
            blocks.append(ReportGame("The shortest win of version 2", found[unit]["win"]))
        return blocks

    return Exhibit(
        "chapter 3",
        "version 2 against version 1",
        [ReportText("Version 2 is called a significant improvement; no match is reported.")],
        (unit,),
        show,
        (SEAT_GAMES, SECONDS),
        "Openings of four random plies, each played in both seats; equal time.",
    )


def _others(plan: Plan, ours: Mapping[int, str]) -> Exhibit:
    limit = _limit(plan)
    opponents = {"mcts": f"mcts:{limit}", "alphabeta": f"alphabeta:{limit}"}
    units = {
        (version, name): _match(plan, f"{name}-{version}", spec, other)
        for version, spec in ours.items()
        for name, other in opponents.items()
    }

    def show(found: StudyResults) -> Sequence[Block]:
        rows = [
            [f"version {version} against {name}", *_seats(found[unit])]
            for (version, name), unit in units.items()
        ]
        return [ReportTable(["", "won as first", "won as second"], rows)]

    return Exhibit(
        "beyond 1",
        "against searches without monomials",
        (),
        tuple(units.values()),
        show,
        (SEAT_GAMES, SECONDS),
        "Players that know nothing of monomials, with equal time.",
    )


# -- what the thesis did not finish ---------------------------------------------------------------


def _networks(plan: Plan, size: int) -> Exhibit:
    key = f"chapter 6, {size}×{size}"
    title = "policy-value networks by self-play: dense, convolutional, residual"
    document = [ReportText("Left as future work: policy-value networks and self-play.")]
    if find_spec("torch") is None:
        return Exhibit(key, title, document, missing="it needs PyTorch: `tesuji[train]`.")
    games, sims = plan.length(NETWORK_GAMES), plan.length(SIMULATIONS)
    units = {
        name: Unit(
            f"network-{name}-{size}",
            network_unit,
            {
                "name": f"network-{name}-{size}",
                "size": size,
                "overrides": [
                    *overrides,
                    "bootstrap.games=0",
                    f"self_play.games={games}",
                    f"self_play.simulations={sims}",
                    "self_play.beside_training=false",
                    "measurement.every=0",
                ],
                "generations": plan.length(GENERATIONS),
                "games": plan.length(EXAMINED),
                "sims": sims,
                "examiners": list(EXAMINERS),
            },
        )
        for name, (_, overrides) in NETWORKS.items()
    }

    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        for name, unit in units.items():
            for shown, part in (("", "trained"), (", untrained twin", "twin")):
                scores = [percent(found[unit][part][spec]) for spec in EXAMINERS]
                rows.append([f"{NETWORKS[name][0]}{shown}", *scores])
        curves = {
            f"{name}, {loss}": [tuple(point) for point in found[unit]["curves"][loss]]
            for name, unit in units.items()
            for loss in ("policy", "value")
            if found[unit]["curves"][loss]
        }
        blocks: list[Block] = [ReportTable(["network", *EXAMINERS], rows)]
        if curves:
            chart = ReportChart("Held-out losses", "generation", "loss", curves)
            blocks.append(chart)
        return blocks

    return Exhibit(
        key,
        title,
        document,
        tuple(units.values()),
        show,
        (GENERATIONS, NETWORK_GAMES, SIMULATIONS, EXAMINED),
        "The lengths are ours, as the thesis has none. The network and its search alone, without "
        "searches for forced wins; the twin has the same search and random weights.",
    )


STUDY = Study(
    "garcia",
    "Neural Network Development in an Artificial Intelligence Gomoku Program",
    "D. Garcia, Neural Network Development in an Artificial Intelligence Gomoku Program "
    "(University of Texas Rio Grande Valley, 2020)",
    GAME,
    exhibits,
    {"opponent": "a Gomocup program to play against, such as Wine"},
    (
        "The thesis has no tables: its figures are boards, and its results are told in words. "
        "Versions 1 and 2 are the players `monomial:version=1` and `monomial:version=2`.",
    ),
)
