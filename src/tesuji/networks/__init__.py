"""Every kind of network file: how it is read and run, and the files that come with Tesuji."""

from pathlib import Path

SHIPPED = Path(__file__).parent
"""The folder of the networks that come with Tesuji; some kinds have a folder of their own in it."""
