"""How good input becomes bad input."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from random import Random

INTERESTING = (
    b"0", b"-1", b"1", b"255", b"256", b"2147483647", b"2147483648", b"-2147483649",
    b"9223372036854775808", b"1e308", b"-0.0", b"nan", b"inf", b"null", b"true", b"\x00", b"\xff",
    b"\xff\xff\xff\xff\x0f", b"\xc3\xa9", b"\xed\xa0\x80", b"\n", b"\r\n", b"\"", b"\\", b"\\u0000",
    b"{", b"}", b"[", b"]", b"[" * 50, b"A" * 300, b"9" * 400, b"%00", b"../", b"<script>",
)  # fmt: skip
"""Bytes that programs stumble over."""
LARGEST = 1 << 16
"""Bytes of an input: more takes time and finds nothing more."""


def damaged(dice: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """One of the seeds, changed in a few places; now and then something quite different."""
    data = bytearray(dice.choice(seeds))
    for _ in range(max(dice.random() < 0.95, min(12, int(dice.expovariate(0.5))))):
        dice.choice(_CHANGES)(dice, data, seeds, tokens)
    return bytes(data[:LARGEST])


def overwritten(dice: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """One of the seeds with a few places overwritten; its length stays."""
    data = bytearray(dice.choice(seeds))
    for _ in range(dice.randint(1, 4)):
        match dice.randrange(3):
            case 0:
                _flip(dice, data)
            case 1:
                _set(dice, data)
            case _:
                word = dice.choice(tokens)
                at = dice.randint(0, max(0, len(data) - len(word)))
                data[at : at + len(word)] = word
    return bytes(data)


def damaged_archive(dice: Random, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> bytes:
    """A ZIP file that is whole but for what lies in it, or one that is damaged itself."""
    seed = dice.choice(seeds)
    if dice.random() < 0.4:
        return damaged(dice, [seed], tokens)
    with zipfile.ZipFile(io.BytesIO(seed)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for _ in range(dice.choice((1, 1, 2))):
        name = dice.choice(list(members))
        match dice.randrange(6):
            case 0:
                del members[name]
            case 1:
                members[dice.choice(list(members))] = members[name]
            case _:
                members[name] = damaged(dice, [members[name]], tokens)
        if not members:
            break
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


_Change = Callable[[Random, bytearray, Sequence[bytes], Sequence[bytes]], None]


def _span(dice: Random, data: bytearray, longest: int = 16) -> slice:
    start = dice.randint(0, len(data))
    return slice(start, min(len(data), start + dice.randint(0, longest)))


def _flip(dice: Random, data: bytearray, *rest: object) -> None:
    if data:
        data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)


def _set(dice: Random, data: bytearray, *rest: object) -> None:
    if data:
        data[dice.randrange(len(data))] = dice.randrange(256)


def _remove(dice: Random, data: bytearray, *rest: object) -> None:
    del data[_span(dice, data)]


def _repeat(dice: Random, data: bytearray, *rest: object) -> None:
    span = _span(dice, data, 40)
    data[span] = data[span] * dice.choice((2, 2, 3, 50))


def _cut(dice: Random, data: bytearray, *rest: object) -> None:
    del data[dice.randint(0, len(data)) :]


def _insert(dice: Random, data: bytearray, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    at = dice.randint(0, len(data))
    data[at:at] = dice.choice(tokens or INTERESTING)


def _replace(
    dice: Random, data: bytearray, seeds: Sequence[bytes], tokens: Sequence[bytes]
) -> None:
    data[_span(dice, data)] = dice.choice(tokens or INTERESTING)


def _disturb(dice: Random, data: bytearray, *rest: object) -> None:
    data[_span(dice, data)] = dice.choice(INTERESTING)


def _move(dice: Random, data: bytearray, *rest: object) -> None:
    span = _span(dice, data, 40)
    part = data[span]
    del data[span]
    at = dice.randint(0, len(data))
    data[at:at] = part


def _splice(dice: Random, data: bytearray, seeds: Sequence[bytes], tokens: Sequence[bytes]) -> None:
    """The beginning of this and the end of another."""
    other = dice.choice(seeds)
    data[dice.randint(0, len(data)) :] = other[dice.randint(0, len(other)) :]


_CHANGES: tuple[_Change, ...] = (
    _flip, _set, _remove, _repeat, _cut, _insert, _insert, _replace, _replace, _disturb, _move,
    _splice,
)  # fmt: skip
