"""AlphaZero for Dots and Boxes: the three subsets of settings that the thesis compares.

The files beside this one are presets of ``tesuji train``: `subset-a`, `subset-b` and `subset-c`.
"""
