"""Holds what players know about particular games, one module for each game."""
