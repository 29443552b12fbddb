import { describe, expect, it } from "vitest";
import type { ReviewedMove } from "../api/types";
import { momentsOf, secondsPerMove } from "./coach";

const judged = (ply: number, verdict: ReviewedMove["verdict"], loss: number, points: number | null = null): ReviewedMove => ({
  ply,
  move: ply,
  player: ply % 2 === 0 ? 0 : 1,
  chance: 0.5 - loss,
  best_chance: 0.5,
  best: 99,
  line: [99],
  loss,
  verdict,
  points_lost: points,
  points_proven: false,
  lead: null,
  best_lead: null,
  engine: "best",
});

describe("the coach", () => {
  const game = [
    judged(0, "good", 0.04),
    judged(1, "blunder", 0.4),
    judged(2, "mistake", 0.15),
    judged(4, "blunder", 0.3),
    judged(6, "inaccuracy", 0.06),
    judged(8, "mistake", 0.18),
  ];

  it("picks the three worst moves of a player, in the order of the game", () => {
    expect(momentsOf(game, [0]).map(({ ply }) => ply)).toEqual([2, 4, 8]);
    expect(momentsOf(game, [1]).map(({ ply }) => ply)).toEqual([1]);
    expect(momentsOf(game, [0, 1]).map(({ ply }) => ply)).toEqual([1, 4, 8]);
  });

  it("tells moves with the same chance apart by their points, and knows no moment where nothing was lost", () => {
    const even = [judged(0, "inaccuracy", 0, 1), judged(2, "mistake", 0, 4), judged(4, "mistake", 0, 3), judged(6, "mistake", 0, 5)];
    expect(momentsOf(even, [0]).map(({ ply }) => ply)).toEqual([2, 4, 6]);
    expect(momentsOf([judged(0, "best", 0), { ...judged(2, "blunder", 0.3), best: 2 }], [0])).toEqual([]);
  });

  it("keeps to a quarter of a minute for usual games", () => {
    for (const moves of [1, 20, 75, 200]) {
      const seconds = secondsPerMove(moves);
      expect(seconds * (moves + 1)).toBeLessThanOrEqual(12.1);
    }
    expect(secondsPerMove(400)).toBe(0.05);
  });
});
