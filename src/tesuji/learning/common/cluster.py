"""Joining a Ray cluster, or starting one here: the same for self-play and for evolution."""

from __future__ import annotations

from typing import Any

from tesuji.errors import TesujiError

STARTS = 3
"""Times that a cluster of this machine is started before that is an error. Ray gives up after half
a minute, which is too short where other work takes up the processors; what was read from disk by
then makes the next start quicker."""


def join_cluster(address: str | None = None) -> tuple[Any, bool]:
    """Ray, and whether it was begun here and has to be shut down by the caller.

    It joins the cluster at `address`, the one that RAY_ADDRESS names, or starts one here.
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
        except Exception as error:  # Ray raises bare ones when it does not come up in time
            ray.shutdown()
            if start == STARTS:
                raise TesujiError(f"Ray could not be started: {error}") from error
        else:
            break
    return ray, True
