import { expect, it } from "vitest";
import { ratingPath } from "./ratingPath";

it("draws better ratings higher", () => {
  expect(ratingPath([0, 100, 50], 108, 58)).toBe("M4.0 54.0L54.0 4.0L104.0 29.0");
});

it("draws equal ratings in the middle", () => {
  expect(ratingPath([70, 70], 108, 58)).toBe("M4.0 29.0L104.0 29.0");
});
