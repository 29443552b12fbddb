"""Trains networks for local endgames of Go.

A network that sees a region predicts the next moves, whether anything is left to play for, and the
owners of the points. It learns first from self-play of our networks, then from exact searches of
many small regions.
"""
