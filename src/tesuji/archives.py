"""Reads arrays from NPZ files that may come from an untrusted source.

NumPy's own reader trusts the file: it unpacks data of any size and allocates memory for arrays
that are not there. Here sizes are checked first, nothing is unpickled, and every fault raises an
`ArchiveError`.
"""

from __future__ import annotations

import ast
import io
import math
import sys
import zipfile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tesuji.errors import TesujiError

MOST_BYTES = 1 << 30
"""The most bytes that a file may unpack to, unless the caller gives another limit."""
MOST_ARRAYS = 100_000
_PLAIN = frozenset("biufU")
"""Kinds of numbers and texts; no objects, no records."""
_LONGEST_HEADER = 10_000


class ArchiveError(TesujiError):
    """Raised for data that is not an archive of plain arrays; the message says why."""


def read_arrays(data: bytes, most_bytes: int = MOST_BYTES) -> dict[str, NDArray[Any]]:
    """Returns all arrays in `data`, the content of an NPZ file, by name."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            size = sum(member.file_size for member in members)
            if size > most_bytes or len(members) > MOST_ARRAYS:
                raise ArchiveError(
                    f"it would unpack to {len(members)} arrays with {size} bytes in all"
                )
            return {
                member.filename.removesuffix(".npy"): _read_array(_unpacked(archive, member))
                for member in members
            }
    except ArchiveError:
        raise
    except Exception as error:  # a damaged archive fails in many ways
        reason = str(error).partition("\n")[0][:200] or type(error).__name__
        raise ArchiveError(f"it is not an archive of arrays: {reason}") from error


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Returns the bytes of a member, at most as many as its entry announces."""
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ArchiveError("it uses a compression that NumPy does not write")
    with archive.open(member) as packed:
        # Without a size everything would be unpacked first and then cut.
        return packed.read(max(member.file_size, 1))


def _read_array(content: bytes) -> NDArray[Any]:
    """Reads an array in NumPy's format: magic bytes, length of the header, header, numbers."""
    version = tuple(content[6:8])
    if content[:6] != b"\x93NUMPY" or version not in ((1, 0), (2, 0)):
        raise ArchiveError("it holds something that is not an array")
    start = 10 if version == (1, 0) else 12
    begin = start + int.from_bytes(content[8:start], "little")
    if not begin <= min(len(content), start + _LONGEST_HEADER):
        raise ArchiveError("an array is truncated")
    if b"\\" in content[start:begin]:
        raise ArchiveError("the header of an array is not valid")
    header = ast.literal_eval(content[start:begin].decode("latin-1"))
    kind, shape = header["descr"], tuple(header["shape"])
    if not isinstance(kind, str) or np.dtype(kind).kind not in _PLAIN:
        raise ArchiveError("an array holds something other than numbers or text")
    if not all(type(size) is int and size >= 0 for size in shape):
        raise ArchiveError("the shape of an array is not valid")
    if math.prod(shape) * np.dtype(kind).itemsize != len(content) - begin:
        raise ArchiveError("the size of an array does not match its header")
    if np.dtype(kind).kind == "U" and _has_no_characters(content[begin:], np.dtype(kind)):
        raise ArchiveError("a text holds characters that are not valid Unicode")
    numbers = np.frombuffer(content, np.dtype(kind), offset=begin)
    return numbers.reshape(shape, order="F" if header["fortran_order"] else "C").copy()


def _has_no_characters(content: bytes, kind: np.dtype[Any]) -> bool:
    """Returns whether a text has code points beyond Unicode, which would make broken strings."""
    codes = np.frombuffer(content, np.dtype(np.uint32).newbyteorder(kind.byteorder))
    return bool((codes > sys.maxunicode).any())
