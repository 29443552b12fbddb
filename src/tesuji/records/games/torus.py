"""Torus in SGF: a number that the standard's list does not have."""

from tesuji.records.dialects import Dialect, register_dialect

register_dialect("torus", Dialect(number=648, default_size=9))
