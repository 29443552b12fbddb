"""Holds the benchmark of Go endgames after a thesis on their temperatures."""
