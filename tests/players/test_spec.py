"""Player specs: what is read, and what is said when it cannot be."""

from __future__ import annotations

import contextlib
from dataclasses import FrozenInstanceError, dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesuji.errors import TesujiError
from tesuji.games import Game, make
from tesuji.players import (
    Choice,
    Player,
    SpecError,
    describe,
    make_player,
    option,
    parse_player,
    player_kinds,
    register_player,
)

player_kinds()  # imports all players now, not within an example whose time is measured


@dataclass(frozen=True, slots=True)
class Everything:
    """One option of each kind."""

    whole: int = option(3, "a whole number", minimum=1, maximum=9)
    real: float | None = option(None, "a number", above=0)
    flag: bool = option(False, "a flag")
    shape: Literal["round", "square"] = option("round", "a choice")
    text: str = option("none at all", "a text")
    cmd: str = option("", "a command", takes_rest=True)


@register_player("everything-for-tests", Everything)
class Dummy(Player):
    """Takes everything.

    This is not part of its help.
    """

    def __init__(self, game: Game, options: Everything) -> None:
        self.options = options


def read(options: str) -> Everything:
    found = parse_player(f"everything-for-tests:{options}")[1]
    assert isinstance(found, Everything)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Everything()),
        ("whole=5", Everything(whole=5)),
        (" whole = 5 , real=0.25 ", Everything(whole=5, real=0.25)),
        ("whole=5,", Everything(whole=5)),
        ("real=1e-3", Everything(real=0.001)),
        ("real=none", Everything(real=None)),
        ("flag=yes", Everything(flag=True)),
        ("flag=Off", Everything(flag=False)),
        ("shape=SQUARE", Everything(shape="square")),
        ("text=two words", Everything(text="two words")),
        ('text="a, b=c"', Everything(text="a, b=c")),
        (r'text="say \"a\\b\"",whole=2', Everything(text='say "a\\b"', whole=2)),
        ("cmd=run --x 1,2 y=3", Everything(cmd="run --x 1,2 y=3")),
        ("whole=4,cmd=run -x, -y", Everything(whole=4, cmd="run -x, -y")),
        ('cmd="run -x, -y",whole=4', Everything(cmd="run -x, -y", whole=4)),
        ('cmd="my run" -x', Everything(cmd='"my run" -x')),
    ],
)
def test_specs_are_read(text: str, expected: Everything) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("spec", "phrases"),
    [
        ("", ["no name of a player", "random"]),
        ("rnadom", ["'rnadom'", "did you mean 'random'", "mcts"]),
        ("Ωmega", ["there is no player called 'Ωmega'", "random"]),
        (
            "everything-for-tests:x=1",
            ["no option 'x'", "whole=3, real=none, flag=no", "shape=round"],
        ),
        ("everything-for-tests:wole=1", ["did you mean 'whole'"]),
        ("everything-for-tests:5", ["'5'", "not of the form option=value", "whole=3"]),
        ("everything-for-tests:whole=x", ["whole", "a whole number of at least 1", "not 'x'"]),
        ("everything-for-tests:whole=0", ["at least 1", "'0'"]),
        ("everything-for-tests:whole=10", ["at most 9"]),
        ("everything-for-tests:whole=none", ["not 'none'"]),
        ("everything-for-tests:whole=1.5", ["a whole number"]),
        ("everything-for-tests:real=0", ["above 0"]),
        ("everything-for-tests:real=nan", ["a number"]),
        ("everything-for-tests:real=inf", ["a number"]),
        ("everything-for-tests:flag=perhaps", ["'yes' or 'no'"]),
        ("everything-for-tests:shape=oval", ["round, square"]),
        ("everything-for-tests:text=", ["not empty"]),
        ("everything-for-tests:whole=1,whole=2", ["whole twice"]),
        ("canonical", ["canonical needs player"]),
        ("gtp", ["gtp needs cmd"]),
    ],
)
def test_bad_specs_say_what_is_wrong(spec: str, phrases: list[str]) -> None:
    with pytest.raises(SpecError) as caught:
        parse_player(spec)
    for phrase in phrases:
        assert phrase in str(caught.value)
    assert "\n" not in str(caught.value)


def quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


