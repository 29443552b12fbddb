import { describe, expect, it } from "vitest";
import { parseSpec, specDetails, specTitle, usualSpec } from "./spec";

describe("spec", () => {
  it("is read into parts", () => {
    expect(parseSpec("go:size=9,komi=7.5")).toEqual({ name: "go", options: { size: "9", komi: "7.5" } });
    expect(parseSpec("torus")).toEqual({ name: "torus", options: {} });
  });

  it("has a title and details", () => {
    expect(specTitle("dots-and-boxes:size=3x4")).toBe("Dots and Boxes 3×4");
    expect(specTitle("go:size=9")).toBe("Go 9×9");
    expect(specDetails("gomoku:size=15,rules=renju,swap2=yes")).toBe("Renju, swap2");
    expect(specDetails("go:size=9,komi=6.5,ko=simple,scoring=territory")).toBe("komi 6.5, territory");
  });

  it("has a title for games that nobody has heard of", () => {
    expect(specTitle("nine-mens-morris:size=3")).toBe("Nine Mens Morris 3×3");
  });

  it("is usual where the catalogue says so", () => {
    expect(usualSpec({ name: "go", default_size: "9" })).toBe("go:size=9");
    expect(usualSpec({ name: "hex", default_size: "" })).toBe("hex");
  });
});
