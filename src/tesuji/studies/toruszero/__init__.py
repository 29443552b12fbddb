"""Evolves move raters of Torus in tournaments, as in TorusZero."""
