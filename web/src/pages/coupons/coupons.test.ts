import { describe, expect, it } from "vitest";
import { answerWords, stepsOf, takenBack } from "./coupons";

const move = (player: number, region: number | null, point: number | null, text = "") => ({ player, region, point, text });
const view = {
  moves: [move(0, null, null, "coupon 2"), move(1, 0, 3, "region 1, D7"), move(0, 1, 4), move(1, null, null, "coupon 1 1/2")],
};

describe("the coupon game", () => {
  it("takes back to before the person's last move", () => {
    expect(takenBack(view, 0)).toEqual(stepsOf(view).slice(0, 2));
    expect(takenBack(view, 1)).toEqual(stepsOf(view).slice(0, 3));
    expect(takenBack({ moves: [move(1, 0, 3)] }, 0)).toBeNull();
  });
  it("says what the program did", () => {
    expect(answerWords(view, 0, ["Black", "White"])).toBe("White: coupon 1 1/2.");
    expect(answerWords(view, 1, ["Black", "White"])).toBe("");
    expect(answerWords({ moves: [] }, 0, ["Black", "White"])).toBe("");
  });
});
