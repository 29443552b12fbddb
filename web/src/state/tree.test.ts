import { describe, expect, it } from "vitest";
import {
  at,
  depth,
  emptyTree,
  extend,
  fromRecord,
  isMain,
  lineThrough,
  lineTree,
  movesTo,
  pathTo,
  play,
  promote,
  remove,
  setComment,
  setupBefore,
  step,
  toRecord,
  toggleArrow,
  toggleMark,
  clearDrawing,
  nextLabel,
} from "./tree";

/** 0 - 1(a) - 2(b) - 3(c), with 4(x) - 5(y) beside 2, and 6(z) beside 5. */
function forked() {
  let tree = lineTree([10, 11, 12]);
  tree = extend(tree, 1, [20, 21]).tree;
  tree = play(tree, 4, 22).tree;
  return tree;
}

describe("tree", () => {
  it("plays moves and finds known ones again", () => {
    const first = play(emptyTree(), 0, 5);
    expect(first.id).toBe(1);
    const again = play(first.tree, 0, 5);
    expect(again.tree).toBe(first.tree);
    expect(again.id).toBe(1);
  });

  it("does not change the tree it was given", () => {
    const tree = lineTree([1]);
    play(tree, 0, 2);
    expect(at(tree, 0).children).toEqual([1]);
  });

  it("knows paths, moves and lines", () => {
    const tree = forked();
    expect(pathTo(tree, 5)).toEqual([0, 1, 4, 5]);
    expect(movesTo(tree, 5)).toEqual([10, 20, 21]);
    expect(depth(tree, 5)).toBe(3);
    expect(lineThrough(tree, 1)).toEqual([0, 1, 2, 3]);
    expect(isMain(tree, 3)).toBe(true);
    expect(isMain(tree, 4)).toBe(false);
  });

  it("steps through moves and variations", () => {
    const tree = forked();
    expect(step(tree, 0, "previous")).toBe(0);
    expect(step(tree, 0, "next")).toBe(1);
    expect(step(tree, 1, "last")).toBe(3);
    expect(step(tree, 5, "first")).toBe(0);
    expect(step(tree, 2, "variationDown")).toBe(4);
    expect(step(tree, 4, "variationDown")).toBe(2);
    expect(step(tree, 3, "variationUp")).toBe(4); // the fork is one move earlier
    expect(step(tree, 5, "variationDown")).toBe(6);
    expect(step(tree, 1, "variationUp")).toBe(1);
  });

  it("promotes a variation", () => {
    const tree = promote(forked(), 6);
    expect(lineThrough(tree, 0)).toEqual([0, 1, 4, 6]);
    expect(at(tree, 1).children).toEqual([4, 2]);
  });

  it("removes a branch and numbers the rest anew", () => {
    const { tree, numbers } = remove(forked(), 2);
    expect(numbers).toEqual([0, 1, -1, -1, 2, 3, 4]);
    expect(movesTo(tree, 3)).toEqual([10, 20, 21]);
    expect(at(tree, 1).children).toEqual([2]);
  });

  it("keeps a start when everything is removed", () => {
    expect(remove(forked(), 0).tree.nodes).toHaveLength(1);
  });

  it("goes to a record and back", () => {
    const tree = setComment(forked(), 4, "better");
    const record = toRecord(tree);
    expect(record.map((node) => node.move)).toEqual([null, 10, 11, 12, 20, 21, 22]);
    expect(record.every((node, index) => node.parent === null || (node.parent as number) < index)).toBe(true);
    const back = fromRecord(record);
    expect(toRecord(back)).toEqual(record);
    expect(back.nodes.find((node) => node.comment === "better")?.move).toBe(20);
  });
});

it("a board that was set up on the way is where the moves begin", () => {
  const setup = { stones: [0, -1], lines: null, owners: null, to_move: 1 };
  const record = [
    { parent: null, move: null, comment: "", marks: {}, arrows: [], setup: null, note: "" },
    { parent: 0, move: 10, comment: "", marks: {}, arrows: [], setup: null, note: "" },
    { parent: 1, move: 10, comment: "", marks: {}, arrows: [], setup, note: "the point is occupied" },
    { parent: 2, move: 20, comment: "", marks: {}, arrows: [], setup: null, note: "" },
  ];
  const tree = fromRecord(record);
  expect([movesTo(tree, 1), setupBefore(tree, 1)]).toEqual([[10], null]);
  expect([movesTo(tree, 2), setupBefore(tree, 2)]).toEqual([[], setup]);
  expect([movesTo(tree, 3), setupBefore(tree, 3)]).toEqual([[20], setup]);
  expect(toRecord(tree)).toEqual(record);
});

describe("drawing", () => {
  const tree = lineTree([10, 11]);

  it("puts marks and takes them away again", () => {
    const marked = toggleMark(toggleMark(tree, 1, 5, "circle"), 1, 6, "1");
    expect(marked.nodes[1]?.marks).toEqual({ "5": "circle", "6": "1" });
    expect(toggleMark(marked, 1, 5, "square").nodes[1]?.marks["5"]).toBe("square");
    expect(toggleMark(marked, 1, 5, "circle").nodes[1]?.marks).toEqual({ "6": "1" });
    expect(marked.nodes[2]?.marks).toEqual({});
  });

  it("draws arrows, which are in the record", () => {
    const drawn = toggleArrow(toggleArrow(tree, 2, 1, 2), 2, 2, 1);
    expect(toRecord(drawn)[2]?.arrows).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(toggleArrow(drawn, 2, 1, 2).nodes[2]?.arrows).toEqual([[2, 1]]);
    expect(clearDrawing(drawn, 2).nodes[2]).toMatchObject({ marks: {}, arrows: [] });
  });

  it("counts on from what is on the board", () => {
    expect(nextLabel({}, "number")).toBe("1");
    expect(nextLabel({ "3": "1", "4": "3", "5": "A" }, "number")).toBe("2");
    expect(nextLabel({ "3": "A", "4": "B" }, "letter")).toBe("C");
    const all = Object.fromEntries(Array.from({ length: 26 }, (_, i) => [String(i), String.fromCharCode(65 + i)]));
    expect(nextLabel(all, "letter")).toBe("AA");
  });
});
