"""Names that were given to something else before, and still work."""

from __future__ import annotations

import warnings


def warn_renamed(module: str, old: str, new: str) -> None:
    """Warns whoever asks a module for `old`; to be called by its ``__getattr__``."""
    message = f"{module}.{old} has been renamed to {module}.{new}"
    warnings.warn(message, DeprecationWarning, stacklevel=3)
