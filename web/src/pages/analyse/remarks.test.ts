import { describe, expect, it } from "vitest";
import type { Explanation, Remark } from "../../api/types";
import { hasPlace, isShown, kindTitle, scoreCandidates, scoreWords, signed } from "./remarks";

const remark: Remark = { kind: "control", text: "", player: 0, points: [], lines: [], sequence: [], tone: "neutral" };
const explanation: Explanation = { remarks: [remark], scores: { 3: 2, 5: -1, 8: 2 }, value: 2, ownership: [] };

describe("remarks", () => {
  it("know whether there is something to show", () => {
    expect(hasPlace(remark)).toBe(false);
    expect(hasPlace({ ...remark, sequence: [4] })).toBe(true);
  });

  it("are marked by themselves where that is not too much", () => {
    const three = { ...remark, points: [4] };
    expect(isShown({ board: "lines" }, three)).toBe(true);
    expect(isShown({ board: "stones" }, three)).toBe(false);
    expect(isShown({ board: "stones" }, { ...three, tone: "danger" })).toBe(true);
  });

  it("are named for people", () => {
    expect(kindTitle("long-chain-rule")).toBe("Long chain rule");
    expect([signed(3), signed(-2), signed(0)]).toEqual(["+3", "−2", "0"]);
  });

  it("turn exact scores into candidates, all of the best marked", () => {
    const found = scoreCandidates(explanation);
    expect(found.map(({ move, text, best }) => [move, text, best])).toEqual([
      [3, "+2", true],
      [5, "−1", false],
      [8, "+2", true],
    ]);
    expect(found[1]?.loss).toBe(0.75);
  });

  it("say what one line nets", () => {
    expect(scoreWords(explanation, 5, "aB")).toBe("aB nets −1 from here on: 3 fewer than the best.");
    expect(scoreWords(explanation, 3, "aA")).toBe("aA nets +2 from here on: nothing is better.");
    expect(scoreWords(explanation, 4, "bA")).toBe("");
  });
});
