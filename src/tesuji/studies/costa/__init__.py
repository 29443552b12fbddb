"""Holds the three subsets of settings that a thesis on AlphaZero for Dots and Boxes compares.

The files beside this one are presets of ``tesuji train``: `subset-a`, `subset-b` and `subset-c`.
"""
