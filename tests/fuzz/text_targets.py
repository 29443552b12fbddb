"""Texts: records, protocols, specs, settings."""

from __future__ import annotations

import contextlib
import json
import tempfile
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from tests.fuzz.target import MEMORY, Check, Target, add, sentence
from tests.kit.gtp_wire import Wire
from tests.protocols.test_gomocup import FirstFree
from tests.records.test_fuzz import SEEDS as SGF_SEEDS
from tests.records.test_fuzz import TOKENS as SGF_TOKENS
from tesuji.errors import RecordError, TesujiError
from tesuji.games import make, parse_spec
from tesuji.learning.alphazero.config import Config, read_toml
from tesuji.players import make_player, parse_player
from tesuji.protocols.analysis import AnalysisEngine
from tesuji.protocols.gomocup import GomocupEngine
from tesuji.protocols.gtp_text import parse_command
from tesuji.records import read_collection, write_collection

# -- SGF ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def sgf() -> Iterator[Check]:
    def check(data: bytes) -> bool:
        try:
            records = read_collection(data)
        except RecordError as error:
            sentence(error)
            return False
        for record in records:
            for node in record.nodes():
                with contextlib.suppress(RecordError):
                    node.position()
        if read_collection(write_collection(records)) != records:
            raise AssertionError("a record changed in writing and reading")
        return True

    yield check


add(Target("sgf", "game records", sgf, lambda: SGF_SEEDS, SGF_TOKENS))

# -- GTP ------------------------------------------------------------------------------------------

GTP_SEEDS = [
    b"komi 5.5\nplay b C3\nplay w C4\nfinal_score\nundo",
    b"1 protocol_version\nrectangular_boardsize 4 7\n3 showboard",
    b"fixed_handicap 2\nplay w A1\ntime_settings 10 5 1\ntime_left b 3 1",
    b"set_free_handicap A1 B2\nkata-set-rules japanese\nkata-get-rules",
    b"kgs-rules chinese\nmove_history\ngg-undo 2\nknown_command play",
    b"gogui-analyze_commands\nprintsgf\nlist_commands",
    b"kata-genmove_analyze w 1 rootInfo true",
    b"genmove b\nplay w Z99 # a remark\n\n\tversion",
    b"play black pass\nplay white resign\nplay b aA\nfinal_status_list dead",
]
GTP_WORDS = (
    b"b w black white pass resign A1 B2 T19 aA Z99 -1 0 1e9 nan true avoid allow dead seki quit "
    b"play genmove undo boardsize komi clear_board final_score set_position kgs-game_over place_"
    b"free_handicap kata-get-param kata-raw-nn loadsgf kgs-time_settings byoyomi canadian none"
).split()


@contextlib.contextmanager
def gtp() -> Iterator[Check]:
    wires = {game: Wire(game, size=5) for game in ("go", "torus", "gomoku", "dots-and-boxes")}

    def check(data: bytes) -> bool:
        wire = list(wires.values())[len(data) % 4]
        used = False
        for line in data.decode("utf-8", "replace").split("\n")[:20]:
            command = parse_command(line)
            if command is not None and (
                (command.name == "printsgf" and command.arguments) or command.name == "loadsgf"
            ):
                continue  # would touch files
            output = wire.ask(line)
            if command is None:
                assert output == "", output
                continue
            assert output[0] in "=?", output
            assert output.endswith("\n\n"), output
            assert "\n\n" not in output[:-2], output
            assert "internal error" not in output, output
            used |= output[0] == "="
        wire.ask("boardsize 5")
        return used

    yield check


add(Target("gtp", "GTP sessions", gtp, lambda: GTP_SEEDS, [*GTP_WORDS, b" ", b"\n"]))

# -- Gomocup --------------------------------------------------------------------------------------

GOMOCUP_SEEDS = [
    b"START 15\nINFO timeout_turn 5000\nTURN 7,7\nTAKEBACK 7,7",
    b"RECTSTART 20,20\nBOARD\n7,7,1\n8,8,2\n9,9,3\nDONE\nABOUT",
    b"START 15\nINFO rule 1\nRESTART\nBEGIN",
    b"START 15\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\nPLAY 3,3",
    b"INFO max_memory 83886080\nINFO time_left 100\nINFO game_type 1\nINFO folder x",
    b"START 9\nBOARD\n1,1,1\nEND",
]
GOMOCUP_WORDS = (
    b"START TURN BEGIN BOARD DONE INFO END ABOUT RESTART RECTSTART TAKEBACK SWAP2BOARD PLAY rule "
    b"timeout_match 0 -1 5 19 20 22 23 100 1,1 7,7,1 20,20 1e3 evaluate exact5 renju"
).split()


@contextlib.contextmanager
def gomocup() -> Iterator[Check]:
    said: list[str] = []

    def check(data: bytes) -> bool:
        said.clear()
        engine = GomocupEngine(lambda game, limits: FirstFree(), said.append)
        for line in data.decode("utf-8", "replace").split("\n")[:30]:
            engine._asked_at = time.monotonic()
            engine.handle(line)
        for line in said:
            assert line.endswith("\n"), line
            assert line.count("\n") == 1, line
            assert "internal error" not in line, line
        return any(not line.startswith(("ERROR", "UNKNOWN")) for line in said)

    yield check


