"""Registers what is certain in each game, one module for each: see `tesuji.theory.certain`."""
