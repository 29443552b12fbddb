"""Exact theory of games: combinatorial game values, thermographs, solvers of special games."""
