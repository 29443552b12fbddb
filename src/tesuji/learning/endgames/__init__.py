"""Learning to judge local endgames of Go.

A network that sees a region says who moves where next, whether anything is left to play for, and
whose the points will be. It learns first from games of our networks against themselves, then from
exact searches of very many small regions.
"""
