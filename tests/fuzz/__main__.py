"""The command of the campaigns: see the package."""

from __future__ import annotations

import argparse
import json
import sys

from tests.fuzz import campaign, file_targets, server_targets, text_targets  # noqa: F401
from tests.fuzz.target import TARGETS


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", default=list(TARGETS), help=", ".join(TARGETS))
    parser.add_argument("--inputs", type=int, default=100_000, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the input to begin with")
    parser.add_argument("--only", type=int, help="one input of a campaign, with its traceback")
    parser.add_argument("--json", action="store_true", help="one line for each target")
    options = parser.parse_args()
    for name in options.targets:
        if name not in TARGETS:
            parser.error(f"there is no target {name}; there are: {', '.join(TARGETS)}")
    if options.only is not None:
        return _show(options.targets[0], options.seed, options.only)
    found = 0
    for name in options.targets:
        tally = campaign.run(
            name, options.seed, range(options.first, options.first + options.inputs), _tell
        )
        print(file=sys.stderr)
        found += len(tally.findings)
        _report(tally, options.json)
    return 1 if found else 0


def _tell(tally: campaign.Tally) -> None:
    print(
        f"\r{tally.target}: {tally.inputs} inputs, {tally.used} used, "
        f"{len(tally.findings)} findings ",
        end="",
        file=sys.stderr,
        flush=True,
    )


def _report(tally: campaign.Tally, as_json: bool) -> None:
    if as_json:
        plain = {
            "target": tally.target,
            "seed": tally.seed,
            "inputs": tally.inputs,
            "used": tally.used,
            "cpu_seconds": round(tally.cpu_seconds, 1),
            "findings": {place: number for place, (number, _) in tally.findings.items()},
        }
        print(json.dumps(plain), flush=True)
        return
    print(
        f"{tally.target}: {tally.inputs} inputs, {tally.used} of them used, "
        f"{tally.cpu_seconds:.0f} s of processor time, {len(tally.findings)} findings"
    )
    for place, (number, trace) in tally.findings.items():
        print(f"-- {place}, first by input {number}\n{trace}", flush=True)


def _show(name: str, seed: int, number: int) -> int:
    data = campaign.input_of(TARGETS[name], seed, number)
    print(data)
    tally = campaign.run_here(name, seed, range(number, number + 1))
    for place, (_, trace) in tally.findings.items():
        print(f"-- {place}\n{trace}")
    return 1 if tally.findings else 0


if __name__ == "__main__":
    sys.exit(main())
