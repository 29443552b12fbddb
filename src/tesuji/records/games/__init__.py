"""Registers the SGF dialect of each game, one module for each: see `tesuji.records.dialects`."""
