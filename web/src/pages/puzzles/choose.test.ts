import { describe, expect, it } from "vitest";
import { choose, lengthsOf } from "./choose";

const PUZZLES = [
  { number: 0, kind: "fours", plies: 5 },
  { number: 1, kind: "fours", plies: 7 },
  { number: 2, kind: "threats", plies: 7 },
] as const;

describe("puzzles", () => {
  it("have lengths", () => {
    expect(lengthsOf(PUZZLES, "")).toEqual([5, 7]);
    expect(lengthsOf(PUZZLES, "threats")).toEqual([7]);
  });

  it("begin with the shortest and grow", () => {
    const many = Array.from({ length: 30 }, (_, number) => ({
      number,
      kind: "fours" as const,
      plies: 5 + 2 * Math.floor(number / 10),
    }));
    expect(choose(many, { kind: "", plies: 0 }, new Set(), 0.999)).toBe(9);
    expect(choose(many, { kind: "", plies: 0 }, new Set([0, 1, 2, 3, 4]), 0.999)).toBe(19);
    expect(choose(many, { kind: "", plies: 0 }, new Set(many.slice(0, 25).map((each) => each.number)), 0)).toBe(25);
  });

  it("are chosen as wished, those first that are not solved", () => {
    expect(choose(PUZZLES, { kind: "fours", plies: 7 }, new Set(), 0.99)).toBe(1);
    expect(choose(PUZZLES, { kind: "", plies: 7 }, new Set([1]), 0)).toBe(2);
    expect(choose(PUZZLES, { kind: "fours", plies: 0 }, new Set([0, 1]), 0)).toBe(0);
    expect(choose(PUZZLES, { kind: "", plies: 7 }, new Set(), 1)).toBe(2);
    expect(choose(PUZZLES, { kind: "fours", plies: 99 }, new Set(), 0)).toBeNull();
  });
});
