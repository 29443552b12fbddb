"""Learning by self-play: a network judges positions, a search improves on it, and it learns that.

A generation is games of the network against itself, training on the newest games, and, where the
config asks for it, a competition that decides which network plays on. `runner` begins runs and goes
on with them, `config` says how, and all of it stands in the folder of a run: see
`tesuji.learning.common.runs`.

Read it as a game travels, in the order in which `generations` does it: `backends` have it played by
a `self_player`, `game_files` keeps it, `replay` makes positions of it, `training` learns from them,
`onnx_export` writes the network, `measurement` says how strong it is, and `shipping` takes it out
of its run.

Importing this package does not import PyTorch: the processes that only play need none.
"""
