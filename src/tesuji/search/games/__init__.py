"""What searches know of single games, one module a game."""
