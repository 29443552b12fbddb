import { describe, expect, it } from "vitest";
import type { GameInfo, PositionView } from "../api/types";
import { nearestPoint, pointAngles } from "../torus3d/angles";
import { changesBetween } from "./changes";
import { columnLetters, endsOf, stepPoint } from "./geometry";
import { closedBy, countLines, horizontal, placeOf, sidesOf, stepLine, vertical } from "./lines";
import { shownAtOnce } from "./optimistic";
import { inView, mod, onBoard, snap, wrappedCopies } from "./torus";

describe("keys on points", () => {
  const flat = { rows: 3, columns: 4, wraps: false };
  it("stay on a board with edges", () => {
    expect(stepPoint(flat, 0, "ArrowUp")).toBe(0);
    expect(stepPoint(flat, 0, "ArrowRight")).toBe(1);
    expect(stepPoint(flat, 5, "ArrowDown")).toBe(9);
    expect(stepPoint(flat, 5, "Home")).toBe(4);
    expect(stepPoint(flat, 5, "End")).toBe(7);
    expect(stepPoint(flat, 5, "x")).toBeNull();
  });

  it("go round on a torus", () => {
    const torus = { rows: 3, columns: 3, wraps: true };
    expect(stepPoint(torus, 0, "ArrowUp")).toBe(6);
    expect(stepPoint(torus, 0, "ArrowLeft")).toBe(2);
    expect(stepPoint(torus, 8, "ArrowRight")).toBe(6);
  });

  it("letters skip the I in Go", () => {
    expect(columnLetters(9, true).at(-1)).toBe("J");
    expect(columnLetters(9, false).at(-1)).toBe("I");
  });

  it("finds the ends of a winning row", () => {
    expect(endsOf([3, 1, 2, 0, 4], 15)).toEqual([0, 4]);
    expect(endsOf([0, 16, 32, 48, 64], 15)).toEqual([0, 64]);
    expect(endsOf([0, 1, 5], 15)).toBeNull();
    expect(endsOf([13, 14, 15, 16, 17], 15)).toBeNull(); // goes over the edge
  });
});

describe("torus", () => {
  it("wraps both ways", () => {
    expect(mod(-1, 9)).toBe(8);
    expect(inView(0, 2, 9)).toBe(7);
    expect(onBoard(inView(5, 7, 9), 7, 9)).toBe(5);
  });

  it("snaps a drag to whole steps", () => {
    expect(snap(1.4)).toEqual({ whole: 1, rest: expect.closeTo(-0.4) as number });
    expect(snap(-0.2)).toEqual({ whole: 0, rest: expect.closeTo(0.2) as number });
  });

  it("copies the neighbours around the board", () => {
    const copies = wrappedCopies(3, 3, 1, { row: 0, column: 0 });
    expect(copies).toHaveLength(16);
    expect(copies[0]).toEqual({ point: 8, row: -1, column: -1 });
    expect(wrappedCopies(3, 3, 1, { row: 1, column: 0 })[0]?.point).toBe(2);
  });

  it("finds a point again by its angles in space", () => {
    for (const offset of [
      { row: 0, column: 0 },
      { row: 4, column: -3 },
    ]) {
      for (let point = 0; point < 35; point++) {
        const { around, tube } = pointAngles(point, 5, 7, offset);
        expect(nearestPoint(around, tube, 5, 7, offset)).toBe(point);
      }
    }
  });
});

describe("lines", () => {
  const shape = { rows: 2, columns: 3 };
  it("are numbered in reading order", () => {
    expect(countLines(shape)).toBe(17);
    expect(placeOf(shape, 0)).toEqual({ horizontal: true, row: 0, column: 0 });
    expect(placeOf(shape, 3)).toEqual({ horizontal: false, row: 0, column: 0 });
    for (let line = 0; line < 17; line++) {
      const place = placeOf(shape, line);
      expect((place.horizontal ? horizontal : vertical)(shape, place.row, place.column)).toBe(line);
    }
  });

  it("close boxes", () => {
    const sides = sidesOf(shape, 0);
    expect(closedBy(shape, sides.slice(1), sides[0] as number)).toEqual([0]);
    expect(closedBy(shape, sides.slice(2), sides[0] as number)).toEqual([]);
  });

  it("can all be reached with the arrow keys", () => {
    const seen = new Set([0]);
    const waiting = [0];
    for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const next = stepLine(shape, line, key) as number;
        if (!seen.has(next)) waiting.push(next);
        seen.add(next);
      }
    }
    expect(seen.size).toBe(17);
  });
});

describe("a move before the answer", () => {
  const position: PositionView = {
    ply: 3,
    to_move: 1,
    colour_to_place: 1,
    legal: [0, 1],
    last_move: null,
    notes: [],
    ending: null,
    highlight: [],
    forbidden: [],
    stones: [-1, 0],
    lines: null,
    owners: null,
    score: null,
  };
  const game = { rows: 1, columns: 2 } as GameInfo;

  it("shows the stone and allows no other", () => {
    const shown = shownAtOnce(game, position, 0);
    expect(shown.stones).toEqual([1, 0]);
    expect(shown.legal).toEqual([]);
    expect(position.stones).toEqual([-1, 0]);
  });

  it("gives closed boxes to who closed them", () => {
    const lines = { ...position, stones: null, lines: [0, 2, 3], owners: [-1, -1] };
    const shown = shownAtOnce(game, lines, 5);
    expect(shown.owners).toEqual([1, -1]);
    expect(shown.score).toEqual([0, 1]);
  });

  it("leaves the board alone for a pass", () => {
    expect(shownAtOnce(game, position, 2).stones).toEqual([-1, 0]);
  });
});

describe("what changed on a board", () => {
  it("is a stone that was placed and those that it took", () => {
    const changes = changesBetween([-1, 1, 0, -1], [0, -1, 0, -1]);
    expect([...changes.placed]).toEqual([0]);
    expect(changes.taken).toEqual([{ point: 1, colour: 1 }]);
  });

  it("is a disc that was placed and those that it turned over", () => {
    const changes = changesBetween([-1, 1, 0, -1], [0, 0, 0, -1]);
    expect([...changes.placed]).toEqual([0]);
    expect([...changes.turned]).toEqual([1]);
  });

  it("is nothing when a move is taken back or another position is opened", () => {
    expect(changesBetween([0, 1, -1], [0, -1, -1])).toEqual({ placed: new Set(), taken: [], turned: new Set() });
    expect(changesBetween([-1, -1, -1, -1], [0, 1, 0, 1]).placed.size).toBe(0);
    expect(changesBetween([-1], [0, 1]).placed.size).toBe(0);
  });
});
