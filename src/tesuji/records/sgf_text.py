"""Parses and writes the grammar of SGF (FF[4]): text to trees of raw properties, and back.

No game is known here: a value is the text between its brackets, escapes included, so what is not
interpreted is written back unchanged. The parser tolerates deviations of real files (any line ends,
a property given twice, ``GaMe`` for ``GM``, text before the first tree and after the last), but a
truncated or malformed tree is an error that says where.

Reading and writing take linear time and do not recurse, so deep nesting cannot exhaust the stack;
sizes are limited so that a hostile file cannot exhaust the memory.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from tesuji.errors import RecordError

MAX_SIZE = 64 * 2**20
"""The most bytes (or characters) of a file."""
MAX_NODES = 1_000_000
"""The most nodes of all trees of a file."""
MAX_VALUES = 4_000_000
"""The most property values of all trees of a file."""
LINE_WIDTH = 80
"""The width at which the writer breaks lines, between values."""

_TREE_START = re.compile(r"\(\s*;")
_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*")
_PROPER_NAME = re.compile(r"[A-Z][A-Z0-9_]*")
_LOWER = re.compile(r"[a-z]+")
_LINE_END = re.compile(r"\r\n|\n\r|\r|\n")
_SPECIAL = re.compile(r"\\(\r\n|\n\r|.)?|\r\n|\n\r|[\r\n\t\v\f]", re.DOTALL)
_ESCAPE_OR_COLON = re.compile(r"\\.|:", re.DOTALL)


class RawNode:
    """One node: its properties in the order of the file, and the nodes that follow it."""

    __slots__ = ("children", "offset", "properties")

    def __init__(self, properties: dict[str, list[str]] | None = None, offset: int = 0) -> None:
        self.properties = {} if properties is None else properties
        """Name to raw values; a property given twice has the values of both."""
        self.children: list[RawNode] = []
        self.offset = offset
        """The offset of the node's ';' in the text."""


# -- reading --------------------------------------------------------------------------------


def parse_trees(text: str, most_nodes: int | None = None) -> Iterator[RawNode]:
    """Yields the roots of the game trees in `text`, each parsed on demand.

    Raises `RecordError` for more than `most_nodes` nodes, by default `MAX_NODES`.
    """
    if len(text) > MAX_SIZE:
        raise RecordError(f"the record is longer than {MAX_SIZE} characters")
    start = _TREE_START.search(text)
    if start is None:
        raise RecordError("this is not an SGF file: there is no '(;' in it")
    parser = _Parser(text, most_nodes)
    while start is not None:
        root, end = parser.tree(start.start())
        yield root
        start = _TREE_START.search(text, end)


def error_at(text: str, offset: int, message: str) -> RecordError:
    """Returns a `RecordError` that ends with the line and column of `offset`."""
    line, line_start = 1, 0
    for end in _LINE_END.finditer(text, 0, offset):
        line, line_start = line + 1, end.end()
    return RecordError(f"{message} (line {line}, column {offset - line_start + 1})")


def locate(text: str, node: RawNode, name: str, index: int) -> int:
    """Returns the offset of value number `index` of the property `name` in `node`.

    The node is parsed again for this, because only errors need it.
    """
    seen = 0
    for found, _, offset in _Parser(text).values(node.offset + 1):
        if found == name:
            if seen == index:
                return offset
            seen += 1
    return node.offset


class _Parser:
    """Reads trees from one text within the limits."""

    def __init__(self, text: str, most_nodes: int | None = None) -> None:
        self._text = text
        self._most_nodes = MAX_NODES if most_nodes is None else most_nodes
        self._at = 0
        self._nodes = 0
        self._values = 0

    def tree(self, start: int) -> tuple[RawNode, int]:
        """Returns the tree whose '(' is at `start`, and the offset after its ')'."""
        text = self._text
        above = RawNode()  # above the root, so that the root is not a special case
        node = above
        open_at: list[RawNode] = []  # the node that each open '(' follows
        before = ""  # the token before this one
        self._at = start
        while True:
            offset = self._skip_space()
            token = text[offset : offset + 1]
            self._at = offset + 1
            if before == "(" and token != ";":
                raise self._error(offset, f"a variation must begin with ';', not with {_q(token)}")
            if token == ";" and before != ")":
                child = self._node(offset)
                node.children.append(child)
                node = child
            elif token == "(":
                open_at.append(node)
            elif token == ")":
                node = open_at.pop()
                if not open_at:
                    return above.children[0], self._at
            elif token == ";":
                raise self._error(offset, "a node stands after a variation")
            elif token:
                raise self._error(offset, f"{_q(token)} does not belong here")
            else:
                raise self._error(offset, f"the record breaks off with {len(open_at)} '(' open")
            before = token

    def _node(self, offset: int) -> RawNode:
        self._nodes += 1
        if self._nodes > self._most_nodes:
            raise self._error(offset, f"the record has more than {self._most_nodes} nodes")
        properties: dict[str, list[str]] = {}
        for name, value, _ in self.values(self._at):
            properties.setdefault(name, []).append(value)
        return RawNode(properties, offset)

    def values(self, start: int) -> Iterator[tuple[str, str, int]]:
        """Yields (property, raw value, offset of its '[') of the node whose ';' ends at `start`."""
        text = self._text
        self._at = start
        while found := _NAME.match(text, self._at):
            name = _LOWER.sub("", found[1])
            if not _PROPER_NAME.fullmatch(name):
                raise self._error(found.start(1), f"{_q(found[1])} is not the name of a property")
            offset = found.end()
            if not text.startswith("[", offset):
                raise self._error(offset, f"the property {_q(name)} needs a value in brackets")
            while text.startswith("[", offset):
                end = self._value_end(offset)
                self._values += 1
                if self._values > MAX_VALUES:
                    raise self._error(offset, f"the record has more than {MAX_VALUES} values")
                yield name, text[offset + 1 : end], offset
                self._at = end + 1
                offset = self._skip_space()

    def _value_end(self, bracket: int) -> int:
        """Returns the offset of the ']' that closes the value whose '[' is at `bracket`."""
        end = self._text.find("]", bracket + 1)
        while end >= 0:
            if not _is_escaped(self._text, bracket + 1, end):
                return end
            end = self._text.find("]", end + 1)
        raise self._error(bracket, "the record breaks off: this '[' is never closed")

    def _skip_space(self) -> int:
        found = _SPACE.match(self._text, self._at)
        assert found is not None
        return found.end()

    def _error(self, offset: int, message: str) -> RecordError:
        return error_at(self._text, offset, message)


