"""What the theory of each game says, as remarks: one module a game, which registers itself."""
