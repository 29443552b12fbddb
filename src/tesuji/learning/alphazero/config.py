"""Configures runs: sections of options with their help, presets, and overrides.

A config is read from TOML (a preset of this package, then a file, then ``section.option=value``
of the command line). It is stored in the run as plain data and read from there when the run
continues.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import tomllib
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from tesuji.errors import TesujiError, quoted
from tesuji.files import read_limited
from tesuji.games import Game
from tesuji.networks.sessions import Device
from tesuji.players import option
from tesuji.players.options import reflected
from tesuji.players.usual_options import proof_option
from tesuji.search import SelfPlayOptions
from tesuji.search.utility import Utility

LARGEST = 2**31 - 1
"""The largest integer of the core."""
_GROWS_FROM = 1000
"""Games after which the number of simulations begins to grow."""
LARGEST_FRACTION = 1e9
"""The largest other number, far beyond useful values and within 32-bit floats."""


def _reflected(name: str) -> Any:
    """Returns a field for an option of self-play of the core."""
    return reflected(SelfPlayOptions, name)


class ConfigError(TesujiError):
    """Raised for a config with an unknown name or an invalid value."""


@dataclass(frozen=True, slots=True)
class NetworkConfig:
    """The network that learns."""

    kind: Literal["residual", "dense"] = option("residual", "convolutions, or dense layers")
    blocks: int = option(4, "residual blocks", minimum=1, maximum=100)
    channels: int = option(48, "channels of each convolution", minimum=4, maximum=1024)
    head_channels: int = option(24, "channels of policy and value heads", minimum=2)
    layers: tuple[int, ...] = option((1024, 1024, 1024, 512), "sizes of dense layers", minimum=1)
    dropout: float = option(0.3, "share of dense units left out in training", minimum=0, maximum=1)
    values: Literal["numbers", "distributions"] = option(
        "numbers", "value and margin of a residual network: one number each, or a distribution"
    )
    planes: tuple[int, ...] = option((), "planes of the game that are seen; none: all", minimum=0)


@dataclass(frozen=True, slots=True)
class BoardsConfig:
    """The boards of a run; without variants, only the one it was started with."""

    variants: tuple[str, ...] = option((), "how each board differs, e.g. size=7,komi=9.5")
    shares: tuple[float, ...] = option((), "share of each board; none: all equal", above=0)


@dataclass(frozen=True, slots=True)
class BootstrapConfig:
    """Games of plain tree search, without a network, that the first network learns from."""

    games: int = option(0, "games of plain search before the first generation", minimum=0)
    simulations: int = option(400, "simulations for each of their moves", minimum=2)
    temperature_plies: int = option(8, "plies in which moves are drawn by visits", minimum=0)


@dataclass(frozen=True, slots=True)
class SelfPlayConfig:
    """Games of the network against itself."""

    games: int = option(128, "games in each generation", minimum=1)
    games_at_once: int = option(32, "games that each worker plays at the same time", minimum=1)
    carry_over: bool = option(True, "games under way go on with the next network")
    beside_training: bool = option(True, "play on while the next network is trained")
    simulations: int = _reflected("simulations")
    fast_simulations: int = _reflected("fast_simulations")
    full_share: float = _reflected("full_share")
    simulations_growth: float = option(
        1.0,
        "simulations are multiplied by this with every tenfold of games from 1000 on",
        minimum=1,
        maximum=10,
    )
    gumbel: bool = _reflected("gumbel")
    gumbel_moves: int = _reflected("gumbel_moves")
    gumbel_visits: float = _reflected("gumbel_visits")
    gumbel_scale: float = _reflected("gumbel_scale")
    c_puct: float = _reflected("c_puct")
    puct_base: float = _reflected("puct_base")
    puct_spread: float = _reflected("puct_spread")
    fpu_reduction: float = _reflected("fpu_reduction")
    virtual_loss: float = _reflected("virtual_loss")
    dirichlet_alpha: float = _reflected("dirichlet_alpha")
    dirichlet_weight: float = _reflected("dirichlet_weight")
    temperature: float = _reflected("temperature")
    temperature_plies: int = _reflected("temperature_plies")
    final_temperature: float = _reflected("final_temperature")
    tree_reuse: bool = _reflected("tree_reuse")
    solver: bool = _reflected("solver")
    end_when_proven: bool = _reflected("end_when_proven")
    exact_plies: int = _reflected("exact_plies")
    score_weight: float = _reflected("score_weight")
    score_scale: float = _reflected("score_scale")
    device: Device = option(  # noqa: RUF009
        "auto", "what evaluates the network: auto takes a GPU (cuda) where there is one"
    )
    int8: bool = option(False, "play with the network in eight bits")
    max_plies: int = _reflected("max_plies")
    random_plies: int = _reflected("random_plies")
    fork_share: float = option(
        0.0,
        "share of games that begin in the middle of another one, with another move",
        minimum=0,
        maximum=0.9,
    )
    resign_value: float = _reflected("resign_value")
    resign_control: float = _reflected("resign_control")
    random_symmetries: bool = _reflected("random_symmetries")
    alternating_sign: bool = _reflected("alternating_sign")
    leaves_per_game: int = _reflected("leaves_per_game")
    cache_megabytes: int = _reflected("cache_megabytes")

    def simulations_after(self, games: int) -> tuple[int, int]:
        """Returns the simulations of full and of fast searches after this many games."""
        factor = self.simulations_growth ** math.log10(max(games / _GROWS_FROM, 1.0))
        return round(self.simulations * factor), round(self.fast_simulations * factor)

    def utility(self, game: Game) -> Utility:
        """Returns the value of finished games; without margin if the game has no score."""
        return Utility(self.score_weight if game.has_score else 0.0, self.score_scale)

    def options(self, game: Game, **changed: Any) -> SelfPlayOptions:
        """Converts these options for the pool of games, with some `changed`."""
        names = {info.name for info in SelfPlayOptions.table()}
        given = {
            item.name: getattr(self, item.name)
            for item in dataclasses.fields(self)
            if item.name in names
        }
        given["score_weight"] = self.utility(game).score_weight
        return SelfPlayOptions(**given | changed)


@dataclass(frozen=True, slots=True)
class ReplayConfig:
    """The positions used for training."""

    min_window: int = option(10_000, "newest positions learnt from, at least", minimum=1)
    max_window: int = option(200_000, "newest positions learnt from, at most", minimum=1)
    window_share: float = option(0.6, "between these, this share of all", above=0, maximum=1)
    holdout: float = option(0.05, "share of games kept for testing", minimum=0, maximum=0.5)
    symmetries: bool = option(True, "show each position in a random orientation")
    surprise_share: float = option(
        0.0,
        "share of what is learnt that goes by how much the search surprised",
        minimum=0,
        maximum=1,
    )
    refreshed_share: float = option(
        0.0,
        "older positions searched again with the newest network, for each new one",
        minimum=0,
        maximum=10,
    )


@dataclass(frozen=True, slots=True)
class TrainingConfig:
    """The training of the network."""

    optimizer: Literal["sgd", "adamw"] = option("adamw", "stochastic gradients, or AdamW")
    rate: float = option(0.002, "learning rate", above=0)
    schedule: Literal["constant", "cosine"] = option("cosine", "learning rate over the run")
    final_rate: float = option(0.05, "share of the rate at the end of a cosine", minimum=0)
    warmup: int = option(100, "steps in which the rate rises", minimum=0)
    momentum: float = option(0.9, "momentum of sgd", minimum=0, maximum=1)
    weight_decay: float = option(0.01, "pull of the weights towards 0", minimum=0)
    batch: int = option(256, "positions in a step", minimum=2)
    reuse: float = option(6.0, "how often each new position is learnt from, on average", minimum=0)
    epochs: int = option(0, "instead: passes through the window each generation", minimum=0)
    views: int = option(1, "how often a pass shows each position, turned at random", minimum=1)
    average: float = option(0.98, "share of the past in the running mean of weights", minimum=0)
    root_value_share: float = option(
        0.25, "share of the search's value in the value learnt", minimum=0, maximum=1
    )
    value_weight: float = option(1.0, "weight of the value's error", minimum=0)
    score_weight: float = option(0.1, "weight of the score's error", minimum=0)
    ownership_weight: float = option(0.15, "weight of the ownership's error", minimum=0)
    soft_policy_weight: float = option(
        0.0, "weight of the error of the policy ^ (1 / 4), which tells of all moves", minimum=0
    )
    soon_weight: float = option(
        0.0, "weight of the error of the values of the next plies", minimum=0
    )
    clip: float = option(5.0, "largest norm of a gradient; 0: no limit", minimum=0)
    precision: Literal["auto", "float32", "bfloat16"] = option(
        "auto", "precision of convolutions in training; auto: bfloat16 where that is fast"
    )


@dataclass(frozen=True, slots=True)
class CompetitionConfig:
    """The match of a new network against the best one; without games every new one is promoted."""

    games: int = option(0, "games after each generation; 0: none", minimum=0)
    threshold: float = option(0.5, "promotion takes more than this share", minimum=0, maximum=1)
    from_best: bool = option(True, "a network that is not promoted is dropped, not trained further")
    simulations: int = option(100, "simulations for each move", minimum=1)
    opening_plies: int = option(2, "random moves at the start", minimum=0)
    seats: Literal["both", "first", "second"] = option("both", "who the new network plays as")
    temperature: float = option(0.0, "moves by visits ^ (1 / temperature)", minimum=0)
    exact_plies: int = reflected(SelfPlayOptions, "exact_plies", maximum=60, was=("exact",))
    proof: int = proof_option(0)


@dataclass(frozen=True, slots=True)
class MeasurementConfig:
    """Measurements of strength every few generations.

    By default the network is measured alone, without the exact searches that it plays with.
    """

    every: int = option(5, "generations between measurements; 0: none", minimum=0)
    keep: int = option(10, "generations between networks that are kept; 0: none", minimum=0)
    games: int = option(10, "games against each opponent", minimum=1)
    simulations: int = option(100, "the network's simulations for each move", minimum=1)
    opening_plies: int = option(2, "random moves at the start", minimum=0)
    opponents: tuple[str, ...] = option(
        ("mcts:sims=100", "mcts:sims=400"), "fixed opponents; the first has Elo 0"
    )
    earlier: int = option(2, "number of earlier measured versions to play as well", minimum=0)
    exact_plies: int = reflected(SelfPlayOptions, "exact_plies", maximum=60, was=("exact",))
    proof: int = proof_option(0)
    optimal_games: int = option(
        40, "own games whose moves are compared with an exact table, where there is one", minimum=0
    )


@dataclass(frozen=True, slots=True)
class Config:
    """The whole config of a run."""

    network: NetworkConfig = field(default_factory=NetworkConfig)
    boards: BoardsConfig = field(default_factory=BoardsConfig)
    bootstrap: BootstrapConfig = field(default_factory=BootstrapConfig)
    self_play: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    replay: ReplayConfig = field(default_factory=ReplayConfig)
    training: TrainingConfig = field(default_factory=TrainingConfig)
    competition: CompetitionConfig = field(default_factory=CompetitionConfig)
    measurement: MeasurementConfig = field(default_factory=MeasurementConfig)

    def as_dict(self) -> dict[str, Any]:
        """Returns plain data, for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any], where: str = "the config") -> Config:
        """Reads data of `as_dict` or TOML; options that are not given keep their defaults."""
        return merged(cls(), plain, where)


