"""Checks for PyTorch and ONNX, which only training needs and an extra installs."""

from __future__ import annotations

import importlib
import os

from tesuji.errors import TesujiError


def require_torch() -> None:
    """Raises `TesujiError` if PyTorch or ONNX cannot be imported."""
    # Waiting threads must not spin: on a busy processor training would be ten times slower. PyTorch
    # reads these variables when it is imported.
    for name, value in (("OMP_WAIT_POLICY", "passive"), ("GOMP_SPINCOUNT", "0")):
        os.environ.setdefault(name, value)
    try:
        for package in ("torch", "onnx"):
            importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "onnx"):
            raise
        raise TesujiError("training needs PyTorch and ONNX: pip install 'tesuji[train]'") from None
