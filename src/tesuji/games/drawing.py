"""Draws what all pictures of games share: palettes, safe SVG text, the outer document.

A picture is a string: an SVG that can stand alone in a file or inline in a page, next to others.
CSS inside an inline SVG is global to its page, so every rule and every identifier is scoped by a
class name derived from a hash of the picture.

Markup is a separate type, made only by `escape`, `element` and the helpers here, so that the type
checker finds text that is not escaped.
"""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NewType, get_args

from tesuji.errors import SetupError

Theme = Literal["light", "dark", "paper", "auto"]
"""``"auto"`` is light or dark, as the reader's ``prefers-color-scheme`` says."""

Markup = NewType("Markup", str)
"""Text that is already well-formed SVG."""

SANS = "'Inter','Segoe UI',system-ui,-apple-system,'Helvetica Neue',Arial,sans-serif"
MONO = "ui-monospace,'SF Mono','DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"

SCOPE = "\0"
"""Placeholder for the scope of a picture, which `document` fills in; `escape` removes others."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a picture, as ``#rrggbb``."""

    board: tuple[str, str]
    """The wood of a board, from its lit side to its dark side."""
    paper: tuple[str, str]
    """A sheet of paper, from its lit side to its dark side."""
    grain: str
    """Fibres of the wood, drawn faintly."""
    frame: str
    """The thin edge around the whole picture."""
    line: str
    """The grid."""
    ink: str
    """Text and marks on wood or paper."""
    muted: str
    """Coordinates, and places where nothing has happened yet."""
    black: tuple[str, str]
    """A black stone, from its lit side to its dark side."""
    white: tuple[str, str]
    """A white stone, from its lit side to its dark side."""
    black_rim: str
    white_rim: str
    accent: str
    """The last move."""
    halo: str
    """Highlighted places."""
    warn: str
    """Forbidden places."""
    first: str
    """Boxes of the first player."""
    second: str
    """Boxes of the second player."""
    heat: tuple[str, str, str]
    """The scale from 0 over 1/2 to 1; brightness changes in one direction only."""


LIGHT = Palette(
    board=("#f0d5a0", "#e2bd7c"),
    paper=("#fdfbf6", "#f4eee1"),
    grain="#a9752f",
    frame="#b98f4e",
    line="#5e4420",
    ink="#2b1d0b",
    muted="#7b5a2a",
    black=("#5b6068", "#0d0f12"),
    white=("#ffffff", "#d9d5cc"),
    black_rim="#050607",
    white_rim="#8d8677",
    accent="#d6321f",
    halo="#0b7bea",
    warn="#b3122a",
    first="#1f5fa8",
    second="#b4520a",
    heat=("#fff6cf", "#3fa9a5", "#123c7c"),
)
DARK = Palette(
    board=("#5c4733", "#453424"),
    paper=("#2a2723", "#1f1d1a"),
    grain="#e0b880",
    frame="#74593d",
    line="#c2a582",
    ink="#f7ecdb",
    muted="#cdb290",
    black=("#4b4f57", "#050608"),
    white=("#fbf8f1", "#bdb7a9"),
    black_rim="#000000",
    white_rim="#8f897b",
    accent="#ff8a66",
    halo="#6cc0ff",
    warn="#ff7885",
    first="#7fbcff",
    second="#ffb061",
    heat=("#2a2b57", "#2b8f95", "#ffe978"),
)
PAPER = Palette(
    board=("#fbf6ea", "#f3ebd8"),
    paper=("#fbf6ea", "#f3ebd8"),
    grain="#8f8266",
    frame="#b9ac8d",
    line="#57503f",
    ink="#221f18",
    muted="#6b6350",
    black=("#3a3833", "#14130f"),
    white=("#fffefa", "#f1ead9"),
    black_rim="#14130f",
    white_rim="#4a4436",
    accent="#b3261e",
    halo="#1c5d99",
    warn="#b3122a",
    first="#274c77",
    second="#9c4a1a",
    heat=("#fbf0cf", "#6f9a8d", "#1d3b53"),
)
_PALETTES = {"light": LIGHT, "dark": DARK, "paper": PAPER, "auto": LIGHT}

