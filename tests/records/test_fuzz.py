"""Whatever the bytes are, reading them gives records or a `RecordError`, and nothing else."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tesuji.errors import RecordError
from tesuji.records import read_collection, write_collection

SEEDS = [
    b"(;FF[4]GM[1]SZ[9]KM[6.5]RU[Japanese]HA[2]AB[cc][gg]PL[W]C[a\\]b];W[ee](;B[])(;B[tt]))",
    b"(;CA[Shift_JIS]GM[1]SZ[5:4]AB[aa:bb]AW[cc]AE[aa]LB[aa:x]SQ[bb];B[dd]\r\n;W[ed]C[\x83\\])",
    b"(;GM[4]SZ[15]RU[renju];B[hh];W[hi])(;GM[648]SZ[9];B[ee];W[ef])",
    b"(;GM[4]TESUJI[gomoku:size=15,rules=renju,swap2=yes];B[hh];W[aa];B[bb];TJ[take-black];W[cc])",
    b"(;GM[40]SZ[4:3]TESUJI[dots-and-boxes:size=3x4];B[aA];W[Aa];B[aB];W[Ab];W[bA])",
    b"\xef\xbb\xbf(;GaMe[1](;B[aa](;W[bb])(;W[cc]))(;B[dd]))",
    "(;CA[x]PB[é];B[aa])".encode("utf-16"),
]
TOKENS = (
    b"( ) ; [ ] \\ : B W [] [aa] [tt] [zz] [aa:bb] AB AW AE PL LB SQ TR MA C N GM[1] GM[4] GM[40] "
    b"GM[648] GM[1000] SZ SZ[9] SZ[19:2] KM[6.5] KM[nan] RU[Chinese] CA[utf-8] CA[punycode] TJ "
    b"CA[idna] TESUJI TESUJI[go:komi=nan] TESUJI[go:size=3,name=x] TESUJI[torus:size=] \n \r \x00 "
    b"\xff \xc3\xa9 (;"
).split(b" ")


def check(data: bytes | str) -> None:
    """Reads, replays and writes; a written record must be read as the same record."""
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
    assert read_collection(write_collection(records)) == records


@settings(deadline=None)
@given(st.binary() | st.text())
def test_anything(data: bytes | str) -> None:
    check(data)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(TOKENS), max_size=30).map(lambda tokens: b"(;" + b"".join(tokens)))
@example(b"(;GM[1]SZ[19:2];B[aa][tt])")
def test_sentences_of_sgf(data: bytes) -> None:
    check(data)
    check(data + b")" * data.count(b"("))


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(SEEDS), st.data())
def test_damaged_files(seed: bytes, data: st.DataObject) -> None:
    damaged = bytearray(seed)
    for _ in range(data.draw(st.integers(0, 4))):
        start = data.draw(st.integers(0, len(damaged)))
        end = data.draw(st.integers(start, min(len(damaged), start + 6)))
        damaged[start:end] = data.draw(st.sampled_from(TOKENS) | st.binary(max_size=3))
    check(bytes(damaged))


def test_the_seeds_are_good() -> None:
    for seed in SEEDS:
        assert read_collection(seed)
        check(seed)
