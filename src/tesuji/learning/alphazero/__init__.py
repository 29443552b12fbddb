"""Learns by self-play: a search improves on a network, and the network learns from the search.

A generation consists of games of the network against itself, training on the newest games, and
optionally a competition that decides which network plays on. `runner` starts and continues runs,
`config` has their options, and everything is stored in the folder of a run: see
`tesuji.learning.common.runs`.

Read it in the order of `generations`: `backends` have games played by a `self_player`, `collecting`
gathers and `game_files` stores them, `replay` turns them into positions, `training` learns from
these, `onnx_export` writes the network, `measurement` measures its strength, and `shipping` exports
it from its run.

Importing this package does not import PyTorch, which processes that only play do not need.
"""
