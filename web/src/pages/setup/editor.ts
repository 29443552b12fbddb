/** A board being set up by hand: pure changes, tested without a page. */
import type { GameInfo, PositionView, Setup } from "../../api/types";
import { sidesOf } from "../../board/lines";

export type Tool = "black" | "white" | "alternate" | "erase";

export interface Draft {
  stones: number[];
  lines: number[];
  owners: number[];
  to_move: 0 | 1;
}

export function emptyDraft(game: GameInfo): Draft {
  const points = game.rows * game.columns;
  const blank = (count: number): number[] => Array<number>(count).fill(-1);
  return game.board === "lines"
    ? { stones: [], lines: [], owners: blank(points), to_move: 0 }
    : { stones: blank(points), lines: [], owners: [], to_move: 0 };
}

export function draftOf(game: GameInfo, setup: Setup | null): Draft {
  const empty = emptyDraft(game);
  if (setup === null) return empty;
  return {
    stones: setup.stones?.length === empty.stones.length ? [...setup.stones] : empty.stones,
    lines: [...(setup.lines ?? [])],
    owners: setup.owners?.length === empty.owners.length ? [...setup.owners] : empty.owners,
    to_move: setup.to_move === 1 ? 1 : 0,
  };
}

/** The draft after a click on a point. The same stone again takes it away. */
export function withStone(draft: Draft, point: number, tool: Tool): Draft {
  const stones = [...draft.stones];
  const counts = [0, 1].map((colour) => stones.filter((stone) => stone === colour).length);
  const alternate = (counts[0] as number) > (counts[1] as number) ? 1 : 0;
  const wanted = tool === "erase" ? -1 : tool === "black" ? 0 : tool === "white" ? 1 : alternate;
  stones[point] = stones[point] === wanted || (tool === "alternate" && stones[point] !== -1) ? -1 : wanted;
  return { ...draft, stones };
}

/** The draft after a click on a line; a box that it closes goes to `owner`. */
export function withLine(game: GameInfo, draft: Draft, line: number, owner: 0 | 1): Draft {
  const drawn = draft.lines.includes(line);
  const lines = drawn ? draft.lines.filter((each) => each !== line) : [...draft.lines, line].sort((a, b) => a - b);
  const closed = new Set(lines);
  const owners = draft.owners.map((old, box) => {
    if (!sidesOf(game, box).every((side) => closed.has(side))) return -1;
    return old < 0 ? owner : old;
  });
  return { ...draft, lines, owners };
}

export function setupOf(game: GameInfo, draft: Draft): Setup {
  return game.board === "lines"
    ? { lines: draft.lines, owners: draft.owners, to_move: draft.to_move }
    : { stones: draft.stones, to_move: draft.to_move };
}

/** The draft as a board shows it: every place can be clicked. */
export function viewOf(game: GameInfo, draft: Draft, colour: number): PositionView {
  const lines = game.board === "lines";
  const free = lines
    ? game.move_names.map((_, line) => line).filter((line) => !draft.lines.includes(line))
    : draft.stones.map((_, point) => point).filter((point) => draft.stones[point] === -1);
  const score = [0, 1].map((player) => draft.owners.filter((owner) => owner === player).length);
  return {
    ply: 0,
    to_move: draft.to_move,
    colour_to_place: colour,
    legal: free,
    last_move: null,
    notes: [],
    ending: null,
    highlight: [],
    forbidden: [],
    stones: lines ? null : draft.stones,
    lines: lines ? draft.lines : null,
    owners: lines ? draft.owners : null,
    score: lines ? [score[0] as number, score[1] as number] : null,
  };
}
