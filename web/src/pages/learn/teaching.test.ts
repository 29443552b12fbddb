import { describe, expect, it } from "vitest";
import type { GameInfo, Look, RunView } from "../../api/types";
import { teachingSize } from "../teach/choices";
import { differences, together, type Compared } from "./compare";
import { favourites, heatOf, milestones, numbered } from "./looks";

const game = { move_names: ["A1", "B1", "pass"] } as unknown as GameInfo;
const look = (policy: number[]): Look => ({ version: "1.onnx", number: 1, policy, chance: 0.5 });

describe("what versions would play", () => {
  it("is told by the likeliest moves", () => {
    expect(favourites(game, look([0.25, 0.7, 0.05]), 2)).toBe("B1 70 %, A1 25 %");
    expect(favourites(game, look([0.001, 0, 0.999]), 3)).toBe("Pass 100 %");
  });

  it("is as dark as it is likely, on one scale", () => {
    const [dull, sharp] = [look([0.25, 0.25]), look([1, 0])];
    expect([...heatOf(dull, [dull, sharp])]).toEqual([
      [0, 0.25],
      [1, 0.25],
    ]);
    expect([...heatOf(sharp, [dull, sharp])]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("is shown for the first, the last and some between, more of the early ones", () => {
    const all = Array.from({ length: 40 }, (_, index) => index);
    const some = milestones(all, 6);
    expect([some[0], some.at(-1), some.length]).toEqual([0, 39, 6]);
    expect(some.filter((each) => each < 20).length).toBeGreaterThan(3);
    expect(milestones([1, 2], 6)).toEqual([1, 2]);
    expect(milestones([0, 1, 2, 3, 4, 5, 6], 6)).toHaveLength(6);
  });

  it("is known for versions with a number", () => {
    const versions = [
      { name: "best.onnx", number: null },
      { name: "0002.onnx", number: 2 },
      { name: "0001.onnx", number: 1 },
    ];
    expect(numbered({ versions }).map(({ name }) => name)).toEqual(["0001.onnx", "0002.onnx"]);
  });
});

describe("runs side by side", () => {
  const setting = (value: string) => [
    { title: "Training", settings: [{ name: "rate", title: "Rate", value, help: "Learning rate", is_usual: false }] },
  ];
  const run = (name: string, began: number, value: string): Compared => ({
    view: { summary: { name, began }, settings: setting(value) } as unknown as RunView,
    curves: { lines: 2, steps: [1, 2], times: [began + 60, began + 150], figures: { elo: [5, 9], "test.policy": [2, 1] } },
  });
  const runs = [run("a.1", 1000, "0.1"), run("b", 5000, "0.2")];

  it("have their figures in the same chart", () => {
    const found = together(runs, "generations");
    expect(found.steps).toEqual([1, 2, 1, 2]);
    expect(found.figures["elo.a·1"]).toEqual([5, 9, null, null]);
    expect(found.figures["test policy.b"]).toEqual([null, null, 2, 1]);
    expect(together(runs, "minutes").steps).toEqual([1, 2.5, 1, 2.5]);
  });

  it("tell the settings that differ, and no others", () => {
    expect(differences(runs.map(({ view }) => view))).toEqual([
      { group: "Training", title: "Rate", help: "Learning rate", values: ["0.1", "0.2"] },
    ]);
    expect(differences([runs[0]!.view, runs[0]!.view])).toEqual([]);
  });
});

describe("a board to teach on", () => {
  it("is small enough for minutes", () => {
    const usual = { name: "go", default_size: "9", size_title: "Size" };
    expect(teachingSize({ ...usual, sizes: ["5", "6", "7", "9", "3x4"] })).toBe("7");
    expect(teachingSize({ ...usual, sizes: [] })).toBe("9");
    expect(teachingSize({ ...usual, size_title: "Boxes", sizes: ["1", "2", "3", "5"] })).toBe("3");
  });
});
