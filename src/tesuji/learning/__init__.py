"""Learning a game from its rules: by self-play (`alphazero`) and by evolution (`evolution`)."""
