"""Learns games from their rules: by self-play (`alphazero`) and by evolution (`evolution`)."""
