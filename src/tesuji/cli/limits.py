"""Limits of options that would otherwise start whatever a slip of the finger asks for."""

from __future__ import annotations

MOST_WORKERS = 1024
"""Processes or threads of one command."""
MOST_MINUTES = 1e7
"""Of one sitting: nineteen years."""
