"""Shows games of a report: a board to step through in HTML, the last position in Markdown."""

from __future__ import annotations

import json
import re

from tesuji.games import Position
from tesuji.learning.common.pages import text as escaped
from tesuji.records import GameRecord, read_sgf
from tesuji.studies.blocks import ReportGame

_FOLDERS = re.compile(r"(?<![\w/])/(?:[^/,\"\]\s]+/)+")
GAME_STYLE = """
.game { max-width: 24rem; margin: 1.5rem 0 } .game svg { width: 100%; height: auto }
.game .row { display: flex; gap: .5rem; align-items: center } .game input { flex: 1 }
h3 { font-size: 1rem; color: #666; margin-bottom: .2rem }
"""
GAME_SCRIPT = """
for (const game of document.querySelectorAll('.game')) {
  const told = JSON.parse(game.querySelector('script').textContent)
  const board = game.querySelector('.board'), slider = game.querySelector('input')
  const move = game.querySelector('output')
  const show = () => {
    const at = Number(slider.value)
    board.innerHTML = told.before + told.frames[at] + told.after
    move.textContent = at ? at + '. ' + told.moves[at - 1] : 'start'
  }
  const step = by => { slider.value = Number(slider.value) + by; show() }
  const [back, on] = game.querySelectorAll('button')
  back.onclick = () => step(-1)
  on.onclick = () => step(1)
  slider.oninput = show
  show()
}
"""


def public_sgf(game: ReportGame) -> str:
    """Returns the record without the folders of files in the names of players."""
    return _FOLDERS.sub("", game.sgf)


def game_html(game: ReportGame) -> str:
    """Returns a board with a slider; `GAME_SCRIPT` on the same page moves it."""
    sgf = public_sgf(game)
    record = read_sgf(sgf)
    before, frames, after = _frames(_positions(record))
    told = {
        "before": before,
        "frames": frames,
        "after": after,
        "moves": _played(record),
    }
    last = len(frames) - 1
    # A script ends at its first closing tag, wherever it stands.
    data = json.dumps(told).replace("</", "<\\/")
    note = f"<p>{escaped(game.note)}</p>" if game.note else ""
    return (
        f'<div class="game"><p><b>{escaped(game.title)}</b></p><div class="board"></div>'
        '<div class="row"><button aria-label="back">◀</button>'
        f'<input type="range" min="0" max="{last}" value="{last}" aria-label="move">'
        '<button aria-label="on">▶</button><output></output></div>'
        f'<script type="application/json">{data}</script>{note}'
        f"<details><summary>SGF</summary><pre>{escaped(sgf)}</pre></details></div>"
    )


def game_picture(sgf: str) -> str:
    """Returns the last position of a game as an SVG picture."""
    return _positions(read_sgf(sgf))[-1].svg(theme="light")


def moves_text(sgf: str) -> str:
    """Returns the moves of a game: "1. C3 2. B3 …"."""
    record = read_sgf(sgf)
    moves = " ".join(f"{n}. {move}" for n, move in enumerate(_played(record), 1))
    names = record.game.player_names
    return f"{names[0]}: {record.black}; {names[1]}: {record.white}; {record.result}. {moves}"


def _played(record: GameRecord) -> list[str]:
    return [node.notation for node in record.main_line() if node.move is not None]


def _positions(record: GameRecord) -> list[Position]:
    """Returns the position at the start and after each move."""
    nodes = list(record.main_line())
    return [nodes[0].position(), *(node.position() for node in nodes[1:] if node.move is not None)]


def _frames(positions: list[Position]) -> tuple[str, list[str], str]:
    """Returns the pictures of positions, split into what all share and what each has alone."""
    drawn = []
    for position in positions:
        picture = position.svg(theme="light")
        picture = re.sub(r"<title>.*?</title>", "", picture, flags=re.DOTALL)
        scope = re.search(r'class="(t[0-9a-f]{6,})"', picture)
        drawn.append(picture.replace(scope.group(1), "board") if scope else picture)
    before = _shared_start(drawn)
    rest = [picture[len(before) :] for picture in drawn]
    after = _shared_start([part[::-1] for part in rest])[::-1]
    return before, [part[: len(part) - len(after)] for part in rest], after


def _shared_start(texts: list[str]) -> str:
    """Returns the characters that all texts begin with."""
    low, high = min(texts), max(texts)
    count = next((n for n, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), len(low))
    return low[:count]
