"""Limits options, so that a typing error cannot start an absurd number of processes."""

from __future__ import annotations

MOST_WORKERS = 1024
"""Processes or threads of one command."""
MOST_MINUTES = 1e7
"""The longest sitting: nineteen years."""
