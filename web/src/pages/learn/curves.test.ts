import { describe, expect, it } from "vitest";
import { byStep, chartsOf, extended, figureText, figureTitle, NO_CURVES } from "./curves";

const first = { lines: 2, steps: [0, 1], times: [5, 6], figures: { elo: [0, 10], "loss.policy": [2, 1] } };

describe("curves", () => {
  it("grow by what is new, also by figures that were not there before", () => {
    const one = extended(NO_CURVES, first);
    const two = extended(one, { lines: 3, steps: [2], times: [7], figures: { elo: [30], games: [8] } });
    expect(two.steps).toEqual([0, 1, 2]);
    expect(two.figures).toEqual({
      elo: [0, 10, 30],
      "loss.policy": [2, 1, null],
      games: [null, null, 8],
    });
    expect(extended(two, { lines: 3, steps: [], times: [], figures: {} })).toBe(two);
  });

  it("share a chart when they are measured in the same thing and of the same size", () => {
    const figures = {
      games: [200, 400],
      "loss.policy": [1, 2],
      "loss.value": [0.5, 0.4],
      "loss.positions": [900, 950],
      elo: [1, 2],
      elo_error: [5, 4],
    };
    expect(chartsOf({ ...first, figures })).toEqual([
      { title: "Elo", figures: ["elo"] },
      { title: "Loss positions", figures: ["loss.positions"] },
      { title: "Loss", figures: ["loss.policy", "loss.value"] },
      { title: "Games", figures: ["games"] },
    ]);
  });

  it("are no curves when they never change", () => {
    const steady = { lines: 3, steps: [0, 1, 2], times: [0, 1, 2], figures: { sims: [64, 64, 64], elo: [1, 1, 2] } };
    expect(chartsOf(steady).map(({ title }) => title)).toEqual(["Elo"]);
  });

  it("have one point a step, the last that was measured", () => {
    const curves = { lines: 4, steps: [3, 1, 1, 3], times: [0, 0, 0, 0], figures: { a: [5, 1, 2, null], b: [null, null, null, 9] } };
    expect(byStep(curves, ["a", "b", "none"])).toEqual([
      [1, 3],
      [2, 5],
      [null, 9],
      [null, null],
    ]);
  });

  it("are named and numbered for people", () => {
    expect(figureTitle("self_play.seconds")).toBe("Self play seconds");
    expect(figureText(12)).toBe("12");
    expect(figureText(0.123456)).toBe("0.123");
    expect(figureText(1234567.8)).toBe("1,230,000");
  });
});
