"""Reads and runs every kind of network file, and holds the files that come with Tesuji."""

from pathlib import Path

SHIPPED = Path(__file__).parent
"""The folder of the networks that come with Tesuji; some kinds have a subfolder."""