# -- presets, files, overrides --------------------------------------------------------------------


_preset_folders: list[Traversable] = [resources.files(__package__) / "presets"]


def register_presets(package: str) -> None:
    """Registers the TOML files of a package as presets, for example those of a study."""
    folder = resources.files(package)
    if folder not in _preset_folders:
        _preset_folders.append(folder)


def preset_names() -> list[str]:
    """Returns all known presets, in alphabetical order."""
    return sorted(_presets())


def _presets() -> dict[str, Traversable]:
    files = (file for folder in _preset_folders for file in folder.iterdir())
    return {file.name.removesuffix(".toml"): file for file in files if file.name.endswith(".toml")}


def read_config(
    game: Game,
    preset: str = "laptop",
    file: Path | None = None,
    overrides: Sequence[str] = (),
    *,
    every_size: bool = False,
) -> Config:
    """Returns a preset for `game`, changed by a TOML file, changed by ``section.option=value``.

    With `every_size` the run plays on all sizes that the preset lists for the game, else only on
    that of `game`.
    """
    config = _read_preset(game, preset, every_size)
    if file is not None:
        config = merged(config, read_toml(file), str(file))
    for text in overrides:
        config = merged(config, _read_override(text), repr(text))
    _check_gumbel(config.self_play)
    return config


