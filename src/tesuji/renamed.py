"""Supports old names that still work."""

from __future__ import annotations

import warnings


def warn_renamed(module: str, old: str, new: str) -> None:
    """Warns that `old` has been renamed; called by the ``__getattr__`` of a module."""
    message = f"{module}.{old} has been renamed to {module}.{new}"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
