"""Networks of KataGo: its published files are read, and run by ONNX Runtime on boards of any size.

The format and what the networks see and say are described by KataGo's source (MIT licence,
https://github.com/lightvector/KataGo); what stands here was written for Tesuji.
"""

from tesuji.networks.katago.model_file import KataGoError
from tesuji.networks.katago.network import Judgements, KataGoNetwork

__all__ = ["Judgements", "KataGoError", "KataGoNetwork"]
