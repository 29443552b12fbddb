"""Reads KataGo's published networks and runs them with ONNX Runtime on boards of any size.

The format and the networks' inputs and outputs are described by KataGo's source (MIT licence,
https://github.com/lightvector/KataGo); the code here was written for Tesuji.
"""

from tesuji.networks.katago.model import KataGoError
from tesuji.networks.katago.network import Judgements, KataGoNetwork

__all__ = ["Judgements", "KataGoError", "KataGoNetwork"]
