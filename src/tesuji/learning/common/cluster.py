"""Joins a Ray cluster, or starts one here, for self-play and evolution."""

from __future__ import annotations

from typing import Any

from tesuji.errors import TesujiError

STARTS = 3
"""Attempts to start a cluster on this machine. Ray gives up after half a minute, which is too
short on a busy machine; the next start is faster because the files are cached."""


def join_cluster(address: str | None = None) -> tuple[Any, bool]:
    """Returns Ray, and whether it was started here and must be shut down by the caller.

    It joins the cluster at `address` or RAY_ADDRESS, or starts one here.
    """
    try:
        import ray
    except ModuleNotFoundError:
        raise TesujiError("a cluster needs Ray: pip install 'tesuji[ray]'") from None
    if ray.is_initialized():
        return ray, False
    for start in range(1, STARTS + 1):
        try:
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        except ConnectionError as error:
            raise TesujiError(f"no Ray cluster answers at {address}: {error}") from error
        except Exception as error:  # Ray raises plain exceptions if it does not start in time
            ray.shutdown()
            if start == STARTS:
                raise TesujiError(f"Ray could not be started: {error}") from error
        else:
            break
    return ray, True
