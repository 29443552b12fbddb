"""Learning by self-play: a network judges positions, a search improves on it, and it learns that.

A generation is games of the network against itself, training on the newest games, and, where the
config asks for it, a competition that decides which network plays on. `train` does it, `Config`
says how, and everything stands in the folder of a `tesuji.learning.runs.Run`.

Importing this package does not import PyTorch: the processes that only play need none.
"""
