/** A small board that shows the chosen looks. */
import type { GameInfo, PositionView } from "../../api/types";
import { StonesBoard } from "../../board/StonesBoard";
import { NO_OFFSET } from "../../board/torus";

const SIDE = 5;
const BLACK = [6, 7, 12];
const WHITE = [11, 13, 17, 8];

const GAME: GameInfo = {
  name: "go",
  title: "Go",
  spec: "go:size=5",
  board: "stones",
  rows: SIDE,
  columns: SIDE,
  wraps: false,
  players: ["Black", "White"],
  colours: ["Black", "White"],
  skips_letter_i: true,
  rows_from_top: false,
  squares: false,
  move_names: Array.from({ length: SIDE * SIDE }, (_, i) => `${"ABCDE"[i % SIDE]}${SIDE - Math.floor(i / SIDE)}`),
  stars: [12],
  counts: "prisoners",
  has_score: true,
  swaps_colours: false,
  tools: [],
};

const POSITION: PositionView = {
  ply: 7,
  to_move: 1,
  colour_to_place: 1,
  legal: [],
  last_move: 12,
  notes: [],
  ending: null,
  highlight: [],
  forbidden: [],
  stones: Array.from({ length: SIDE * SIDE }, (_, i) => (BLACK.includes(i) ? 0 : WHITE.includes(i) ? 1 : -1)),
  lines: null,
  owners: null,
  score: null,
};

export function BoardSample() {
  return (
    <div class="board-sample">
      <StonesBoard
        game={GAME}
        position={POSITION}
        names={["Black", "White"]}
        active={false}
        label="Sample of the board"
        offset={NO_OFFSET}
        onOffset={() => undefined}
      />
    </div>
  );
}
