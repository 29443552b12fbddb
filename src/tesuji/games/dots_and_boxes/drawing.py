"""Draws boards of Dots and Boxes in plain text and as SVG pictures, and reads the text.

Lines are numbers as in `LineNames`; owners are a sequence with one entry per box, in reading order:
-1 nobody, 0 the first player, 1 the second.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from tesuji.errors import NotationError, SetupError
from tesuji.games import drawing
from tesuji.games.drawing import Markup, Palette, Theme, circle, group, label, path, points, rect
from tesuji.games.line_names import LineNames

_OWNERS = {-1: " ", 0: "1", 1: "2"}
_DOT_ROW = re.compile(r"\s*([o+](?:(?:\s+|\s*-+\s*)[o+])+)(?:\s+([A-Z]))?\s*")
_BOX_ROW = re.compile(r"\s*([A-Z](?=\s|$|[|:]))?([\s|:12]*)")
_LETTERS = re.compile(r"\s*a(?:\s+[a-z])*\s*")


# -- text -----------------------------------------------------------------------------------


def board_text(lines: Collection[int], owners: Sequence[int], rows: int, columns: int) -> str:
    """Returns the board in text, as in the thesis; a finished box shows its owner, 1 or 2.

    >>> print(board_text([0, 2, 3, 5], [0, -1], 1, 2))
        a   b
      o---o   o A
    A | 1 |
      o---o   o B
      a   b   c
    """
    names = _check(lines, owners, rows, columns)
    written = ["    " + "   ".join(names.small[:columns])]
    for row in range(rows + 1):
        drawn = (names.horizontal(row, column) in lines for column in range(columns))
        bars = "".join("---o" if line else "   o" for line in drawn)
        written.append(f"  o{bars} {names.capital[row]}")
        if row < rows:
            cells = ""
            for column in range(columns + 1):
                owner = owners[row * columns + column] if column < columns else -1
                bar = "|" if names.vertical(row, column) in lines else " "
                cells += f"{bar} {_OWNERS[owner]} "
            written.append(f"{names.capital[row]} {cells}".rstrip())
    written.append("  " + "   ".join(names.small))
    return "\n".join(written)


def parse_board(text: str) -> tuple[int, int, set[int], list[int]]:
    """Returns (rows, columns, drawn lines, owners) of a board as `board_text` writes it.

    Letters may be missing, and text after the lower letters is ignored. Where spaces were lost in
    copying, a row of boxes still reads when all or none of its vertical lines are drawn; otherwise
    it could mean several boards and is refused.
    """
    dot_rows: list[str] = []
    box_rows: list[str] = []
    for line in text.expandtabs().splitlines():
        if _LETTERS.fullmatch(line) and dot_rows:
            break  # text after the board is ignored
        if not line.strip() or _LETTERS.fullmatch(line):
            continue
        if _DOT_ROW.fullmatch(line):
            if len(box_rows) < len(dot_rows):
                box_rows.append("")
            dot_rows.append(line)
        elif _BOX_ROW.fullmatch(line) and len(box_rows) == len(dot_rows) - 1:
            box_rows.append(line)
        else:
            raise NotationError(f"the row {line.strip()!r} does not fit into a board here")
    if len(dot_rows) < 2 or len(box_rows) >= len(dot_rows):
        last = next((line for line in reversed(text.splitlines()) if line.strip()), "")
        raise NotationError(f"the board does not end in a row of dots but in {last.strip()!r}")

    columns = len(_dots(dot_rows[0])) - 1
    names = LineNames(len(dot_rows) - 1, columns)
    # Spaces can be trusted if the dots are aligned. The first row may have lost its margin.
    margin = _dots(dot_rows[-1])[0]
    steps = [margin + 4 * column for column in range(columns + 1)]
    in_step = all(_dots(line) == steps for line in dot_rows[1:])
    lines: set[int] = set()
    owners: list[int] = []
    for row, line in enumerate(dot_rows):
        lines |= {names.horizontal(row, column) for column in _bars(line, row, names)}
    for row, line in enumerate(box_rows):
        upright, of_boxes = _read_box_row(line, row, names, steps if in_step else None)
        lines |= {names.vertical(row, column) for column in upright}
        owners += of_boxes
        for box in range(row * columns, (row + 1) * columns):
            if owners[box] >= 0 and not lines.issuperset(names.sides(box)):
                raise NotationError(
                    f"the row {line.strip()!r} gives a player a box that lacks a side"
                )
    return names.rows, names.columns, lines, owners


def _dots(line: str) -> list[int]:
    """Returns the columns of the dots in a row of dots."""
    found = _DOT_ROW.fullmatch(line)
    assert found is not None
    return [at for at in range(*found.span(1)) if line[at] in "o+"]


def _bars(line: str, row: int, names: LineNames) -> Iterator[int]:
    """Yields the box columns with a line in a row of dots."""
    found = _DOT_ROW.fullmatch(line)
    assert found is not None
    _check_letter(found[2], names.capital[row], line)
    gaps = re.split("[o+]", found[1])[1:-1]
    if len(gaps) != names.columns:
        raise NotationError(
            f"the row {line.strip()!r} has {len(gaps) + 1} dots, the first one has "
            f"{names.columns + 1}"
        )
    return (column for column, gap in enumerate(gaps) if "-" in gap)


def _read_box_row(
    line: str, row: int, names: LineNames, steps: list[int] | None
) -> tuple[list[int], list[int]]:
    """Returns (dot columns with a vertical line, owners) of a row of boxes."""
    found = _BOX_ROW.fullmatch(line)
    assert found is not None
    _check_letter(found[1], names.capital[row], line)
    cells = re.split("[|:]", found[2])
    if len(cells) == names.columns + 2 and not (cells[0] + cells[-1]).strip():
        numbers = [cell.strip() for cell in cells[1:-1]]
        if all(len(cell) <= 1 for cell in numbers):
            return list(range(names.columns + 1)), [int(cell or 0) - 1 for cell in numbers]
    if not found[2].strip():
        return [], [-1] * names.columns
    if steps is None or (found[1] and found.start(1) != steps[0] - 2):
        raise NotationError(
            f"the row {line.strip()!r} has lost its spaces and could mean several boards"
        )
    upright, owners = [], [-1] * names.columns
    for at in range(found.start(2), found.end(2)):
        column, offset = divmod(at - steps[0], 4)
        if line[at] in "|:" and offset == 0 and 0 <= column <= names.columns:
            upright.append(column)
        elif line[at] in "12" and offset == 2 and 0 <= column < names.columns:
            owners[column] = int(line[at]) - 1
        elif line[at] != " ":
            raise NotationError(
                f"the row {line.strip()!r} has a {line[at]!r} that is neither under a dot nor in "
                "the middle of a box"
            )
    return upright, owners


def _check_letter(letter: str | None, expected: str, line: str) -> None:
    if letter not in (None, expected):
        raise NotationError(f"the row {line.strip()!r} stands where row {expected!r} belongs")


def _check(lines: Collection[int], owners: Sequence[int], rows: int, columns: int) -> LineNames:
    names = LineNames(rows, columns)
    for line in lines:
        names.check(line)
    if len(owners) != names.num_boxes:
        raise SetupError(
            f"{len(owners)} owners were given for {rows}x{columns} boxes, not {names.num_boxes}"
        )
    for box, owner in enumerate(owners):
        if owner not in _OWNERS:
            raise SetupError(f"the owner of box {box} is {owner!r}; it must be -1, 0 or 1")
        if owner >= 0 and any(side not in lines for side in names.sides(box)):
            raise SetupError(f"box {box} has an owner but not all of its four sides")
    return names


# -- picture --------------------------------------------------------------------------------

_CELL = 60.0
_EDGE = 48.0


def board_svg(
    lines: Collection[int],
    owners: Sequence[int],
    rows: int,
    columns: int,
    *,
    theme: Theme = "auto",
    last_move: int | None = None,
    heat: Mapping[int, float] | None = None,
    labels: Mapping[int, str] | None = None,
    highlight: Collection[int] = (),
    initials: tuple[str, str] = ("1", "2"),
    size: int = 480,
    title: str | None = None,
    coordinates: bool = True,
) -> str:
    """Returns the board as an SVG picture whose longer side has `size` pixels.

    `heat` gives lines a value from 0 to 1 and `labels` a short text; `highlight` frames boxes,
    e.g. a chain. Boxes show the colour, the hatching and the initial of their owner.
    """
    names = _check(lines, owners, rows, columns)
    heat, labels = heat or {}, labels or {}
    last = () if last_move is None else (last_move,)
    for line in itertools.chain(heat, labels, last):
        names.check(line)
    for box in highlight:
        if not 0 <= box < names.num_boxes:
            raise SetupError(f"there is no box {box} on a board of {rows}x{columns} boxes")
    edge = _EDGE if coordinates else 24.0
    steps = {line: drawing.heat_step(value, names.format(line)) for line, value in heat.items()}

    def ends(line: int) -> tuple[float, float, float, float]:
        horizontal, row, column = names.place(line)
        x, y = edge + column * _CELL, edge + row * _CELL
        return (x, y, x + _CELL, y) if horizontal else (x, y, x, y + _CELL)

    def corner(box: int) -> tuple[float, float]:
        row, column = divmod(box, columns)
        return edge + column * _CELL, edge + row * _CELL

    def strokes(chosen: Collection[int], inset: float) -> str:
        return "".join(_stroke(ends(line), inset) for line in sorted(chosen))

    drawn = set(lines) - set(last)
    width, height = 2 * edge + columns * _CELL, 2 * edge + rows * _CELL
    body = [drawing.surface(width, height, wooden=False)]
    taken = [(box, owner) for box, owner in enumerate(owners) if owner >= 0]
    body += [_owned(*corner(box), owner, initials[owner]) for box, owner in taken]
    body.append(group("hl", (_framed(*corner(box)) for box in sorted(set(highlight)))))
    if open_lines := set(range(names.num_lines)) - drawn - set(last):
        body.append(path(strokes(open_lines, 10), "op"))
    for line in sorted(steps.keys() - drawn):
        body.append(path(_stroke(ends(line), 9), f"ht h{steps[line]}"))
    if drawn:
        body.append(path(strokes(drawn, 0), "ln"))
    if last_move is not None:
        body += [path(strokes(last, 0), "lu"), path(strokes(last, 0), "lm")]
    for row, column in itertools.product(range(rows + 1), range(columns + 1)):
        body.append(circle(edge + column * _CELL, edge + row * _CELL, 4.8, "do"))
    for line in sorted(labels):
        x, y, x2, y2 = ends(line)
        body.append(_line_label((x + x2) / 2, (y + y2) / 2, labels[line]))
    if coordinates:
        body.append(group("co", _coordinates(names, width, height)))

    def rules(palette: Palette) -> dict[str, str]:
        return _rules(palette, sorted(set(steps.values())))

    text = title if title is not None else _description(names, lines, owners, last_move)
    return drawing.document(
        body, width=width, height=height, title=text, rules=rules, theme=theme, size=size
    )


def _stroke(ends: tuple[float, float, float, float], inset: float) -> str:
    """Returns the data of a line between two dots, shortened by `inset` at both ends."""
    x, y, x2, y2 = ends
    dx, dy = (inset, 0.0) if y == y2 else (0.0, inset)
    return points((x + dx, y + dy), (x2 - dx, y2 - dy))


def _owned(x: float, y: float, owner: int, initial: str) -> Markup:
    """Returns the inside of a box: striped for the first player, dotted for the second."""
    stripes = [
        points(
            (x + max(0.0, at - _CELL), y + min(at, _CELL)),
            (x + min(at, _CELL), y + max(0.0, at - _CELL)),
        )
        for at in (12.0 * step for step in range(1, 10))
    ]
    rows = [
        points((x + 8, y + at), (x + _CELL - 6, y + at)) for at in (8.0, 19.0, 30.0, 41.0, 52.0)
    ]
    middle = _CELL / 2
    return Markup(
        rect(x, y, _CELL, _CELL, f"bx b{owner}")
        + path("".join(rows if owner else stripes), f"ha{owner}")
        + label(x + middle, y + middle, initial, f"in i{owner}", 24 if len(initial) < 3 else 15)
    )


def _framed(x: float, y: float) -> Markup:
    return rect(x + 7, y + 7, _CELL - 14, _CELL - 14, "i", rx=7)


def _line_label(x: float, y: float, text: str) -> Markup:
    width = max(20.0, 7.4 * len(text) + 9)
    pill = rect(x - width / 2, y - 9, width, 18, "pl", rx=9)
    return Markup(pill + label(x, y, text, "pt", 12))


def _coordinates(names: LineNames, width: float, height: float) -> Iterator[Markup]:
    """Yields the letters as in the text: box columns above, box rows left, dots below and right."""
    near, font = 20.0, 15.0
    start = _EDGE + _CELL / 2
    for column in range(names.columns):
        yield label(start + column * _CELL, near, names.small[column], "co", font)
    for row in range(names.rows):
        yield label(near, start + row * _CELL, names.capital[row], "co", font)
    for column in range(names.columns + 1):
        yield label(_EDGE + column * _CELL, height - near, names.small[column], "co", font)
    for row in range(names.rows + 1):
        yield label(width - near, _EDGE + row * _CELL, names.capital[row], "co", font)


def _description(
    names: LineNames, lines: Collection[int], owners: Sequence[int], last_move: int | None
) -> str:
    first, second = (sum(owner == player for owner in owners) for player in (0, 1))
    last = "" if last_move is None else f", last line {names.format(last_move)}"
    return (
        f"Dots and Boxes, {names.rows} by {names.columns} boxes: {len(set(lines))} of "
        f"{names.num_lines} lines drawn, boxes {first} to {second}{last}"
    )


def _rules(palette: Palette, steps: Sequence[int]) -> dict[str, str]:
    p, sheet = palette, drawing.mix(*palette.paper, 0.5)
    stroke = "fill:none;stroke-linecap:round"
    rules = drawing.surface_rules(p, wooden=False) | {
        ".op": f"{stroke};stroke:{p.line};stroke-width:1.5;stroke-dasharray:1 6;stroke-opacity:0.7",
        ".ln": f"{stroke};stroke:{p.ink};stroke-width:5",
        ".lu": f"{stroke};stroke:{p.accent};stroke-width:11;stroke-opacity:0.35",
        ".lm": f"{stroke};stroke:{p.accent};stroke-width:5",
        ".do": f"fill:{p.ink};stroke:{sheet};stroke-width:1.6",
        ".bx": "fill-opacity:0.2",
        ".in": f"font-weight:700;stroke:{sheet};stroke-width:5;paint-order:stroke;"
        "stroke-linejoin:round",
        ".hl .i": f"fill:{p.halo};fill-opacity:0.14;stroke:{p.halo};stroke-width:3;"
        "stroke-dasharray:9 5",
        ".pl": f"fill:{sheet};stroke:{p.frame};stroke-width:1",
        ".pt": "font-weight:600",
        ".ht": stroke,
    }
    for owner, colour in enumerate((p.first, p.second)):
        rules[f".b{owner}"] = f"fill:{colour}"
        rules[f".i{owner}"] = f"fill:{colour}"
    rules[".ha0"] = f"{stroke};stroke:{p.first};stroke-width:1.6;stroke-opacity:0.55"
    rules[".ha1"] = (
        f"{stroke};stroke:{p.second};stroke-width:3.2;stroke-opacity:0.6;stroke-dasharray:0.1 11"
    )
    for step in steps:
        width = 4 + 0.9 * step
        rules[f".h{step}"] = f"stroke:{drawing.heat_colour(p, step)};stroke-width:{width:g}"
    return rules
