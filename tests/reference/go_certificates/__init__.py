"""Checks certificates of local endgames of Go, without the core: the rules, and thermography.

A certificate lists positions. This program works out by itself where their moves lead, bounds each
position from the positions after it, and looks whether the bounds of the first one leave a single
mean and temperature. What a certificate says about alternating play is searched again.

Sets of points are integers with a bit for each point, positions are tuples (points, stones of
Black, stones of White, points beside immortal stones of Black, of White). Scores are points of area
for Black. Read `rules`, `walls`, `alternating`, `bounds`, `cases`, in this order.
"""

from tests.reference.go_certificates.bounds import NotProven
from tests.reference.go_certificates.cases import check

__all__ = ["NotProven", "check"]
