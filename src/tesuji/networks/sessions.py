"""Opens sessions of ONNX Runtime, which run networks on this machine."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any, Literal, TypeAlias

from tesuji.errors import TesujiError

Device: TypeAlias = Literal["auto", "cpu", "cuda"]
"""What evaluates a network: the processor, an Nvidia GPU, or (auto) a GPU if there is one."""
_CPU, _CUDA = "CPUExecutionProvider", "CUDAExecutionProvider"
_TRIAL_MEMORY = 256 << 20
"""Bytes for evaluating two positions; our networks need some thousands."""
_ONE_TRIAL = Lock()


class NetworkError(TesujiError):
    """Raised for a network that cannot be used, or not for this game; the message says why."""


def open_session(data: bytes, name: str, threads: int, device: Device = "auto") -> Any:
    """Opens a session with a trusted network; `data` is an ONNX file."""
    import onnxruntime as ort

    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    has_cuda = _CUDA in ort.get_available_providers()
    if device == "cuda" and not has_cuda:
        raise NetworkError(
            "device=cuda needs an ONNX Runtime that has CUDA: pip install onnxruntime-gpu, or use "
            "device=cpu"
        )
    if has_cuda and device != "cpu":
        try:
            return _opened(data, name, options, threads, _CUDA)
        except NetworkError:  # there is no card, or a library of CUDA is missing
            if device == "cuda":
                raise
    return _opened(data, name, options, threads, _CPU)


def open_untrusted(
    data: bytes,
    name: str,
    threads: int,
    try_out: Callable[[Any], object],
    device: Device = "auto",
) -> Any:
    """Opens a session with a network from an untrusted file.

    `try_out` uses a session as the network will be used; it first gets one with limited memory.
    """
    try:
        with _ONE_TRIAL:  # they all share the memory of trials
            try_out(_limited_session(data, name))
        return open_session(data, name, threads, device)
    except UnicodeDecodeError as error:  # ONNX Runtime accepts names that are not text
        raise NetworkError(f"{name} cannot be used as a network: {error}") from error


def _limited_session(data: bytes, name: str) -> Any:
    """Opens an unoptimised session with limited memory, in which a malicious file does no harm."""
    import onnxruntime as ort

    _reserve_trial_memory()
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.add_session_config_entry("session.use_env_allocators", "1")
    # Weights, which are no larger than the file, are not limited.
    options.add_session_config_entry("session.use_device_allocator_for_initializers", "1")
    return _opened(data, name, options, threads=1, provider=_CPU)


@cache
def _reserve_trial_memory() -> None:
    """Limits the memory that sessions with ``session.use_env_allocators`` share."""
    import onnxruntime as ort

    memory = ort.OrtMemoryInfo(
        "Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT
    )
    # Allocates what is asked for, instead of doubling each time.
    limits = {"max_mem": _TRIAL_MEMORY, "arena_extend_strategy": 1}
    ort.create_and_register_allocator(memory, ort.OrtArenaCfg(limits))


def _opened(data: bytes, name: str, options: Any, threads: int, provider: str) -> Any:
    import onnxruntime as ort

    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = 4  # errors are raised
    ort.disable_telemetry_events()  # in case it was loaded before Tesuji
    # Waiting threads do not spin, because other workers need the core.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        return ort.InferenceSession(
            data,
            options,
            providers=list(dict.fromkeys([provider, _CPU])),
            # All constants computed in advance would be kept, however many and large.
            disabled_optimizers=["ConstantFolding"],
            # A fallback to another provider would be printed on standard output.
            enable_fallback=0,
        )
    except Exception as error:  # ONNX Runtime raises its own exceptions, without a base class
        raise NetworkError(f"{name} cannot be used as a network: {first_line(error)}") from error


def first_line(error: Exception) -> str:
    """Returns the first line of an error of ONNX Runtime, without code and source location."""
    line = (str(error).strip().splitlines() or ["?"])[0].rpartition(" : ")[2]
    if "Available memory of" in line:
        return f"it needs more than {_TRIAL_MEMORY >> 20} MB for two of them"
    return re.sub(r"(/onnxruntime_src/)?\S+\.(cc|h):\d+ ", "", line)[:200]
