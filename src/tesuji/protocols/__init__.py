"""Connects other programs to Tesuji.

Over standard input and output: `gtp`, `gomocup`, and `analysis` for JSON. Inside Python, as an
environment for learning: `pettingzoo`, `gymnasium` and `open_spiel`, each with its own extra.
"""
