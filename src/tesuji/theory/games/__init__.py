"""What is certain in each game, one module a game: see `tesuji.theory.certain`."""
