"""A campaign of damaged SGF files, steered by coverage.

    pip install atheris
    python tests/fuzz/fuzz_sgf.py -max_total_time=300 FOLDER-OF-SGF-FILES

Only `RecordError` may come out of reading; what was read must survive writing and reading again.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["tesuji.records"]):
    from tesuji.errors import RecordError
    from tesuji.records import read_collection, write_collection


def check(data: bytes) -> None:
    """One input: reads, replays, writes and reads again."""
    try:
        records = read_collection(data)
    except RecordError:
        return
    for record in records:
        for node in record.nodes():
            try:
                node.position()
            except RecordError:
                continue
    if read_collection(write_collection(records)) != records:
        raise AssertionError("a record changed in writing and reading")


if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
