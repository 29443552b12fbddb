"""Turns the theory of each game into remarks, one module for each game."""
