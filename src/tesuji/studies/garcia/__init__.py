"""The tables of a thesis on Gomoku by monomials (Garcia 2020), computed by the core."""
