/** Positions of an endgame that are shown instead of the one that was analysed, and regions as colours. */
import type { EndgameNode, PositionView, Remark, TemperatureRegion } from "../api/types";
import type { Candidate, Overlay } from "../board/types";

/** What differs from the position that was analysed, and the move that led there. */
export interface Shown {
  stones: Readonly<Record<string, number>>;
  move: number | null;
  /** Signs by point, e.g. whose best moves come next. */
  marks: Readonly<Record<string, string>>;
  region: readonly number[];
}

/** Steps of the colour scale. */
export const TINTS = 5;

export function withStones(position: PositionView, shown: Shown): PositionView {
  const stones = [...(position.stones ?? [])];
  for (const [point, stone] of Object.entries(shown.stones)) stones[Number(point)] = stone;
  return { ...position, stones, last_move: shown.move, legal: [], forbidden: [], highlight: [] };
}

/** A node of the tree as a position, with the best moves of both colours after it. */
export function shownNode(region: TemperatureRegion, number: number): Shown {
  const node = region.tree[number] as EndgameNode;
  const marks: Record<string, string> = {};
  for (const below of region.tree) {
    if (below.parent !== number || below.move === null) continue;
    const sign = below.player === 0 ? "B" : "W";
    marks[below.move] = `${marks[below.move] ?? ""}${sign}`;
  }
  return { stones: node.stones, move: node.move, marks, region: region.region };
}

/** An orthodox line after some of its moves. */
export function shownStep(region: TemperatureRegion, player: 0 | 1, steps: number): Shown {
  const last = region.lines[player][steps - 1];
  return { stones: last?.stones ?? {}, move: last?.move ?? null, marks: {}, region: region.region };
}

/** From 1, the coolest, to `TINTS`, the hottest of all regions. */
export function tintOf(temperature: number, hottest: number): number {
  if (hottest <= 0) return 1;
  return Math.max(1, Math.min(TINTS, Math.ceil((TINTS * temperature) / hottest)));
}

/** All regions as colours, each with its temperature where the best move is. */
export function temperatureOverlay(regions: readonly TemperatureRegion[]): Overlay {
  const hottest = Math.max(0, ...regions.map((region) => region.temperature));
  const tints = new Map<number, number>();
  const labels = new Map<number, Candidate>();
  // The hottest come first: what two regions share has the colour of the hotter one.
  for (const region of regions) {
    const tint = tintOf(region.temperature, hottest);
    for (const point of region.region) if (!tints.has(point)) tints.set(point, tint);
    const move = region.moves[0][0] ?? region.moves[1][0];
    if (move === undefined || labels.has(move)) continue;
    labels.set(move, {
      move,
      text: short(region.temperature),
      sub: region.solved ? "" : "about",
      loss: 1 - tint / TINTS,
      best: region.temperature === hottest,
    });
  }
  return { tints, candidates: [...labels.values()] };
}

/** A temperature in the room that a point has. */
export function short(temperature: number): string {
  const rounded = Math.round(temperature * 100) / 100;
  return String(rounded).length <= 4 ? String(rounded) : rounded.toFixed(1);
}

/** The points that a record marks with squares. */
export function squaresOf(marks: Readonly<Record<string, string>>): number[] {
  return Object.entries(marks)
    .filter(([, kind]) => kind === "square")
    .map(([point]) => Number(point));
}

/** A region of a board as something to be marked. */
export function regionRemark(points: readonly number[]): Remark {
  return { kind: "region", text: "", player: null, points: [...points], lines: [], sequence: [], tone: "neutral" };
}
