"""Small files that would take all memory there is: archives and networks."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tracemalloc
import zipfile

import numpy as np
import pytest

from tesuji.archives import ArchiveError, read_arrays

# -- archives -------------------------------------------------------------------------------------


def packed(content: bytes, kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind) as archive:
        archive.writestr("x.npy", content)
    return file.getvalue()


def peak_of_refusing(data: bytes) -> int:
    """Bytes that Python has at most while it refuses `data`."""
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveError):
            read_arrays(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_archive_that_lies_about_its_size_is_not_unpacked() -> None:
    size = 200_000_000
    bomb = bytearray(packed(bytes(size)))
    at = -1
    # It says 100 bytes, in the directory at the end and before the content.
    while (at := bomb.find(size.to_bytes(4, "little"), at + 1)) >= 0:
        bomb[at : at + 4] = (100).to_bytes(4, "little")
    assert peak_of_refusing(bytes(bomb)) < 5_000_000


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_are_refused(kind: int) -> None:
    """Their unpackers know no limit."""
    good = io.BytesIO()
    np.save(good, np.zeros(3))
    assert read_arrays(packed(good.getvalue()))["x"].shape == (3,)
    with pytest.raises(ArchiveError, match="compression that NumPy does not write"):
        read_arrays(packed(good.getvalue(), kind))


def test_many_members_with_the_same_content_count_each() -> None:
    """The directory may name the same bytes again and again."""
    data = packed(bytes(1_000_000))
    end = data.rindex(b"PK\x05\x06")
    start = data.rindex(b"PK\x01\x02")
    entry, copies = data[start:end], 3000
    tail = bytearray(data[end:])
    tail[8:12] = copies.to_bytes(2, "little") * 2
    tail[12:16] = (len(entry) * copies).to_bytes(4, "little")
    with pytest.raises(ArchiveError, match="would unpack to 3000 arrays"):
        read_arrays(data[:start] + entry * copies + bytes(tail))


# -- networks -------------------------------------------------------------------------------------

REFUSE_ALL = """
import json, resource
from pathlib import Path
from tests.kit.onnx_bombs import bombs
from tesuji.networks.sessions import NetworkError
from tesuji.networks.network import Network

resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
found = {}
for name, data in bombs().items():
    try:
        Network.from_bytes(data)
        found[name] = "used"
    except NetworkError as error:
        found[name] = str(error)
# Not `ru_maxrss`, which begins with what the process that started this one had.
status = Path("/proc/self/status").read_text().splitlines()
peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM:"))
print(json.dumps([found, peak]))
"""


def test_networks_that_need_all_memory_are_refused() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", REFUSE_ALL], capture_output=True, text=True, check=True
    )
    found, kilobytes = json.loads(ran.stdout)
    for name, said in found.items():
        assert said != "used", name
        assert len(said.splitlines()) == 1, name
        assert len(said) < 300, name
        assert "onnxruntime_src" not in said, name
    by_memory = [name for name, said in found.items() if "more than 256 MB" in said]
    assert {"constant of a shape", "outer product", "copies of the input"} <= set(by_memory)
    assert kilobytes < 700_000