def _read_preset(game: Game, name: str, every_size: bool) -> Config:
    if name not in preset_names():
        names = ", ".join(preset_names())
        raise ConfigError(f"there is no preset called {name!r}; there are: {names}")
    plain = tomllib.loads(_presets()[name].read_text(encoding="utf-8"))
    special = plain.pop("for", [])
    base = plain.pop("extends", None)
    config = Config() if base is None else _read_preset(game, base, every_size)
    config = merged(config, plain, f"the preset {name}")
    for section in special:
        if _concerns(game, section.pop("game", None), section.pop("most_moves", None)):
            if not every_size:
                section.pop("boards", None)
            config = merged(config, section, f"the preset {name}")
    return config


def _concerns(game: Game, name: str | None, most_moves: int | None) -> bool:
    """Returns whether a special section applies to `game`, by name and number of moves."""
    small = most_moves is None or game.num_moves <= most_moves
    return (name is None or game.name == name) and small


_LARGEST_FILE = 1 << 20
"""The most bytes of a config, against devices without end."""


def read_toml(file: Path) -> dict[str, Any]:
    """Returns the sections of a TOML file, not yet checked."""
    try:
        return tomllib.loads(read_limited(file, _LARGEST_FILE).decode())
    except OSError as error:
        raise ConfigError(f"cannot read {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ConfigError(f"{file} is not TOML: {error}") from error


def _read_override(text: str) -> dict[str, Any]:
    name, equals, value = text.partition("=")
    section, dot, key = name.strip().partition(".")
    if not (equals and dot and section and key):
        raise ConfigError(f"{text!r} is not of the form section.option=value")
    try:
        content = tomllib.loads(f"value = {value}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        content = value.strip()
    return {section: {key: content}}


# -- checking -------------------------------------------------------------------------------------


def merged(config: Config, plain: Mapping[str, Any], where: str) -> Config:
    """Returns `config` with the options of `plain`; `where` is for messages."""
    sections = {item.name: getattr(config, item.name) for item in dataclasses.fields(config)}
    changed: dict[str, Any] = {}
    for name, content in plain.items():
        if name not in sections:
            raise ConfigError(_unknown(f"{where} has no section", name, sections))
        if not isinstance(content, Mapping):
            raise ConfigError(f"{name} in {where} is a section of options, not {quoted(content)}")
        changed[name] = _merged_section(name, sections[name], content, where)
    return dataclasses.replace(config, **changed)


_WITHOUT_GUMBEL = (
    "dirichlet_alpha",
    "dirichlet_weight",
    "temperature",
    "temperature_plies",
    "final_temperature",
)
"""Options of move selection that Gumbel replaces."""


def _check_gumbel(options: SelfPlayConfig) -> None:
    """Refuses options that would have no effect."""
    usual = SelfPlayConfig()
    for name in _WITHOUT_GUMBEL:
        if options.gumbel and getattr(options, name) != getattr(usual, name):
            raise ConfigError(
                f"self_play.{name} does nothing with Gumbel, whose noise draws the moves: leave it "
                "out, or set self_play.gumbel=false"
            )


def _merged_section(section: str, options: Any, plain: Mapping[str, Any], where: str) -> Any:
    known = {item.name: item for item in dataclasses.fields(options)}
    hints = _hints(options.__class__)
    changed = {}
    older = {was: name for name, item in known.items() for was in item.metadata.get("was", ())}
    for given, value in plain.items():
        key = older.get(given, given)
        if key not in known:
            raise ConfigError(_unknown(f"{section} in {where} has no option", key, known))
        if key in changed:
            raise ConfigError(f"{section} in {where} has {key} twice: also as {quoted(given)}")
        name = f"{section}.{key}"
        content = _read(value, hints[key], name)
        for number in _numbers(content):
            _check_range(number, known[key].metadata, name)
        changed[key] = content
    return dataclasses.replace(options, **changed)


@cache
def _hints(section: Any) -> dict[str, Any]:
    return get_type_hints(section)


def _unknown(complaint: str, name: str, known: Mapping[str, Any]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}? There are" if close else "there are"
    return f"{complaint} {quoted(name)}; {hint}: {', '.join(known)}"


def _read(value: Any, hint: Any, name: str) -> Any:
    """Converts `value` to the type `hint`."""
    if get_origin(hint) is tuple:
        if not isinstance(value, list | tuple):
            raise ConfigError(f"{name} is a list, not {quoted(value)}")
        return tuple(_read(item, get_args(hint)[0], name) for item in value)
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        if value not in choices:
            raise ConfigError(f"{name} is one of {', '.join(choices)}, not {quoted(value)}")
        return value
    if hint is float and type(value) is int and abs(value) <= LARGEST:
        return float(value)
    if type(value) is not hint:
        kinds = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
        raise ConfigError(f"{name} is {kinds[hint]}, not {quoted(value)}")
    return value


def _numbers(content: Any) -> Iterator[float]:
    for item in content if isinstance(content, tuple) else (content,):
        if isinstance(item, int | float) and not isinstance(item, bool):
            yield item


def _check_range(number: float, limits: Mapping[str, Any], name: str) -> None:
    low, above, high = (limits.get(key) for key in ("minimum", "above", "maximum"))
    most = LARGEST if isinstance(number, int) else LARGEST_FRACTION
    if high is None and not abs(number) <= most:
        high = most  # not mentioned if the value is too small
    wanted = []
    if low is not None:
        wanted.append(f"at least {low:g}")
    if above is not None:
        wanted.append(f"above {above:g}")
    if high is not None:
        wanted.append(f"at most {high}")
    fits = (
        (low is None or number >= low)
        and (above is None or number > above)
        and (high is None or number <= high)
        and abs(number) <= most
    )
    if not fits:
        raise ConfigError(f"{name} is {' and '.join(wanted)}, not {quoted(number)}")


def explained() -> Mapping[str, Mapping[str, str]]:
    """Returns the help of each option of each section."""
    found = {}
    for item in dataclasses.fields(Config):
        section = getattr(Config(), item.name)
        found[item.name] = {
            each.name: str(each.metadata.get("help", "")) for each in dataclasses.fields(section)
        }
    return types.MappingProxyType(found)
