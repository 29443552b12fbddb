"""A short, seeded run of every fuzzing campaign; see `tests.fuzz`."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fuzz import campaign, file_targets, server_targets, text_targets  # noqa: F401
from tests.fuzz.target import TARGETS
from tesuji.archives import ArchiveError, read_arrays
from tesuji.errors import TesujiError
from tesuji.files import read_limited
from tesuji.networks.evolved_network import EvolvedNetwork
from tesuji.theory.torus import load_rater

pytestmark = pytest.mark.core

INPUTS = {"http": 250, "websocket": 250}
"""Of targets that are slower than the others."""


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_nothing_but_what_was_promised(name: str) -> None:
    tally = campaign.run_here(name, seed=7, numbers=range(INPUTS.get(name, 600)))
    assert not tally.findings, next(iter(tally.findings.values()))
    assert 0 < tally.used < tally.inputs  # some inputs are good, some are not


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_inputs_follow_from_seed_and_number(name: str) -> None:
    first, again, other = (
        [campaign.input_of(TARGETS[name], seed, number) for number in range(5)]
        for seed in (1, 1, 2)
    )
    assert first == again != other


# -- hostile archives -------------------------------------------------------------------------


def npz(**members: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return file.getvalue()


def npy(header: str, content: bytes = b"") -> bytes:
    text = header.encode() + b" " * (64 - (10 + len(header) + 1) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + content


def test_plain_arrays_are_read_as_numpy_reads_them() -> None:
    arrays: dict[str, Any] = {
        "numbers": np.arange(12, dtype=np.float32).reshape(3, 4),
        "by_columns": np.asfortranarray(np.arange(6).reshape(2, 3)),
        "text": np.array("a text"),
        "none": np.zeros((0, 4), np.uint8),
    }
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    found = read_arrays(file.getvalue())
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)
        assert found[name].flags.writeable


def test_a_bomb_is_not_unpacked() -> None:
    bomb = npz(x=bytes(50_000_000))
    assert len(bomb) < 100_000
    with pytest.raises(ArchiveError, match="would unpack to 1 arrays with 50000000 bytes"):
        read_arrays(bomb, 1 << 20)


@pytest.mark.parametrize(
    ("header", "content", "reason"),
    [
        (
            "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
            b"cos\nsystem\n",
            "other than numbers",
        ),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (999999999999,), }", b"", "size"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", b"1234", "shape"),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", b"1234", "size"),
        ("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", b"1234", "numbers"),
        (
            "{'descr': '<U1', 'fortran_order': False, 'shape': (1,), }",
            b"\xff\xff\xff\x7f",
            "characters",
        ),
        ("__import__('os').system('true')", b"", "not an archive"),
    ],
)
def test_arrays_that_lie_are_refused(header: str, content: bytes, reason: str) -> None:
    with pytest.raises(ArchiveError, match=reason):
        read_arrays(npz(x=npy(header, content)))


def test_a_file_without_an_end_is_not_read_for_ever() -> None:
    with pytest.raises(TesujiError, match="more than 1000 bytes"):
        read_limited("/dev/zero", 1000)


def test_hostile_files_are_refused_in_a_sentence(tmp_path: Path) -> None:
    lying = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (999999999999,), }")
    path = tmp_path / "x.npz"
    path.write_bytes(npz(about=lying, format=lying, spec=lying))
    for load in (EvolvedNetwork.load, load_rater):
        with pytest.raises(TesujiError) as refusal:
            load(path)
        assert len(str(refusal.value).splitlines()) == 1


def test_a_rater_with_rows_to_go_back_is_refused(tmp_path: Path) -> None:
    """A number of rows below zero once made the reader go round for ever."""
    path = tmp_path / "rater.txt"
    good = file_targets.rater_seeds(".txt")[0].decode()
    path.write_text(good.replace("weights0 ", "weights0 -", 1))
    with pytest.raises(TesujiError, match="rows"):
        load_rater(path)
