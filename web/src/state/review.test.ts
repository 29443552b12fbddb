import { describe, expect, it } from "vitest";
import type { Player, ReviewedMove, Verdict } from "../api/types";
import { graphOf, mistakesOf, summaryOf } from "./review";

const judged = (ply: number, player: Player, best: number, chance: number, verdict: Verdict): ReviewedMove => ({
  ply,
  move: ply,
  player,
  chance,
  best_chance: best,
  best: 0,
  line: [],
  loss: best - chance,
  verdict,
  points_lost: null,
  points_proven: false,
  lead: null,
  best_lead: null,
  engine: "mcts:sims=100",
});

const line = [0, 1, 2, 3];
const judgements = {
  1: judged(0, 0, 0.6, 0.55, "inaccuracy"),
  2: judged(1, 1, 0.45, 0.1, "blunder"),
  3: judged(2, 0, 0.9, 0.9, "best"),
};

describe("review", () => {
  it("draws the first player's chances", () => {
    const points = graphOf(line, judgements, {});
    expect(points.map((point) => point.chance)).toEqual([0.6, 0.55, 0.9, 0.9]);
  });

  it("takes values of live search where nothing was judged", () => {
    expect(graphOf([0, 1], {}, { 1: 0.3 }).map((point) => point.chance)).toEqual([null, 0.3]);
  });

  it("sorts mistakes by size", () => {
    expect(mistakesOf(line, judgements).map((each) => each.id)).toEqual([2, 1]);
    expect(mistakesOf(line, judgements, 0).map((each) => each.id)).toEqual([1]);
  });

  it("sums up a player", () => {
    const sum = summaryOf(line, judgements, 0);
    expect(sum.moves).toBe(2);
    expect(sum.averageLoss).toBeCloseTo(0.025);
    expect(sum.counts.inaccuracy).toBe(1);
    expect(summaryOf(line, {}, 1).averageLoss).toBe(0);
  });
});
