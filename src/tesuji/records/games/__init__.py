"""How SGF speaks of each game, one module a game: see `tesuji.records.dialects`."""
