"""The grammar of SGF: what is read, what is refused and where, and that nothing is lost."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kit.patience import PATIENCE
from tesuji.errors import RecordError
from tesuji.records import sgf_text
from tesuji.records.sgf_text import (
    RawNode,
    decode,
    parse_trees,
    read_simple_text,
    read_text,
    split_composed,
    write_text,
    write_trees,
)

Flat = list[tuple[dict[str, list[str]], int]]


def flat(root: RawNode) -> Flat:
    """Properties and number of children of every node, in the order of the text."""
    nodes: Flat = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        nodes.append((node.properties, len(node.children)))
        waiting.extend(reversed(node.children))
    return nodes


def parse(text: str) -> Flat:
    (root,) = parse_trees(text)
    return flat(root)


# -- trees ----------------------------------------------------------------------------------


def test_sequences_and_variations() -> None:
    text = "(;FF[4]C[root](;B[aa];W[bb](;B[cc])(;B[dd]))(;B[ee]))"
    assert parse(text) == [
        ({"FF": ["4"], "C": ["root"]}, 2),
        ({"B": ["aa"]}, 1),
        ({"W": ["bb"]}, 2),
        ({"B": ["cc"]}, 0),
        ({"B": ["dd"]}, 0),
        ({"B": ["ee"]}, 0),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\r", "\r", " \t\v\f "])
def test_space_between_all_tokens(end: str) -> None:
    tokens = ["(", ";", "AB", "[aa]", "[bb]", ";", "B", "[cc]", "(", ";", "W", "[]", ")", ")"]
    expected = [({"AB": ["aa", "bb"]}, 1), ({"B": ["cc"]}, 1), ({"W": [""]}, 0)]
    assert parse(end.join(["", *tokens, ""])) == expected


def test_a_property_given_twice_has_the_values_of_both() -> None:
    assert parse("(;AB[aa]AW[bb]AB[cc][dd])") == [({"AB": ["aa", "cc", "dd"], "AW": ["bb"]}, 0)]


def test_small_letters_in_names_do_not_count() -> None:
    assert parse("(;GaMe[1]SiZe[9]LZ2[x])") == [({"GM": ["1"], "SZ": ["9"], "LZ2": ["x"]}, 0)]


def test_text_around_the_trees_is_skipped() -> None:
    roots = list(parse_trees("\ufeffDear Ann, (see below):\n(;B[aa]) and ( ;W[bb]) Yours, Bea :-)"))
    assert [root.properties for root in roots] == [{"B": ["aa"]}, {"W": ["bb"]}]


def test_trees_are_parsed_when_asked_for() -> None:
    trees = parse_trees("(;B[aa])(;W[bb]")
    assert next(trees).properties == {"B": ["aa"]}
    with pytest.raises(RecordError, match="breaks off"):
        next(trees)


def test_brackets_and_escapes_in_values() -> None:
    assert parse(r"(;C[a\]b(;)\\]N[\\\]])") == [({"C": [r"a\]b(;)\\"], "N": [r"\\\]"]}, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not an SGF file"),
        ("B[aa]", "not an SGF file"),
        ("(;", r"breaks off with 1 '\(' open \(line 1, column 3\)"),
        ("(;B[aa]\n(;W[bb])", r"breaks off with 1 '\(' open \(line 2, column 9\)"),
        ("(;B[aa];C[x\\])", r"this '\[' is never closed \(line 1, column 10\)"),
        ("(;B)", r"'B' needs a value in brackets \(line 1, column 4\)"),
        ("(;b[aa])", r"'b' is not the name of a property"),
        ("(;u8[aa])", r"'u8' is not the name of a property"),
        ("(;B[aa]]W[bb])", r"'\]' does not belong here \(line 1, column 8\)"),
        ("(;\r\n\r\n;C[x]%)", r"'%' does not belong here \(line 3, column 6\)"),
        ("(;(;B[aa]);W[bb])", r"a node stands after a variation"),
        ("(;())", r"must begin with ';', not with '\)'"),
        ("(;B[aa]\x00)", "does not belong here"),
    ],
)
def test_what_is_not_sgf_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        list(parse_trees(text))


NAMES = st.from_regex(r"[A-Z][A-Z0-9_]{0,9}", fullmatch=True)
VALUES = st.text(max_size=20).map(lambda text: write_text(text))
NODES = st.dictionaries(NAMES, st.lists(VALUES, min_size=1, max_size=3), max_size=3)


@st.composite
def trees(draw: st.DrawFn) -> RawNode:
    """A tree in which each node follows a random earlier one."""
    nodes = [RawNode(draw(NODES))]
    for _ in range(draw(st.integers(0, 12))):
        node = RawNode(draw(NODES))
        draw(st.sampled_from(nodes)).children.append(node)
        nodes.append(node)
    return nodes[0]


@given(st.lists(trees(), min_size=1, max_size=3))
def test_what_is_written_is_read_back(roots: list[RawNode]) -> None:
    again = list(parse_trees(write_trees(roots)))
    assert [flat(root) for root in again] == [flat(root) for root in roots]


@given(trees())
def test_bytes_and_text_are_the_same_file(root: RawNode) -> None:
    text = write_trees([RawNode({"CA": ["UTF-8"]}), root])
    try:
        data = text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return
    assert decode(data) == text


@pytest.mark.parametrize("name", ["", "b", "B[", "1", "É", "A A"])
def test_names_that_could_not_be_read_are_not_written(name: str) -> None:
    with pytest.raises(RecordError, match="name of an SGF property"):
        write_trees([RawNode({name: ["x"]})])


@pytest.mark.parametrize("value", ["]", "a\\", "a\\\\]", "a\\]b]"])
def test_values_that_could_not_be_read_are_not_written(value: str) -> None:
    with pytest.raises(RecordError, match="without escape"):
        write_trees([RawNode({"C": [value]})])


def test_lines_are_broken_between_values() -> None:
    text = write_trees([RawNode({"AB": ["aa"] * 100, "C": ["one\ntwo"]})])
    assert max(map(len, text.splitlines())) <= 80
    assert parse(text) == [({"AB": ["aa"] * 100, "C": ["one\ntwo"]}, 0)]


# -- values ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("plain", "plain"),
        (r"a\]b\\c\:d\e", r"a]b\c:de"),
        ("one\r\ntwo\n\rthree\rfour\nfive", "one\ntwo\nthree\nfour\nfive"),
        ("one\\\r\ntwo\\\n\rthree\\\rfour\\\nfive", "onetwothreefourfive"),
        ("tab\tvt\vff\f\\\tescaped", "tab vt ff  escaped"),
        ("ends with\\", "ends with"),
    ],
)
def test_text(raw: str, text: str) -> None:
    assert read_text(raw) == text


def test_simple_text_is_one_line() -> None:
    assert read_simple_text("one\r\ntwo\\\nthree") == "one twothree"


@given(st.text(st.characters(exclude_characters="\r\t\v\f")), st.booleans())
def test_text_survives_writing(text: str, composed: bool) -> None:
    assert read_text(write_text(text, composed=composed)) == text


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        ("aa:bb", ("aa", "bb")),
        ("aa", ("aa", None)),
        (r"a\:b:c:d", (r"a\:b", "c:d")),
        (r"a\\:b", (r"a\\", "b")),
    ],
)
def test_composed_values(raw: str, parts: tuple[str, str | None]) -> None:
    assert split_composed(raw) == parts


# -- encodings ------------------------------------------------------------------------------

HEAD = "(;FF[4]CA[{}]PB[{}])"


@pytest.mark.parametrize(
    ("named", "codec", "text"),
    [
        ("UTF-8", "utf-8", "本因坊 é"),
        ("Windows-1252", "cp1252", "é €"),
        ("ISO-8859-1", "latin-1", "é"),
        ("Shift_JIS", "shift_jis", "ソ能表"),  # second bytes are backslashes
        ("GB2312", "gb18030", "赵治勋 镕"),  # the last is not in GB2312
        ("Big5", "big5", "吳清源 功"),
        ("EUC-KR", "euc-kr", "이창호"),
        (" utf-8 ", "utf-8", "é"),
        ("no such thing", "utf-8", "é"),
        ("rot13", "utf-8", "é"),
        ("hex", "latin-1", "é"),
        ("utf-16", "utf-8", "é"),
        ("punycode", "utf-8", "é"),
        ("unicode_escape", "utf-8", "é \\\\u0041"),
        ("", "latin-1", "é"),
        ("UTF-8", "latin-1", "é"),  # the file lies
        ("../x", "utf-8", "é"),
    ],
)
def test_declared_encodings(named: str, codec: str, text: str) -> None:
    data = HEAD.format(named, text).encode(codec)
    (root,) = parse_trees(decode(data))
    assert root.properties["PB"] == [text]


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(codec: str) -> None:
    data = HEAD.format("latin-1", "本因坊").encode(codec)
    (root,) = parse_trees(decode(data))
    assert root.properties["PB"] == ["本因坊"]


def test_only_the_first_root_declares_the_encoding() -> None:
    data = "(;PB[é];CA[utf-8];C[CA[utf-16\\]])".encode("latin-1")
    assert "é" in decode(data)


# -- hostile input --------------------------------------------------------------------------


def test_very_deep_nesting() -> None:
    depth = 100_000
    (root,) = parse_trees("(;B[aa]" * depth + ")" * depth)
    text = write_trees([root])
    (again,) = parse_trees(text)
    assert len(flat(again)) == depth
    with pytest.raises(RecordError, match=f"with {depth} '\\(' open"):
        list(parse_trees("(;" * depth))
    with pytest.raises(RecordError):
        list(parse_trees("(;" + "(" * depth))


@pytest.mark.parametrize("piece", ["\\]", "\\\\", "x", "\n", "((", ";", "\0"])
def test_giant_values_take_linear_time(piece: str) -> None:
    value = piece * 500_000
    started = time.process_time()
    (root,) = parse_trees(f"(;C[{value}])")
    assert root.properties["C"] == [value]
    read_text(value)
    assert time.process_time() - started < PATIENCE


@pytest.mark.parametrize(
    ("limit", "value", "text"),
    [
        ("MAX_SIZE", 100, "(;C[" + "x" * 100 + "])"),
        ("MAX_NODES", 10, "(;" + ";" * 10 + ")"),
        ("MAX_NODES", 10, "(;;;;;)(;;;;;;)"),
        ("MAX_VALUES", 10, "(;AB" + "[]" * 11 + ")"),
        ("MAX_VALUES", 10, "(;" + ";AB[]" * 11 + ")"),
    ],
)
def test_limits(monkeypatch: pytest.MonkeyPatch, limit: str, value: int, text: str) -> None:
    assert list(parse_trees(text))
    monkeypatch.setattr(sgf_text, limit, value)
    with pytest.raises(RecordError, match=f"than {value} "):
        list(parse_trees(text))


def test_files_that_are_too_long_are_not_even_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_text, "MAX_SIZE", 10)
    with pytest.raises(RecordError, match="longer than 10 bytes"):
        decode(b"(;C[xxxxxx])")