def _is_escaped(text: str, start: int, at: int) -> bool:
    """Returns whether an odd number of backslashes precedes `at`, from `start` on."""
    first = at
    while first > start and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1


def _q(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "…")


# -- writing --------------------------------------------------------------------------------


def write_trees(roots: Iterable[RawNode]) -> str:
    """Returns the trees as SGF text; raises `RecordError` for a name or value that is not valid."""
    lines = _Lines()
    for root in roots:
        waiting: list[RawNode | str] = [")", root, "("]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                lines.add(item, new_line=item == "(")
                continue
            lines.add(";")
            for name, values in item.properties.items():
                _write_property(lines, name, values)
            if len(item.children) == 1:
                waiting.append(item.children[0])
            else:
                for child in reversed(item.children):
                    waiting += (")", child, "(")
    return lines.text()


def _write_property(lines: _Lines, name: str, values: list[str]) -> None:
    if not _PROPER_NAME.fullmatch(name):
        raise RecordError(f"{_q(name)} cannot be the name of an SGF property")
    lead = name
    for value in values:
        end = value.find("]")
        while end >= 0 and _is_escaped(value, 0, end):
            end = value.find("]", end + 1)
        if end >= 0 or _is_escaped(value, 0, len(value)):
            raise RecordError(f"a value of {name} has a ']' or a final '\\' without escape")
        lines.add(f"{lead}[{value}]")
        lead = ""


class _Lines:
    """Collects tokens and breaks the line before one that would pass `LINE_WIDTH`."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._column = 0

    def add(self, token: str, new_line: bool = False) -> None:
        if self._column and (new_line or self._column + len(token) > LINE_WIDTH):
            self._parts.append("\n")
            self._column = 0
        self._parts.append(token)
        last = token.rfind("\n")
        self._column = len(token) - last - 1 if last >= 0 else self._column + len(token)

    def text(self) -> str:
        return "".join((*self._parts, "\n"))


# -- values ---------------------------------------------------------------------------------


def read_text(raw: str) -> str:
    """Reads a raw value as FF[4] Text: without soft line breaks and escapes, with LF line ends."""
    return _SPECIAL.sub(_plain, raw)


def read_simple_text(raw: str) -> str:
    """Reads a raw value as FF[4] SimpleText: one line."""
    return read_text(raw).replace("\n", " ")


def write_text(text: str, *, composed: bool = False) -> str:
    """Returns the raw value for `text`; `composed` if it is part of a value with a colon."""
    return re.sub(r"[\\\]:]" if composed else r"[\\\]]", r"\\\g<0>", text)


def split_composed(raw: str) -> tuple[str, str | None]:
    """Returns the two raw parts of ``left:right``; None if there is no unescaped colon."""
    for found in _ESCAPE_OR_COLON.finditer(raw):
        if found[0] == ":":
            return raw[: found.start()], raw[found.end() :]
    return raw, None


def _plain(found: re.Match[str]) -> str:
    whole = found[0]
    if whole[0] != "\\":
        return "\n" if whole[0] in "\r\n" else " "
    escaped = found[1] or ""
    if escaped[:1] in ("\r", "\n"):
        return ""
    return " " if escaped in ("\t", "\v", "\f") else escaped


# -- encodings ------------------------------------------------------------------------------

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ENCODING_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,39}")
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030"}
"""Encodings that files declare although they use characters of a wider one."""
_NOT_FOR_FILES = frozenset(
    {"idna", "punycode", "unicode-escape", "raw-unicode-escape", "utf-7", "undefined"}
)
"""Text codecs of Python that no file uses; some take quadratic time."""


def decode(data: bytes) -> str:
    """Returns the characters of a file.

    The encoding is given by the byte order mark, else by CA of the first root node if it fits, else
    it is UTF-8 if that fits, else Latin-1.
    """
    if len(data) > MAX_SIZE:
        raise RecordError(f"the record is longer than {MAX_SIZE} bytes")
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    for candidate in (_declared_encoding(data), "utf-8"):
        if candidate is not None:
            with suppress(UnicodeError):
                return data.decode(candidate)
    return data.decode("latin-1")


def _declared_encoding(data: bytes) -> str | None:
    """Returns the Python name of the encoding in CA of the first root node, if it is valid.

    The node is read as Latin-1: any encoding in which CA can be found writes ASCII as ASCII.
    """
    text = data.decode("latin-1")
    start = _TREE_START.search(text)
    if start is None:
        return None
    try:
        named = (raw for name, raw, _ in _Parser(text).values(start.end()) if name == "CA")
        declared = next(named, "").strip()
    except RecordError:
        return None
    if not _ENCODING_NAME.fullmatch(declared):
        return None
    try:
        encoding = codecs.lookup(declared).name
        if encoding.replace("_", "-") in _NOT_FOR_FILES or "(;CA[]".encode(encoding) != b"(;CA[]":
            return None
    except (LookupError, UnicodeError):
        return None
    return _WIDER.get(encoding, encoding)