add(Target("gomocup", "Gomocup sessions", gomocup, lambda: GOMOCUP_SEEDS, [*GOMOCUP_WORDS, b"\n"]))

# -- JSON analysis --------------------------------------------------------------------------------

ANALYSIS_SEEDS = [
    json.dumps(query).encode()
    for query in (
        {"id": "a", "game": "torus", "options": {"size": 5}, "moves": "A1 B2 C3"},
        {"id": "b", "game": "go:size=5,komi=5.5", "moves": ["C3", 3, "pass"], "analyze_turns": [1]},
        {"id": "c", "game": "gomoku:size=9", "budget": {"simulations": 5}, "report_every": 0.1},
        {"id": "d", "game": "dots-and-boxes:size=2", "moves": "aA Aa", "player": "random:seed=3"},
        {"id": "e", "game": "go:size=3", "position": "X O .\n. . .\n. . X", "to_move": 1},
        {"id": "f", "action": "terminate", "terminate_id": "a", "turns": [0]},
        {"id": "g", "action": "query_games"},
        {"id": "h", "game": "go:size=5", "player": "mcts:sims=2", "max_moves": 3, "priority": -1},
    )
]
ANALYSIS_WORDS = (
    b'"id" "game" "options" "moves" "player" "budget" "priority" "action" "terminate_all" "nodes" '
    b'"go" "torus:size=4" "mcts:sims=1" "greedy" "seconds" "position" -1 1e99 99999999999 null [] '
    b'{} "" , : ["A1"] true 3.5 "threads" "solver" "query_players" "query_version"'
).split()


@contextlib.contextmanager
def json_analysis() -> Iterator[Check]:
    said: list[str] = []
    # No workers: what is accepted waits until it is terminated.
    engine = AnalysisEngine(said.append, default_player="mcts:sims=2", workers=0)
    end_all = json.dumps({"id": "end", "action": "terminate_all"})

    def check(data: bytes) -> bool:
        said.clear()
        engine.handle(data.decode("utf-8", "replace").replace("\n", " "))
        answers = [json.loads(line) for line in said]
        for line in said:
            assert line.count("\n") == 1, line
            assert "internal error" not in line, line
        engine.handle(end_all)
        return not any("error" in answer for answer in answers)

    yield check


add(
    Target(
        "json-analysis", "analysis queries", json_analysis, lambda: ANALYSIS_SEEDS, ANALYSIS_WORDS
    )
)

# -- specs of games and players -------------------------------------------------------------------

SPEC_SEEDS = [
    b"go:size=5,komi=5.5,ko=simple", b"torus:size=9", b"gomoku:size=15,rules=renju,swap2=yes",
    b"dots-and-boxes:size=3x4", b"mcts:sims=2,threads=1", b"random:seed=1", b"greedy",
    b"alphabeta:depth=2", b"solver", b"double-dealer", b"monomial:sims=3", b"rater",
]  # fmt: skip
SPEC_WORDS = (
    b": , = size rules komi seed sims depth nodes memory 0 -1 5 19 25 1e9 3x4 x yes no nan inf "
    b"chinese japanese freestyle standard superko simple c policy"
).split()


@contextlib.contextmanager
def specs() -> Iterator[Check]:
    game = make("go", size=5)

    def check(data: bytes) -> bool:
        text = data.decode("utf-8", "replace")
        used = False
        for read in (parse_spec, parse_player):
            try:
                read(text)
                used = True
            except TesujiError as error:
                sentence(error)
        if used and text.partition(":")[0] in ("random", "greedy", "mcts", "alphabeta"):
            with contextlib.suppress(TesujiError):
                make_player(text, game).close()
        return used

    yield check


add(Target("specs", "specs of games and players", specs, lambda: SPEC_SEEDS, SPEC_WORDS))

# -- training configs -----------------------------------------------------------------------------

CONFIG_SEEDS = [
    b"[network]\nkind = 'residual'\nblocks = 2\nchannels = 16\n[training]\nbatch = 32\n",
    b"[self_play]\ngames = 10\nsimulations = 20\n[replay]\nwindow = 5\n",
    b"[measurement]\nopponents = ['random', 'mcts:sims=10']\ngames = 4\nearlier = false\n",
    b"[bootstrap]\ngames = 3\n[competition]\ngames = 0\n",
]


@lru_cache(maxsize=1)
def config_words() -> list[bytes]:
    words = [b"[", b"]", b"=", b"'", b"\n", b"true", b"1e9", b"-1", b"0.5", b"[]", b"{}", b"nan"]
    for section, options in Config().as_dict().items():
        words += [f"[{section}]\n".encode(), *(f"{name} = ".encode() for name in options)]
    return words


@contextlib.contextmanager
def config() -> Iterator[Check]:
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        file = Path(folder) / "config.toml"

        def check(data: bytes) -> bool:
            file.write_bytes(data)
            try:
                found = Config.from_dict(read_toml(file), str(file))
            except TesujiError as error:
                sentence(error)
                return False
            assert repr(Config.from_dict(found.as_dict())) == repr(found)
            return True

        yield check


add(Target("config", "training settings (TOML)", config, lambda: CONFIG_SEEDS, config_words()))