Rules = Callable[[Palette], Mapping[str, str]]
"""The style of a picture: for a palette, the declarations of each selector."""


def check_theme(theme: str) -> None:
    if theme not in get_args(Theme):
        choices = ", ".join(get_args(Theme))
        raise SetupError(f"there is no theme called {theme!r}; there are: {choices}")


def escape(text: str) -> Markup:
    """Escapes `text` for an element or attribute; characters that XML forbids become U+FFFD."""
    return Markup(html.escape(_NOT_XML.sub("\ufffd", text), quote=True))


def number(value: float) -> str:
    """Writes a coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, *content: Markup, **attributes: str | float) -> Markup:
    """Returns one element. ``class_`` means ``class`` and ``text_anchor`` means ``text-anchor``."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
    )
    inner = "".join(content)
    return Markup(f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>")


def group(class_: str, parts: Iterable[Markup]) -> Markup:
    """Returns a group of elements, or nothing if there are none."""
    inner = tuple(parts)
    return element("g", *inner, class_=class_) if inner else Markup("")


def circle(x: float, y: float, radius: float, class_: str) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, class_=class_)


def path(data: str, class_: str) -> Markup:
    return element("path", d=data, class_=class_)


def rect(x: float, y: float, width: float, height: float, class_: str, rx: float = 0) -> Markup:
    corner = {"rx": rx} if rx else {}
    return element("rect", x=x, y=y, width=width, height=height, **corner, class_=class_)


def label(x: float, y: float, text: str, class_: str, font: float) -> Markup:
    """Returns `text` centred on a point; `font` is the size of the letters."""
    return element("text", escape(text), x=x, y=y, dy="0.35em", font_size=font, class_=class_)


