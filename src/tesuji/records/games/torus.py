"""Registers Torus in SGF, with a number that is not on the standard's list."""

from tesuji.records.dialects import Dialect, register_dialect

register_dialect("torus", Dialect(number=648, default_size=9))
