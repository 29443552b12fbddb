"""Declares ``tesuji reproduce costa``: every table and figure of chapter 5 and its appendix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tesuji.errors import TesujiError
from tesuji.games import parse_spec
from tesuji.networks.thesis import ThesisNetwork
from tesuji.studies.blocks import Block, ReportChart, ReportGame, ReportTable, ReportText, percent
from tesuji.studies.costa.paper import COMPETITIONS_A, COMPETITIONS_B, ROUNDS, TIMES
from tesuji.studies.costa.units import (
    GAME,
    compete_unit,
    dump_unit,
    train_unit,
    truth_unit,
)
from tesuji.studies.exhibits import Exhibit, Length, Plan, Study, StudyResults, Unit
from tesuji.studies.matches import rounds_of

BOOTSTRAP = Length("games of plain search", 500, least=4)
"""The same for all subsets."""
ROUND = Length("games of a round", 20, least=1, share=0.5)
TRUTH_GAMES = Length("games compared with the exact table", 100, least=4, share=0.75)
EXAMINER = "mcts:sims=100"
AGUAYO = (
    "the opponent is a program of J. Aguayo for browsers, which is not here. With `--network FILE` "
    "the weights that the author published as version 60 play instead."
)
SAME = "Rounds are games of one match; both seats are played, and temperature 1 makes games differ."


@dataclass(frozen=True, slots=True)
class Subset:
    """One of the three systems of the thesis."""

    letter: str
    versions: Length
    games: Length
    epochs: Length
    competition: Length
    simulations: Length

    @property
    def lengths(self) -> tuple[Length, ...]:
        return (
            BOOTSTRAP,
            self.versions,
            self.games,
            self.simulations,
            self.epochs,
            self.competition,
        )

    def unit(self, plan: Plan) -> Unit:
        """Returns the unit that trains it."""
        values = {
            "bootstrap.games": BOOTSTRAP,
            "self_play.games": self.games,
            "self_play.simulations": self.simulations,
            "competition.simulations": self.simulations,
            "training.epochs": self.epochs,
            "competition.games": self.competition,
        }
        overrides = [f"{name}={plan.length(length)}" for name, length in values.items()]
        overrides += ["measurement.every=0", "measurement.keep=1"]
        overrides += ["self_play.beside_training=false"]
        return Unit(
            f"subset-{self.letter}",
            train_unit,
            {
                "preset": f"subset-{self.letter}",
                "overrides": overrides,
                "versions": plan.length(self.versions),
            },
        )

    def version(self, plan: Plan, share: float = 1.0) -> int:
        """Returns the version that stands for one of the thesis, a share of all."""
        return max(round(plan.length(self.versions) * share), 1)


def _subset(letter: str, versions: int, games: int, epochs: int, match: int, sims: int) -> Subset:
    return Subset(
        letter,
        Length("versions", versions, least=2),
        Length("games for each version", games, least=4),
        Length("epochs for each version", epochs),
        Length("games of a competition", match, least=4),
        Length("simulations for each move", sims, least=16, share=0.5),
    )


A = _subset("a", 60, 100, 200, 50, 100)
B = _subset("b", 100, 200, 350, 200, 160)
C = _subset("c", 41, 200, 350, 200, 160)


def exhibits(plan: Plan) -> list[Exhibit]:
    """Declares all exhibits."""
    if find_spec("torch") is None:
        raise TesujiError("this study trains networks: pip install 'tesuji[train]'")
    a, b, c = (subset.unit(plan) for subset in (A, B, C))
    half = 30 if plan.scale == 1 else None
    published = plan.given.get("network")
    if published is not None:
        _check_published(published)
    last_a = _who(a, A, plan)
    last_b, v60_b = _who(b, B, plan), _who(b, B, plan, 0.6)
    last_c = _who(c, C, plan)
    return [
        _boards(plan),
        _evolution(
            "table 5.1",
            "versions 0 to 30 of subset A",
            A,
            a,
            COMPETITIONS_A.split()[:30],
            (0, half),
            "Times: " + TIMES + ".",
        ),
        _evolution(
            "table 5.2",
            "versions 31 to 60 of subset A",
            A,
            a,
            COMPETITIONS_A.split()[30:],
            (half, None),
            "",
        ),
        _curves("figure 5.3", "policy losses of subset A", "policy", A, a),
        _curves("figure 5.4", "value losses of subset A", "value", A, a),
        _against_aguayo("5.3", "subset A v60 against Aguayo's network", a, last_a, plan, True),
        _rounds(
            "5.4",
            "MCTS against subset A v60",
            plan,
            a,
            ("MCTS", {"spec": EXAMINER}),
            ("subset A", last_a),
        ),
        _against_aguayo("5.5", "Aguayo's network against subset B v100", b, last_b, plan, False),
        _against_aguayo("5.6", "subset B v100 against Aguayo's network", b, last_b, plan, True),
        _rounds("5.7", "B v100 against B v60", plan, b, ("B v100", last_b), ("B v60", v60_b)),
        _rounds("5.8", "B v60 against B v100", plan, b, ("B v60", v60_b), ("B v100", last_b)),
        _evolution(
            "figure 5.5",
            "the first 30 versions of subset B",
            B,
            b,
            COMPETITIONS_B.split(),
            (0, half),
            "",
        ),
        _evolution(
            "figure 5.6",
            "all versions of subset B",
            B,
            b,
            (),
            (0, None),
            "A chart of 100 competitions; 49.31 days.",
        ),
        _curves("figure 5.7", "losses of subset B", None, B, b),
        _rounds("5.9", "C v40/24 against B v60", plan, b, ("C", last_c), ("B v60", v60_b), c),
        _rounds("5.10", "B v60 against C v40/24", plan, b, ("B v60", v60_b), ("C", last_c), c),
        _curves("figure 5.8", "losses of subset C", None, C, c),
        _rounds("5.11", "C v40/24 against B v100", plan, b, ("C", last_c), ("B v100", last_b), c),
        _rounds("5.12", "B v100 against C v40/24", plan, b, ("B v100", last_b), ("C", last_c), c),
        _published(plan, published, (("A", a, last_a), ("B", b, last_b), ("C", c, last_c))),
        _truth(plan, ((A, a), (B, b), (C, c))),
        _dumps(plan, c, last_c),
        _history(c),
        Exhibit(
            "figures 1.1–4.7",
            "rules, methods, other programs, network and files",
            missing="these are drawings and listings that explain; nothing in them is measured.",
        ),
    ]


def _who(unit: Unit, subset: Subset, plan: Plan, share: float = 1.0) -> dict[str, Any]:
    return {
        "unit": unit.name,
        "version": subset.version(plan, share),
        "sims": plan.length(subset.simulations),
    }


def _check_published(file: str) -> None:
    game: Any = parse_spec(GAME)
    ThesisNetwork.load(Path(file), game)  # raises for a file with something else


def _boards(plan: Plan) -> Exhibit:
    shown = plan.length(BOOTSTRAP)
    return Exhibit(
        "figure 5.1",
        "boards to learn from",
        [ReportText("500 games × 24 boards × 8 symmetries × 2 sets = 192,000 boards.")],
        (),
        lambda found: [
            ReportText(
                f"{shown} games × 24 positions × 16 views = {shown * 24 * 16:,} boards at this "
                "scale. A game on 3×3 boxes always has 24 moves. The preset takes each of the 8 "
                "symmetries twice (`training.views = 16`), because it is not said what the two "
                "sets are."
            )
        ],
        (BOOTSTRAP,),
    )


# -- evolution of versions ------------------------------------------------------------------------


def _evolution(
    key: str,
    title: str,
    subset: Subset,
    unit: Unit,
    theirs: Sequence[str],
    part: tuple[int | None, int | None],
    document: str,
) -> Exhibit:
    start, end = part

    def show(found: StudyResults) -> Sequence[Block]:
        lines = [line for line in found[unit]["lines"] if "match" in line]
        chosen = [] if start is None else lines[start:end]
        if not chosen:
            return [ReportText("A shortened run has all of its versions under table 5.1.")]
        rows = []
        for line in chosen:
            match = line["match"]
            old = str(match["opponent"]).removeprefix("generation ")
            number = int(line["version"]) - 1 - (30 if key == "table 5.2" else 0)
            beside = theirs[number] if 0 <= number < len(theirs) else ""
            rows.append(
                [
                    f"{old} vs {line['version']}",
                    f"{match['losses']}–{match['wins']}"
                    + (f" ({match['draws']} drawn)" if match["draws"] else ""),
                    beside,
                    str(line["version"]) if line["promoted"] else old,
                    f"{line['competing']:.1f}",
                    f"{line['playing']:.1f}",
                    f"{line['training']:.1f}",
                ]
            )
        columns = [
            "versions",
            "old–new here",
            "old–new there",
            "winner",
            "competition, s",
            "self-play, s",
            "training, s",
        ]
        blocks: list[Block] = [ReportTable(columns, rows)]
        if key == "figure 5.6":
            points = [
                (float(line["version"]), line["match"]["wins"] / line["match"]["games"])
                for line in chosen
            ]
            blocks = [
                ReportChart(
                    "Competitions of subset B", "version", "won by the new version", {"": points}
                )
            ]
        promoted = sum(bool(line["promoted"]) for line in chosen)
        blocks.append(ReportText(f"{promoted} of {len(chosen)} new versions took over."))
        if found[unit]["taken_from"]:
            blocks.append(ReportText(f"Taken from the run {found[unit]['taken_from']}."))
        return blocks

    return Exhibit(
        key,
        title,
        [ReportText(document)] if document else (),
        (unit,),
        show,
        subset.lengths,
        "A new version takes over if it wins more than half of the games; the old one moves first. "
        "Times are seconds of wall clock on one core.",
    )


def _curves(key: str, title: str, loss: str | None, subset: Subset, unit: Unit) -> Exhibit:
    def show(found: StudyResults) -> Sequence[Block]:
        lines = [line for line in found[unit]["lines"] if "train" in line]
        names = [loss] if loss else ["policy", "value"]
        series = {
            f"{name}, {shown}": [
                (float(line["version"]), line[part][name]) for line in lines if name in line[part]
            ]
            for name in names
            for shown, part in (("training", "train"), ("held out", "test"))
        }
        series = {name: points for name, points in series.items() if points}
        return [ReportChart(title[:1].upper() + title[1:], "version", "loss", series)]

    return Exhibit(
        key,
        title,
        [ReportText("A chart of losses by version, without figures in the text.")],
        (unit,),
        show,
        subset.lengths,
    )


# -- matches --------------------------------------------------------------------------------------


def _rounds(
    number: str,
    title: str,
    plan: Plan,
    unit: Unit,
    first: tuple[str, dict[str, Any]],
    second: tuple[str, dict[str, Any]],
    other: Unit | None = None,
) -> Exhibit:
    """Declares a table of four rounds. Both of a pair of tables come from one match."""
    sorted_pair = sorted([first, second], key=lambda one: str(one[1]))
    swapped = sorted_pair[0] is not first
    games = 4 * plan.length(ROUND)
    name = "match-" + "-".join(one[0].replace(" ", "-") for one in sorted_pair).lower()
    needs = tuple(one for one in (unit, other) if one is not None)
    last = {"a": A, "b": B, "c": C}[needs[-1].name[-1]]
    lengths = (last.versions, last.games, last.simulations, last.epochs)
    settings = {"a": sorted_pair[0][1], "b": sorted_pair[1][1], "games": games}
    match = Unit(name, compete_unit, settings, needs)

    def show(found: StudyResults) -> Sequence[Block]:
        points = found[match]["points"]
        mine = [1 - won for won in points["second"]] if swapped else points["first"]
        ours = rounds_of(mine, 4)
        rows = [
            [f"P1 {first[0]}", *_cells(ROUNDS[number], 0), *_cells(ours, 0)],
            [f"P2 {second[0]}", *_cells(ROUNDS[number], 1), *_cells(ours, 1)],
        ]
        columns = ["", *["there"] * 4, *["here"] * len(ours)]
        return [ReportTable(columns, rows), *_sample(found[match])]

    return Exhibit(
        f"table {number}", title, (), (match,), show, (ROUND, *lengths), SAME + _stand(plan)
    )


def _stand(plan: Plan) -> str:
    if plan.scale == 1:
        return ""
    return (
        " Versions stand for those of the thesis: the last of a subset for its last, and one at 60 "
        "% of subset B for its v60."
    )


def _cells(rounds: Sequence[tuple[float, float]], who: int) -> list[str]:
    return [f"{one[who]:g}" for one in rounds]


def _sample(found: dict[str, Any]) -> list[Block]:
    return (
        [ReportGame("The shortest win of the first named", found["win"])] if "win" in found else []
    )


def _against_aguayo(
    number: str, title: str, unit: Unit, who: dict[str, Any], plan: Plan, first: bool
) -> Exhibit:
    published = plan.given.get("network")
    rows = [[name, *_cells(ROUNDS[number], side)] for side, name in enumerate(("P1", "P2"))]
    document = [ReportTable(["", *["there"] * 4], rows)]
    if published is None:
        return Exhibit(f"table {number}", title, document, missing=AGUAYO)
    match = _published_match(plan, published, unit, who)

    def show(found: StudyResults) -> Sequence[Block]:
        points = found[match]["points"]
        mine = points["first"] if first else [1 - won for won in points["second"]]
        ours = rounds_of(mine, 4)
        names = ["ours", "published v60"] if first else ["published v60", "ours"]
        shown = [[f"P{side + 1} {name}", *_cells(ours, side)] for side, name in enumerate(names)]
        return [ReportTable(["", *["here"] * len(ours)], shown)]

    return Exhibit(
        f"table {number}",
        title,
        document,
        (match,),
        show,
        (ROUND,),
        "Aguayo's program is not here: the published weights of version 60 play in its place.",
    )


def _published_match(plan: Plan, file: str, unit: Unit, who: dict[str, Any]) -> Unit:
    theirs = {"spec": f'thesis:file="{file}",sims={who["sims"]}'}
    settings = {"a": who, "b": theirs, "games": 4 * plan.length(ROUND)}
    return Unit(f"{unit.name}-published", compete_unit, settings, (unit,))


def _published(
    plan: Plan, file: str | None, subsets: Sequence[tuple[str, Unit, dict[str, Any]]]
) -> Exhibit:
    key, title = "beyond 1", "the published version 60 as opponent"
    if file is None:
        return Exhibit(key, title, missing="give the file with `--network FILE`.")
    matches = [(name, _published_match(plan, file, unit, who)) for name, unit, who in subsets]

    def show(found: StudyResults) -> Sequence[Block]:
        rows = [
            [
                f"subset {name}",
                *(
                    f"{sum(found[unit]['points'][seat]):g} of {len(found[unit]['points'][seat])}"
                    for seat in ("first", "second")
                ),
            ]
            for name, unit in matches
        ]
        return [ReportTable(["last version of", "won as first", "won as second"], rows)]

    units = tuple(unit for _, unit in matches)
    return Exhibit(key, title, (), units, show, (ROUND,), "Same simulations for both players.")


# -- beyond the thesis, appendix ------------------------------------------------------------------


def _truth(plan: Plan, subsets: Sequence[tuple[Subset, Unit]]) -> Exhibit:
    games = plan.length(TRUTH_GAMES)
    measured: list[tuple[str, Unit]] = []
    for subset, unit in subsets:
        for shown, version in (
            ("untrained twin", -1),
            ("version 0, plain search only", 0),
            ("last version", subset.version(plan)),
        ):
            settings = {
                "unit": unit.name,
                "version": version,
                "sims": plan.length(subset.simulations),
                "games": games,
                "examiner": EXAMINER,
            }
            name = f"{unit.name}-truth-{'twin' if version < 0 else version}"
            label = f"subset {subset.letter.upper()}, {shown}"
            measured.append((label, Unit(name, truth_unit, settings, (unit,))))

    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        for label, unit in measured:
            truth = found[unit]["truth"]
            rows.append(
                [
                    label,
                    percent(truth["optimal"]),
                    percent(truth["keep"]),
                    f"{truth['boxes_lost']:.2f}",
                    percent(truth["raw_keep"]),
                    percent(found[unit]["score"]),
                ]
            )
        columns = [
            "network",
            "lose no box",
            "keep the result",
            "boxes lost per move",
            "policy alone keeps",
            f"points against {EXAMINER}",
        ]
        return [ReportTable(columns, rows)]

    return Exhibit(
        "section 5.2.4",
        "the sign of the player who moves again: subsets B and C against the exact table",
        [
            ReportText(
                "Subset C differs from B in the tree search alone: a player who closes a box moves "
                "again and keeps the sign of its values. It is said to be stronger after less "
                "training."
            )
        ],
        tuple(unit for _, unit in measured),
        show,
        (TRUTH_GAMES, *C.lengths),
        "3×3 boxes are solved, so every move of a version's games against itself can be judged. "
        "The search alone, without exact ends; the examiner took no part in training.",
    )


def _dumps(plan: Plan, unit: Unit, who: dict[str, Any]) -> Exhibit:
    dump = Unit("dump", dump_unit, {**who, "plies": 3}, (unit,))

    def show(found: StudyResults) -> Sequence[Block]:
        blocks: list[Block] = [
            ReportGame("A game of subset C's last version against itself", found[dump]["sgf"])
        ]
        for number, told in enumerate(found[dump]["dumps"], 1):
            rows = [
                [move, str(visits), f"{value:+.3f}", f"{prior:.4f}"]
                for move, visits, value, prior in told["moves"]
            ]
            title = f"Move {number}: {told['played']} was played; value {told['value']:+.3f}"
            blocks.append(ReportTable(["line", "visits", "value", "prior"], rows, title))
        return blocks

    return Exhibit(
        "section A.1",
        "a game with the search of every move (A.2: network input and output)",
        [ReportText("Visits v, value q, weight w and prior p of every line, for each move.")],
        (dump,),
        show,
        C.lengths,
        "The first three moves; values are for the player to move. The input of the network is the "
        "drawn lines of the game shown.",
    )


def _history(unit: Unit) -> Exhibit:
    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        for line in found[unit]["lines"]:
            if "train" in line:
                losses = [
                    line[part].get(name)
                    for part in ("train", "test")
                    for name in ("loss", "policy", "value")
                ]
                rows.append(
                    [
                        str(line["version"]),
                        *("" if loss is None else f"{loss:.4f}" for loss in losses),
                    ]
                )
        columns = ["version", "loss", "policy", "value", "held-out loss", "policy", "value"]
        return [ReportTable(columns, rows)]

    return Exhibit(
        "table A.1",
        "history of training",
        [
            ReportText(
                "Losses of 350 epochs of one version: policy 0.7127 to 0.6117 and value 0.5836 to "
                "0.5085 in the first 35, held out 0.4936 to 0.4780 and 0.4691 to 0.4295."
            )
        ],
        (unit,),
        show,
        C.lengths,
        "One line for each version of subset C; losses of single epochs are not recorded. The "
        "policy loss there is divided by another factor, so that only its course compares.",
    )


STUDY = Study(
    "costa",
    "Machine Learning Methods Applied to the Dots and Boxes Board Game",
    "G. Pignaton da Costa, Machine Learning Methods Applied to the Dots and Boxes Board Game "
    "(University of Algarve, 2022)",
    GAME,
    exhibits,
    {"network": "the weights that the author published as version 60, an NPZ file"},
    (
        "Subsets A, B and C are the presets of `tesuji train dots-and-boxes --preset subset-c`; "
        "their runs of learning stand in the folder of this run. At full length subset C alone "
        "takes about 107 core-hours.",
    ),
)
