import { describe, expect, it } from "vitest";
import type { EndgameNode, PositionView, TemperatureRegion } from "../api/types";
import { shownNode, shownStep, short, squaresOf, temperatureOverlay, tintOf, withStones } from "./shown";
import { closedAtFirst, rowsOf, treeKey } from "./treeView";

const node = (parent: number | null, move: number | null, player: number | null, more: Partial<EndgameNode> = {}) => ({
  parent,
  move,
  player,
  mean_text: "even",
  temperature: 1,
  temperature_text: "1",
  kind: "gote",
  exact: true,
  ko: false,
  stones: {},
  ...more,
});

// 0 ─ 1 ─ 2
//       └ 3
//   └ 4
const TREE: EndgameNode[] = [
  node(null, null, null),
  node(0, 7, 0, { stones: { "7": 0, "8": -1 } }),
  node(1, 8, 0),
  node(1, 8, 1),
  node(0, 9, 1),
];

const REGION = {
  region: [7, 8, 9],
  temperature: 2.5,
  exact: true,
  solved: true,
  certainty_text: "proven",
  moves: [[7], [9]],
  lines: [[{ move: 7, player: 0, stones: { "7": 0 } }], []],
  tree: TREE,
} as unknown as TemperatureRegion;

describe("the tree of an endgame", () => {
  const numbers = (closed: Set<number>): number[] => rowsOf(TREE, closed).map((row) => row.number);
  it("shows what is not closed, with levels", () => {
    expect(numbers(new Set())).toEqual([0, 1, 2, 3, 4]);
    expect(numbers(new Set([1]))).toEqual([0, 1, 4]);
    expect(numbers(closedAtFirst(TREE))).toEqual([0, 1, 4]);
    const rows = rowsOf(TREE, new Set());
    expect(rows.map((row) => row.level)).toEqual([1, 2, 3, 3, 2]);
    expect(rows.map((row) => row.open)).toEqual([true, true, null, null, null]);
    expect(rowsOf([], new Set())).toEqual([]);
  });
  it("is walked with the arrow keys", () => {
    const open = rowsOf(TREE, new Set());
    const closed = rowsOf(TREE, new Set([1]));
    expect(treeKey(open, 1, "ArrowDown")).toEqual({ to: 2 });
    expect(treeKey(open, 4, "ArrowDown")).toBeNull();
    expect(treeKey(open, 3, "ArrowUp")).toEqual({ to: 2 });
    expect(treeKey(closed, 1, "ArrowRight")).toEqual({ toggle: 1 });
    expect(treeKey(open, 1, "ArrowRight")).toEqual({ to: 2 });
    expect(treeKey(open, 1, "ArrowLeft")).toEqual({ toggle: 1 });
    expect(treeKey(open, 3, "ArrowLeft")).toEqual({ to: 1 });
    expect(treeKey(closed, 0, "End")).toEqual({ to: 4 });
    expect(treeKey(open, 0, "x")).toBeNull();
  });
});

describe("what the board shows", () => {
  const position = { stones: Array<number>(12).fill(1), last_move: 3, legal: [1], highlight: [], forbidden: [] };
  it("puts the stones of a node on the board, and names the next moves", () => {
    const shown = shownNode(REGION, 1);
    expect(shown.marks).toEqual({ "8": "BW" });
    const view = withStones(position as unknown as PositionView, shown);
    expect(view.stones?.slice(6, 10)).toEqual([1, 0, -1, 1]);
    expect(view.last_move).toBe(7);
    expect(view.legal).toEqual([]);
    expect(position.stones[7]).toBe(1);
  });
  it("steps through a line", () => {
    expect(shownStep(REGION, 0, 1)).toMatchObject({ move: 7, stones: { "7": 0 } });
    expect(shownStep(REGION, 1, 1)).toMatchObject({ move: null, stones: {} });
  });
  it("colours regions by temperature, the hotter one where two meet", () => {
    const cool = { ...REGION, region: [9, 10], temperature: 0.5, moves: [[], [10]] } as TemperatureRegion;
    const { tints, candidates } = temperatureOverlay([REGION, cool]);
    expect([...(tints ?? [])]).toEqual([
      [7, 5],
      [8, 5],
      [9, 5],
      [10, 1],
    ]);
    expect(candidates?.map((each) => [each.move, each.text, each.best])).toEqual([
      [7, "2.5", true],
      [10, "0.5", false],
    ]);
  });
  it("has five tints and short numbers", () => {
    expect([0, 0.1, 1, 2, 4.9, 5].map((t) => tintOf(t, 5))).toEqual([1, 1, 1, 2, 5, 5]);
    expect(tintOf(0, 0)).toBe(1);
    expect([short(4 / 3), short(12.345), short(3)]).toEqual(["1.33", "12.3", "3"]);
  });
});

describe("squares of a record", () => {
  it("are a region; other marks are not", () => {
    expect(squaresOf({ "3": "square", "4": "triangle", "12": "square", "5": "A" })).toEqual([3, 12]);
    expect(squaresOf({})).toEqual([]);
  });
});
