"""Works on a run in a process of its own: ``python -m tesuji.server.learner FOLDER SECONDS CORES``.

It stops, with everything stored, when its standard input ends. That happens if the server asks for
it, and also if the server is killed. What goes wrong is one line on standard output.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from tesuji.errors import TesujiError
from tesuji.learning.common.runs import Run
from tesuji.server.background import FOR_LATER

STOPPED = 3
"""The exit status of a learner that was asked to stop."""
FAILED = 2


def main(arguments: list[str]) -> int:
    folder, seconds, cores = Path(arguments[0]), float(arguments[1]), int(arguments[2])
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.nice(FOR_LATER)
    _use_only(cores)
    threading.Thread(target=_watch_server, daemon=True).start()
    try:
        _learn(Run.open(folder), seconds, cores)
    except KeyboardInterrupt:
        return STOPPED
    except TesujiError as error:
        print(str(error), flush=True)
        return FAILED
    except Exception as error:
        print(f"{type(error).__name__}: {error}", flush=True)
        return FAILED
    return 0


def _use_only(cores: int) -> None:
    """Binds this process and its children to that many processors, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, allowed[-cores:])


def _watch_server() -> None:
    sys.stdin.buffer.read()
    main_thread = threading.main_thread().ident
    if main_thread is not None:
        signal.pthread_kill(main_thread, signal.SIGINT)


def _learn(run: Run, seconds: float, cores: int) -> None:
    from tesuji.learning.alphazero import runner

    if run.description.kind == runner.KIND:
        from tesuji.learning.alphazero.progress import Limits

        limits = Limits(seconds=seconds)
        runner.work_on(run, limits=limits, machine=runner.Machine(workers=cores))
        return
    from tesuji.learning.evolution.experiments import EvolutionWorkplace
    from tesuji.learning.evolution.series import do_run
    from tesuji.studies import find_experiment

    experiment = find_experiment(run.description.kind)
    place = EvolutionWorkplace(threads=cores)
    do_run(experiment.evolve.__module__, experiment.name, str(run.folder), place)


if __name__ == "__main__":
    # Without waiting for threads: all results are on disk.
    status = main(sys.argv[1:])
    sys.stdout.flush()
    os._exit(status)
