"""Declares ``tesuji reproduce mayer-maier``: every table and figure of the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from tesuji.processes import find_program
from tesuji.studies.blocks import Block, ReportGame, ReportTable, ReportText
from tesuji.studies.exhibits import Exhibit, Length, Plan, Study, StudyResults, Unit
from tesuji.studies.matches import play_match_unit, seats_of
from tesuji.studies.mayer_maier.representations import PASS, REPRESENTATIONS, represent_unit
from tesuji.studies.mayer_maier.series import (
    AREA,
    AREA_COUNTING,
    EXAMINED_GAMES,
    GENERATIONS,
    GNUGO,
    JAGO,
    OPPONENTS,
    RUNS,
    SHOWN_GAMES,
    STRENGTH_GAMES,
    TERRITORY,
    TWO_RUNS,
    SeriesUnits,
    openings_table,
    series_table,
    series_units,
    share_text,
    strengths_chart,
    taken_note,
    typical_chart,
)
from tesuji.studies.mayer_maier.units import (
    between_unit,
    examine_unit,
    game_unit,
)

# -- the study ------------------------------------------------------------------------------------


def exhibits(plan: Plan) -> list[Exhibit]:
    """Declares all exhibits."""
    generations = plan.length(GENERATIONS)
    random, naive, pattern, recurrent, coevolution = (
        series_units(plan, f"go-{name}", f"go-{name}", {"generations": generations}, runs=runs)
        for name, runs in (
            ("random", RUNS),
            ("naive", RUNS),
            ("pattern", RUNS),
            ("recurrent", RUNS),
            ("coevolution", TWO_RUNS),
        )
    )
    lengths = (RUNS, GENERATIONS, STRENGTH_GAMES, EXAMINED_GAMES)
    return [
        _opponents(plan),
        _representations(plan),
        Exhibit(
            "section 5.2.1",
            "evolution against Random",
            [
                ReportText(
                    "Win rates of the 20 players: Random 0.882–0.9545, Naive 0.0285–0.2695, JaGo "
                    "below 0.04 but for two of about 0.08. Competence 0.45–0.50. Three open at C3; "
                    "none in a corner or in the middle of an edge."
                )
            ],
            random.all,
            lambda found: [
                series_table(random, found),
                openings_table(random, found),
                *taken_note(random, found),
            ],
            lengths,
            JAGO + AREA_COUNTING,
        ),
        Exhibit(
            "figure 6",
            "fitness and competence while evolving against Naive",
            [ReportText("Mean win rate of the last generation: about 0.7.")],
            naive.bred,
            lambda found: [typical_chart(naive, found, "Against Naive")],
            (RUNS, GENERATIONS),
            AREA_COUNTING,
        ),
        Exhibit(
            "figure 7",
            "strength of the players evolved against Naive",
            [
                ReportText(
                    "Strengths from 0.48 to 0.69. The lowest (0.4815) won 0.8205 against Naive, "
                    "0.6030 against Random and 0.0210 against JaGo. A quarter open at C3, ten "
                    "around it, five at the edge."
                )
            ],
            naive.all,
            lambda found: [
                strengths_chart(naive, found, "Players evolved against Naive"),
                series_table(naive, found),
                openings_table(naive, found),
                *taken_note(naive, found),
            ],
            lengths,
            JAGO + AREA_COUNTING,
        ),
        _game_exhibit(
            plan,
            "figure 8",
            "the weakest network evolved against Naive beats Naive with Black",
            naive,
            {"choose": "lowest", "opponent": "naive", "side": 0, "want": "largest"},
            "The document's game: a weak opening, then 25 and 27 capture a group with one eye.",
        ),
        Exhibit(
            "figure 9",
            "fitness and competence while evolving against JaGo",
            [
                ReportText(
                    "Mean fitness 0.4 after about 1,000 generations, about 0.55 at the end. Four "
                    "of 19 runs bred a network that won all of its 32 games."
                )
            ],
            pattern.bred,
            lambda found: [
                typical_chart(pattern, found, "Against the pattern player"),
                _full_marks(pattern, found, generations),
            ],
            (RUNS, GENERATIONS),
            JAGO + AREA_COUNTING,
        ),
        Exhibit(
            "figure 10",
            "strength of the players evolved against JaGo",
            [
                ReportText(
                    "Strengths from 0.35 to 0.77; on average 0.81 against Random, 0.25 against "
                    "Naive, 0.68 against JaGo. Mean strength by opening: C3 (nine players) 0.6748, "
                    "B3 or D3 (seven) 0.5276, B2, C4 and D4 (three) 0.4248."
                )
            ],
            pattern.all,
            lambda found: [
                strengths_chart(pattern, found, "Players evolved against the pattern player"),
                series_table(pattern, found),
                openings_table(pattern, found),
                *taken_note(pattern, found),
            ],
            lengths,
            JAGO + AREA_COUNTING,
        ),
        _game_exhibit(
            plan,
            "figure 11",
            "the closest win with White against JaGo",
            pattern,
            {"choose": "highest", "opponent": "pattern", "side": 1, "want": "closest"},
            "The document's game is won by 0.5, with a dead stone that JaGo takes at a cost.",
        ),
        Exhibit(
            "figure 12",
            "fitness and competence of recurrent networks against JaGo",
            [
                ReportText(
                    "Two runs. Fitness rises faster than with feed-forward networks; within 1,000 "
                    "generations a network wins all of its 32 games. Strengths 0.6927 and 0.6517; "
                    "the better one wins 0.4940 against Naive and 0.9465 against Random. 1,296 and "
                    "1,294 of 2,601 connections. Both open at C3."
                )
            ],
            recurrent.all,
            lambda found: [
                typical_chart(recurrent, found, "Recurrent networks, pattern player"),
                _full_marks(recurrent, found, generations),
                series_table(recurrent, found),
                openings_table(recurrent, found),
                _connections(recurrent, found),
                *taken_note(recurrent, found),
            ],
            lengths,
            JAGO
            + AREA_COUNTING
            + " The paper had two runs; here are as many as in the other series. Steps of weights "
            "are limited to 0.1, because strategy parameters drift while nobody wins a game.",
        ),
        _game_exhibit(
            plan,
            "figure 13",
            "a recurrent network beats JaGo with White",
            recurrent,
            {"choose": "highest", "opponent": "pattern", "side": 1, "want": "largest"},
            "The document's game is won by 4.5; both sides fill in their own territory.",
        ),
        _coevolution(plan, coevolution, (random, naive, pattern, recurrent)),
        *_beyond(plan, (naive, pattern)),
        Exhibit(
            "figures 1–5",
            "groups, liberties, suicide and ko, eyes, seki",
            missing="these are drawings that explain the rules; `tesuji rules go` has ours.",
        ),
    ]


def _full_marks(series: SeriesUnits, found: StudyResults, generations: int) -> ReportText:
    results = series.results(found)
    full = [int(r["generations"]) for r in results if int(r["generations"]) < generations]
    when = f", after {min(full)} generations or more" if full else ""
    return ReportText(
        f"{len(full)} of {len(results)} runs bred a network that won all of its games{when}."
    )


def _connections(series: SeriesUnits, found: StudyResults) -> ReportText:
    counts = [int(r["connections"]) for r in series.results(found)]
    return ReportText(f"Connections: {min(counts):,} to {max(counts):,} of 2,601.")


def _opponents(plan: Plan) -> Exhibit:
    games = Length("games", 2000, least=20)
    match = Unit(
        "opponents",
        play_match_unit,
        {"game": AREA, "a": "pattern", "b": "naive", "games": plan.length(games)},
    )

    def show(found: StudyResults) -> Sequence[Block]:
        shares = {name: sum(won) / len(won) for name, won in found[match]["points"].items() if won}
        rows = [
            ["as Black against Naive", "0.90", share_text(shares["first"])],
            ["as White against Naive", "0.81", share_text(shares["second"])],
        ]
        return [ReportTable(["", "JaGo in the document", "pattern here"], rows)]

    return Exhibit(
        "section 4",
        "the programmed opponents",
        [ReportText("JaGo wins 90 % of its games against Naive with Black and 81 % with White.")],
        (match,),
        show,
        (games,),
        JAGO + "Its rank was found in games of JaGo against GNU Go on 9×9 with three handicap "
        "stones (51.8 %); `benchmarks/evolution_gnugo.py` plays those games for the pattern player "
        "(56.5 % of 200, on the page about evolution).",
    )


def _representations(plan: Plan) -> Exhibit:
    recorded = Length("recorded games", 1000, least=20)
    games = Length("games against each opponent", 200, least=4, share=0.5)
    epochs = Length("epochs", 40, least=3, share=0.5)
    units = tuple(
        Unit(
            f"representation-{number}",
            represent_unit,
            {
                "game": AREA,
                "representation": name,
                "recorded": plan.length(recorded),
                "until": PASS,
                "epochs": plan.length(epochs),
                "games": plan.length(games),
            },
        )
        for number, name in enumerate(REPRESENTATIONS, 1)
    )

    def show(found: StudyResults) -> Sequence[Block]:
        columns = ["representation", "inputs", "same move", *OPPONENTS, "mcts:sims=10"]
        rows = []
        for unit in units:
            told = found[unit]
            for who, part in (("", "won"), (", untrained", "twin")):
                rows.append(
                    [
                        f"{unit.settings['representation']}{who}",
                        str(told["inputs"]),
                        "" if who else share_text(told["agreement"]),
                        *(share_text(told[part][name]) for name in (*OPPONENTS, "mcts:sims=10")),
                    ]
                )
        sentence = "Same move: share of held-out moves of the pattern player that it finds."
        return [ReportTable(columns, rows), ReportText(sentence)]

    return Exhibit(
        "section 3.1",
        "board representations, learnt from recorded games",
        [
            ReportText(
                "Layered networks were trained with games of JaGo against itself. Many "
                "representations, co-occurrence matrices among them, gave similar results; two "
                "inputs for each point turned out to be the winner. No figures are given."
            )
        ],
        units,
        show,
        (recorded, epochs, games),
        "The lengths are ours, as the document gives none: 20 hidden neurons, Adam, a softmax over "
        "the moves. Games are learnt up to the first pass.",
    )


def _game(unit: Unit, title: str) -> Any:
    def show(found: StudyResults) -> Sequence[Block]:
        told = found[unit]
        if not told["sgf"]:
            sentence = f"The network (strength {told['strength']:.3f}) won none of these games."
            return [ReportText(sentence)]
        note = (
            f"Strength of the network: {told['strength']:.3f}; it won {told['won']} of "
            f"{unit.settings['games']} games with this colour. Margin {told['margin']:g}. Largest "
            f"swings of the network's chances as a search of 400 simulations sees them: "
            f"{'; '.join(told['notes'])}. The SGF has the chances after every move."
        )
        return [ReportGame(title, told["sgf"], note)]

    return show


def _game_exhibit(
    plan: Plan,
    key: str,
    title: str,
    series: SeriesUnits,
    settings: Mapping[str, Any],
    document: str,
) -> Exhibit:
    unit = Unit(
        key.replace(" ", "-"),
        game_unit,
        {
            **settings,
            "units": [one.name for one in series.bred],
            "game": AREA,
            "games": plan.length(SHOWN_GAMES),
        },
        series.bred,
    )
    return Exhibit(
        key,
        title,
        [ReportText(document)],
        (unit,),
        _game(unit, title[:1].upper() + title[1:]),
        (GENERATIONS, SHOWN_GAMES),
        "Our network and game; the document's were not published.",
    )


def _coevolution(plan: Plan, series: SeriesUnits, others: Sequence[SeriesUnits]) -> Exhibit:
    rivals = [unit for other in others for unit in other.bred]
    games = Length("games against each evolved network", 20, least=2, share=0.5)
    matches = tuple(
        Unit(
            f"{unit.name}-rivals",
            between_unit,
            {
                "of": unit.name,
                "others": [rival.name for rival in rivals],
                "game": AREA,
                "games": plan.length(games),
            },
            (unit, *rivals),
        )
        for unit in series.bred
    )

    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        for unit, match in zip(series.bred, matches, strict=True):
            row = [f"run {unit.settings['number']}"]
            for other in others:
                scores = [found[match][rival.name] for rival in other.bred]
                row.append(f"{sum(scores) / len(scores):.3f}")
            rows.append(row)
        titles = [other.name.removeprefix("go-") for other in others]
        return [
            series_table(series, found),
            ReportTable(["", *titles], rows, "Points for each game against the evolved networks"),
            *taken_note(series, found),
        ]

    return Exhibit(
        "section 6",
        "coevolution",
        [
            ReportText(
                "Networks that only play each other reach a strength of 0.44, and win games "
                "against all programs and against the networks evolved for this paper."
            )
        ],
        (*series.all, *matches),
        show,
        (TWO_RUNS, GENERATIONS, STRENGTH_GAMES, EXAMINED_GAMES, games),
        "The document does not say how many runs and generations there were. Rivals are chosen by "
        "shared sampling and from a hall of fame, and wins that few others have count more.",
    )


def _beyond(plan: Plan, scored: Sequence[SeriesUnits]) -> list[Exhibit]:
    """Declares what the paper announces or lacks."""
    generations = plan.length(GENERATIONS)
    neighbours = series_units(
        plan, "go-neighbours", "go-neighbours", {"generations": generations}, runs=TWO_RUNS
    )
    rounds = Length("rounds", 100, least=2)
    td = series_units(
        plan,
        "go-td",
        "go-td",
        {"rounds": plan.length(rounds), "hidden": 20, "encoding": "two-per-point"},
        runs=TWO_RUNS,
        twin=False,
    )
    bred = Length("generations", 300, least=10)
    quickly = Length("generations", 300, least=10, share=0.5)
    generalist = series_units(
        plan,
        "go-generalist",
        "go-generalist",
        {
            "generations": plan.length(quickly),
            "hidden": 20,
            "encoding": "two-per-point",
            "population": 51,
        },
        runs=TWO_RUNS,
    )
    tail = (STRENGTH_GAMES, EXAMINED_GAMES)
    found_gnugo = find_program("gnugo")
    boards = [
        series_units(
            plan,
            f"go-{size}x{size}",
            "go-naive",
            {"generations": plan.length(bred)},
            runs=TWO_RUNS,
            game=f"go:size={size},rules=chinese,komi=5.5",
        )
        for size in (7, 9)
    ]
    return [
        _scorings(plan, scored),
        Exhibit(
            "outlook 1",
            "inputs connected as the board is",
            [ReportText("Announced: input layers where only neighbouring neurons are connected.")],
            neighbours.all,
            lambda found: [series_table(neighbours, found)],
            (TWO_RUNS, GENERATIONS, *tail),
        ),
        Exhibit(
            "outlook 2",
            "temporal difference learning",
            [ReportText("Announced: temporal difference learning for the neural Go players.")],
            td.all,
            lambda found: [series_table(td, found)],
            (TWO_RUNS, rounds, *tail),
            "The network has the paper's 50, 20 and 26 neurons; it learns from games against all "
            "three programs, so these are players that began with temporal differences and ended "
            "with them. Its twin is that of the perceptrons above.",
        ),
        Exhibit(
            "outlook 3",
            "7×7 and 9×9",
            [ReportText("Announced: boards of 9×9.")],
            (*boards[0].all, *boards[1].all),
            lambda found: [
                ReportText("On 7×7, against Naive:"),
                series_table(boards[0], found),
                ReportText("On 9×9, against Naive:"),
                series_table(boards[1], found),
            ],
            (TWO_RUNS, bred, *tail),
            "The yardsticks are the same programs on these boards; figures of different boards do "
            "not compare.",
        ),
        _generalist(plan, generalist, (TWO_RUNS, quickly, *tail), found_gnugo),
    ]


def _scorings(plan: Plan, scored: Sequence[SeriesUnits]) -> Exhibit:
    games = Length("games", 400, least=4, share=0.5)
    units = []
    for series in scored:
        for unit in series.bred[:4]:
            for name, game in (("area", AREA), ("territory", TERRITORY)):
                settings = {
                    "of": unit.name,
                    "game": game,
                    "examiners": OPPONENTS,
                    "games": plan.length(games),
                }
                units.append(Unit(f"{unit.name}-{name}", examine_unit, settings, (unit,)))

    def show(found: StudyResults) -> Sequence[Block]:
        rows = []
        for unit in units:
            scores = [found[unit][spec]["score"] for spec in OPPONENTS]
            bred, _, name = unit.name.rpartition("-")
            rows.append([bred, name, *(share_text(score) for score in scores)])
        return [ReportTable(["player", "counted by", *OPPONENTS], rows)]

    return Exhibit(
        "section 2",
        "area and territory (Japanese) scoring",
        [ReportText("Games are scored by territory and prisoners (Japanese score), komi 5.5.")],
        tuple(units),
        show,
        (games,),
        "Networks are bred with area counting, because the fast arena of the core has no other; "
        "here the same networks play under both. After two random plies, unlike in the strengths "
        "above.",
    )


def _generalist(
    plan: Plan, series: SeriesUnits, lengths: tuple[Length, ...], gnugo: str | None
) -> Exhibit:
    games = Length("games against GNU Go", 20, least=2, share=0.5)
    exams: tuple[Unit, ...] = ()
    if gnugo is not None:
        spec = f"gtp:timeout=600,cmd={GNUGO.replace('gnugo', gnugo, 1)}"
        exams = tuple(
            Unit(
                f"{unit.name}-gnugo",
                examine_unit,
                {
                    "of": unit.name,
                    "game": AREA,
                    "examiners": [spec],
                    "games": plan.length(games),
                },
                (unit,),
            )
            for unit in series.bred
        )

    def show(found: StudyResults) -> Sequence[Block]:
        blocks: list[Block] = [
            typical_chart(series, found, "All three opponents, from random genes"),
            series_table(series, found),
        ]
        for unit, exam in zip(series.bred, exams, strict=False):
            (match,) = found[exam].values()
            blocks.append(
                ReportText(
                    f"{unit.name} against GNU Go (level 10, two random plies first): "
                    f"{seats_of(match)}."
                )
            )
        if gnugo is None:
            blocks.append(ReportText("GNU Go is not installed here."))
        middle = median(float(r["strength"]) for r in series.results(found))
        blocks.append(ReportText(f"Median strength {middle:.3f}; the paper's best is 0.77."))
        return blocks

    return Exhibit(
        "beyond 1",
        "a generalist from nothing, with the paper's network",
        [ReportText("The paper's players are specialists; the best has a strength of 0.77.")],
        (*series.all, *exams),
        show,
        (*lengths, games),
        "50 inputs, 20 hidden and 26 output neurons as in the paper, from random weights. Fitness "
        "is half the share of wins and half the worst share against any program with any colour; "
        "children lie around the mean of all (an evolution strategy), which the paper has not.",
    )


STUDY = Study(
    "mayer-maier",
    "Evolution of Neural Go Players",
    "H. A. Mayer and P. Maier, Evolution of Neural Go Players (ÖGAI Journal, 2005)",
    AREA,
    exhibits,
    notes=(
        "Strength is the share of games won against Random, Naive and the pattern player, half of "
        "them with each colour; C is the competence. The last columns of each table are the points "
        "against examiners that no network met while it was bred, after two random plies. An "
        "untrained twin is a network of the first generation with the same structure.",
    ),
)
