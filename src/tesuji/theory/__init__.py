"""Implements exact theory: combinatorial games, thermographs, solvers of particular games."""
