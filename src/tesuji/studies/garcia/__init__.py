"""Holds the tables of a thesis on Gomoku by monomials (Garcia 2020)."""
