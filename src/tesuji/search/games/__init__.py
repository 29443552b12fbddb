"""Holds what searches know about particular games, one module for each game."""
