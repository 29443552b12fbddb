import { describe, expect, it } from "vitest";
import { chooseProblem, fitting, parseCount, type CountingEntry } from "./count";

describe("numbers as people write them", () => {
  it("reads fractions, decimals and signs", () => {
    for (const text of ["3 1/2", "7/2", "3.5", "3,5", "3½", " 3  1/2 "]) expect(parseCount(text)).toBe(3.5);
    expect(parseCount("⅔")).toBeCloseTo(2 / 3);
    expect(parseCount("0")).toBe(0);
  });
  it("refuses the rest", () => {
    for (const text of ["", "x", "1/0", "3 1/", "-1", "1.5 1/2", "1//2", "99999"]) expect(parseCount(text)).toBeNull();
  });
});

describe("which problem comes", () => {
  const problems: CountingEntry[] = [
    { number: 0, kind: "gote", size: "small" },
    { number: 1, kind: "gote", size: "large" },
    { number: 2, kind: "ko", size: "small" },
  ];
  it("is of the kind and size that are wanted", () => {
    expect(fitting(problems, { kind: "gote", size: "" }).map((each) => each.number)).toEqual([0, 1]);
    expect(chooseProblem(problems, { kind: "gote", size: "large" }, new Set(), 0.99)).toBe(1);
    expect(chooseProblem(problems, { kind: "sente", size: "" }, new Set(), 0)).toBeNull();
  });
  it("is rather one that is not solved", () => {
    for (const dice of [0, 0.5, 0.99])
      expect(chooseProblem(problems, { kind: "gote", size: "" }, new Set([0]), dice)).toBe(1);
    expect(chooseProblem(problems, { kind: "ko", size: "" }, new Set([2]), 0)).toBe(2);
  });
});
