import { describe, expect, it } from "vitest";
import { answered } from "./progress";

describe("progress", () => {
  it("counts answers and those in a row", () => {
    let now = { asked: 0, right: 0, streak: 0, best: 0 };
    for (const right of [true, true, false, true]) now = answered(now, right);
    expect(now).toEqual({ asked: 4, right: 3, streak: 1, best: 2 });
  });
});
