"""What players know of single games, one module a game."""