@given(
    whole=st.integers(1, 9),
    real=st.floats(1e-9, 1e9) | st.none(),
    flag=st.booleans(),
    text=st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1),
    order=st.permutations(["whole", "real", "flag", "text"]),
)
def test_what_is_written_is_read(
    whole: int, real: float | None, flag: bool, text: str, order: list[str]
) -> None:
    written: dict[str, Any] = {
        "whole": whole,
        "real": "none" if real is None else repr(real),
        "flag": "yes" if flag else "no",
        "text": quoted(text),
    }
    spec = ",".join(f"{name}={written[name]}" for name in order)
    assert read(spec) == Everything(whole=whole, real=real, flag=flag, text=text)


@given(st.text(max_size=60))
def test_no_text_breaks_the_parser(text: str) -> None:
    for spec in (text, f"everything-for-tests:{text}", f"canonical:{text}", f"mcts:{text}"):
        with contextlib.suppress(SpecError):
            parse_player(spec)


def test_a_seed_goes_where_none_was_given() -> None:
    assert parse_player("random", seed=5)[1].seed == 5
    assert parse_player("random:seed=3", seed=5)[1].seed == 3
    assert read("").whole == parse_player("everything-for-tests", seed=5)[1].whole


def test_wrapped_specs_reach_the_inner_player() -> None:
    _, options = parse_player("canonical:seed=4,mcts:sims=20,uct=2")
    assert (options.player, options.seed) == ("mcts:sims=20,uct=2", 4)
    assert parse_player("canonical:player=random")[1].player == "random"
    with pytest.raises(SpecError, match="no option 'simss'"):
        make_player("canonical:mcts:simss=20", make("torus", size=5))


def test_players_are_described() -> None:
    known = {player["name"]: player for player in describe()}
    assert {"random", "mcts", "alphabeta", "canonical"} <= known.keys()
    assert list(known) == sorted(known)
    dummy = known["everything-for-tests"]
    assert dummy["help"] == "Takes everything."
    whole = dummy["options"][0]
    assert (whole["name"], whole["kind"], whole["default"]) == ("whole", "int", 3)
    for player in known.values():
        assert player["help"].endswith(".")
        for entry in player["options"]:
            assert entry["help"]


def test_defaults_in_help_texts_are_the_real_ones() -> None:
    for kind in player_kinds().values():
        if any(entry.required for entry in kind.options.values()):
            continue
        made = kind.options_class()
        for name, entry in kind.options.items():
            assert getattr(made, name) == entry.default
        if kind.options:
            with pytest.raises((FrozenInstanceError, AttributeError)):
                setattr(made, next(iter(kind.options)), None)


def test_a_made_player_is_called_by_its_spec() -> None:
    game = make("torus", size=5)
    with make_player(" random:seed=1 ", game) as player:
        assert player.name == "random:seed=1"
        player.start(game, game.initial())
        first = player.choose(game.initial())
        player.start(game, game.initial())
        assert player.choose(game.initial()) == first
        assert isinstance(first, Choice)


@pytest.mark.parametrize(
    "spec",
    [
        f"mcts:sims={'9' * 400}",
        "mcts:sims=5,seed=-1",
        f"alphabeta:nodes=5,seed={2**64}",
        f"alphabeta:depth=1,memory={2**64}",
    ],
)
def test_numbers_that_nobody_can_count_to_are_refused(spec: str) -> None:
    with pytest.raises(SpecError, match="is a whole number"):
        make_player(spec, make("torus", size=5))


def test_large_budgets_are_no_limit_at_all() -> None:
    """They end by another limit; memory that the machine does not have is a sentence."""
    huge = 2**63 - 1
    game = make("gomoku", size=9)
    spec = f"mcts:sims=5,nodes={huge},memory={huge},seed={huge}"
    with make_player(spec, game) as player:
        assert player.choose(game.initial()).move is not None
    with (
        make_player(f"gomoku:depth=1,memory={huge}", game) as player,
        pytest.raises(TesujiError, match="this machine does not have"),
    ):
        player.choose(game.initial())


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_from_outside_is_checked_too(seed: int) -> None:
    with pytest.raises(SpecError, match="the option seed of alphabeta"):
        make_player("alphabeta:depth=1", make("torus", size=5), seed=seed)