def points(*corners: tuple[float, float]) -> str:
    """Returns the data of a path through `corners`."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners)


def radial_gradient(name: str, stops: Mapping[float, str], focus: tuple[float, float]) -> Markup:
    """Returns a gradient for ``fill:url(#{SCOPE}-name)``; `stops` maps offsets to classes."""
    x, y = map(number, focus)
    inner = "".join(element("stop", offset=at, class_=class_) for at, class_ in stops.items())
    shape = f'cx="{x}" cy="{y}" r="0.75"'
    return Markup(f'<radialGradient id="{SCOPE}-{name}" {shape}>{inner}</radialGradient>')


def surface(width: float, height: float, *, wooden: bool) -> Markup:
    """Draws the background: a wooden board or a plain sheet, lit from the top left."""
    stops = element("stop", offset=0, class_="sl") + element("stop", offset=1, class_="sd")
    light = Markup(
        f'<linearGradient id="{SCOPE}-s" x1="0" y1="0" x2="0.35" y2="1">{stops}</linearGradient>'
    )
    fibres = []
    for index in range(1, round(height / 13) if wooden else 0):
        y, bend = index * 13 + (index * 29) % 11 - 5, (index * 37) % 23 - 11
        fibres.append(
            f"M0 {number(y)}C{number(width * 0.3)} {number(y + bend)} {number(width * 0.62)} "
            f"{number(y - bend * 0.8)} {number(width)} {number(y + bend / 3)}"
        )
    parts = [element("defs", light), rect(0, 0, width, height, "sf", rx=10)]
    if fibres:
        parts.append(path("".join(fibres), "gr"))
    parts.append(rect(0.75, 0.75, width - 1.5, height - 1.5, "fr", rx=9.25))
    return Markup("".join(parts))


def surface_rules(palette: Palette, *, wooden: bool) -> dict[str, str]:
    """Returns the style of `surface` and of the text on it."""
    light, shade = palette.board if wooden else palette.paper
    return {
        "text": f"font-family:{SANS};text-anchor:middle;fill:{palette.ink}",
        ".sl": f"stop-color:{light}",
        ".sd": f"stop-color:{shade}",
        ".sf": f"fill:url(#{SCOPE}-s)",
        ".gr": f"fill:none;stroke:{palette.grain};stroke-width:1.2;stroke-opacity:0.1",
        ".fr": f"fill:none;stroke:{palette.frame};stroke-width:1.5",
        ".co": f"fill:{palette.muted};font-weight:500",
    }


HEAT_STEPS = 10


def heat_step(value: float, what: str) -> int:
    """Returns the step of the heat scale for a value from 0 to 1; `what` is named in an error."""
    if not 0.0 <= value <= 1.0:
        raise SetupError(f"the heat of {what} is {value!r}; it must be from 0 to 1")
    return round(value * HEAT_STEPS)


def heat_colour(palette: Palette, step: int) -> str:
    low, middle, high = palette.heat
    share = step / HEAT_STEPS
    return mix(low, middle, share * 2) if share < 0.5 else mix(middle, high, share * 2 - 1)


def ink_on(colour: str) -> str:
    """Returns black or white, whichever is easier to read on `colour`."""
    return "#101418" if _brightness(colour) > 0.22 else "#ffffff"


def mix(start: str, end: str, share: float) -> str:
    """Returns the colour that lies `share` of the way from `start` to `end`."""
    pairs = zip(_channels(start), _channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def document(
    body: Iterable[Markup],
    *,
    width: float,
    height: float,
    title: str,
    rules: Rules,
    theme: Theme,
    size: float | None = None,
) -> str:
    """Returns the finished picture.

    `size` is the longer side in pixels, by default that of the drawing; `title` is read by screen
    readers.
    """
    check_theme(theme)
    if size is not None and not 1 <= size <= 20_000:
        raise SetupError(f"a picture of {size!r} pixels cannot be drawn; try 480")
    scale = 1.0 if size is None else size / max(width, height)
    heading = element("title", escape(title))
    style = f"<style>{_style_sheet(rules, theme)}</style>"
    inner = f"{heading}{style}{''.join(body)}"
    scope = "t" + hashlib.sha256(inner.encode()).hexdigest()[:12]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{scope}" role="img" '
        f'viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width * scale)}" height="{number(height * scale)}">'
        f"{inner.replace(SCOPE, scope)}</svg>"
    )


def text_svg(text: str, *, theme: Theme = "auto", title: str = "A position in text") -> str:
    """Draws `text` in a monospaced frame, for games without a drawing."""
    font, leading, padding = 14.0, 20.0, 18.0
    rows = text.expandtabs().splitlines() or [""]
    width = max(160.0, max(map(len, rows)) * font * 0.605 + 2 * padding)
    height = len(rows) * leading + 2 * padding - 4
    spans = [
        element("tspan", escape(row), x=padding, y=padding + leading * index + 11)
        for index, row in enumerate(rows)
        if row.strip()
    ]
    body = [rect(0.75, 0.75, width - 1.5, height - 1.5, "fr", rx=8)]
    if spans:
        body.append(element("text", *spans, font_size=font))

    def rules(palette: Palette) -> dict[str, str]:
        return {
            ".fr": f"fill:{palette.paper[0]};stroke:{palette.frame};stroke-width:1.5",
            "text": f"font-family:{MONO};white-space:pre;fill:{palette.ink}",
        }

    return document(body, width=width, height=height, title=title, rules=rules, theme=theme)


def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


def _style_sheet(rules: Rules, theme: Theme) -> str:
    """Returns the rules of one palette; with "auto", the rules of DARK follow where they differ."""
    base = rules(_PALETTES[theme])
    sheet = _scoped(base)
    if theme == "auto":
        dark = {key: rule for key, rule in rules(DARK).items() if base.get(key) != rule}
        sheet += f"@media (prefers-color-scheme:dark){{{_scoped(dark)}}}"
    return sheet


def _scoped(rules: Mapping[str, str]) -> str:
    return "".join(f".{SCOPE} {selector}{{{rule}}}" for selector, rule in rules.items())


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _brightness(colour: str) -> float:
    """Returns the relative luminance of the Web Content Accessibility Guidelines, 0 to 1."""
    linear = [
        (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
        for share in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
