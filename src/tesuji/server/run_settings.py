"""Describes the settings of a run in words, with their help."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from tesuji.errors import TesujiError
from tesuji.learning.alphazero.config import Config, explained
from tesuji.learning.alphazero.runner import KIND as SELF_PLAY
from tesuji.learning.alphazero.shipping import config_in
from tesuji.learning.common.runs import Run
from tesuji.learning.evolution.experiments import Experiment, ExperimentError
from tesuji.server.run_models import SettingGroup, SettingView
from tesuji.studies import find_experiment

_SECTIONS = {
    "network": "The network",
    "boards": "Boards",
    "bootstrap": "Before the first generation",
    "self_play": "Self-play",
    "replay": "Positions that are learnt from",
    "training": "Training",
    "competition": "Competition",
    "measurement": "Measurement",
}
_OTHERS = "Settings"


def in_words(run: Run) -> list[str]:
    """Returns a few sentences about how a run learns; empty for kinds that are not known."""
    if run.description.kind == SELF_PLAY:
        config = _config_of(run)
        return [] if config is None else _words_about(config)
    experiment = _experiment_of(run)
    return [] if experiment is None else [experiment.help]


def settings_of(run: Run) -> list[SettingGroup]:
    """Returns all settings of a run in groups."""
    config = run.description.config
    told = _config_of(run) if run.description.kind == SELF_PLAY else None
    if told is not None:
        groups = _self_play_groups(told)
        known = {field.name for field in dataclasses.fields(Config)}
        return groups + _plain_groups({k: v for k, v in config.items() if k not in known})
    experiment = _experiment_of(run)
    if experiment is None:
        return _plain_groups(config)
    options = experiment.options
    settings = [
        _setting(name, value, options[name].help, value == options[name].default)
        for name, value in config.items()
        if name in options
    ]
    rest = {name: value for name, value in config.items() if name not in options}
    return [SettingGroup(title=_OTHERS, settings=settings), *_plain_groups(rest)]


def setting_title(name: str) -> str:
    """Returns the name of an option as people read it: "Games at once"."""
    words = name.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _config_of(run: Run) -> Config | None:
    try:
        return config_in(run.description.config)
    except TesujiError:  # of a newer version
        return None


def _experiment_of(run: Run) -> Experiment | None:
    try:
        return find_experiment(run.description.kind)
    except ExperimentError:
        return None


def _self_play_groups(config: Config) -> list[SettingGroup]:
    usual, helps = Config(), explained()
    groups = []
    for section in dataclasses.fields(Config):
        ours, theirs = getattr(config, section.name), getattr(usual, section.name)
        settings = [
            _setting(
                item.name,
                getattr(ours, item.name),
                helps[section.name][item.name],
                getattr(ours, item.name) == getattr(theirs, item.name),
            )
            for item in dataclasses.fields(ours)
        ]
        groups.append(SettingGroup(title=_SECTIONS[section.name], settings=settings))
    return groups


def _plain_groups(config: Mapping[str, Any]) -> list[SettingGroup]:
    """Returns settings without help; those that are not set are left out."""
    settings = [
        _setting(name, value, "", False)
        for name, value in config.items()
        if value not in (None, [], {}, "")
    ]
    return [SettingGroup(title="Other settings", settings=settings)] if settings else []


def _setting(name: str, value: Any, help: str, is_usual: bool) -> SettingView:
    return SettingView(
        name=name,
        title=setting_title(name),
        value=_value_in_words(value),
        help=help[:1].upper() + help[1:],
        is_usual=is_usual,
    )


def _value_in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ", ".join(map(_value_in_words, value)) or "none"
    return json.dumps(value, default=str)


def _words_about(config: Config) -> list[str]:
    network, play, measured = config.network, config.self_play, config.measurement
    parts = []
    if network.kind == "residual":
        parts.append(
            f"The network has {network.blocks} residual blocks with {network.channels} channels."
        )
    else:
        layers = ", ".join(map(str, network.layers))
        parts.append(f"The network has dense layers of {layers} units.")
    parts.append(
        f"In each generation it plays {play.games:,} games against itself. It learns from the "
        f"{play.full_share:.0%} of its moves that are searched with {play.simulations} "
        f"simulations; the others get {play.fast_simulations}."
    )
    if play.exact_plies:
        parts.append(
            f"An exact search of the game settles positions (exact_plies {play.exact_plies})."
        )
    parts.append(
        f"It is trained on the newest positions, at least {config.replay.min_window:,} and at most "
        f"{config.replay.max_window:,}, at a learning rate of {config.training.rate:g}."
    )
    if config.competition.games:
        parts.append(
            f"A new network replaces the best one if it scores more than "
            f"{config.competition.threshold:.0%} in {config.competition.games} games against it."
        )
    if measured.every:
        every = "Each generation" if measured.every == 1 else f"Every {measured.every} generations"
        verb = " plays" if measured.every == 1 else " it plays"
        parts.append(
            f"{every}{verb} {measured.games} games against {' and '.join(measured.opponents)} and "
            f"against {measured.earlier} of its earlier versions, which gives its Elo."
        )
    return parts
