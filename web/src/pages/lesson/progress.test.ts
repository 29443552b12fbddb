import { describe, expect, it } from "vitest";
import { passed, stepToBegin } from "./progress";

describe("the progress of a lesson", () => {
  it("begins with the first step that is not done", () => {
    expect(stepToBegin([], 5)).toBe(0);
    expect(stepToBegin([0, 1, 3], 5)).toBe(2);
    expect(stepToBegin([0, 1, 2], 3)).toBe(0);
  });
  it("keeps each step once, in order", () => {
    expect(passed([2], 0)).toEqual([0, 2]);
    expect(passed([0, 2], 2)).toEqual([0, 2]);
  });
});
