import { describe, expect, it } from "vitest";
import { agoText, clockText, countText, endingWords, engineText, initials, moveText, percent, plural, seatName, timeLeft } from "./format";

describe("format", () => {
  it("shows the time of a period when the main time is used up", () => {
    const clock = {
      main: 60,
      increment: 0,
      period: 30,
      period_moves: 1,
      periods: 3,
      remaining: [10, 12] as [number, number],
      moves_left: [0, 1] as [number, number],
      periods_left: [0, 2] as [number, number],
      running: 0,
    };
    expect(timeLeft(clock, 0, 4)).toEqual({ left: 6, note: "" });
    expect(timeLeft(clock, 0, 15)).toEqual({ left: 25, note: "× 3" });
    expect(timeLeft(clock, 1, 20)).toEqual({ left: 22, note: "× 1" });
    expect(timeLeft(clock, 1, 50).left).toBe(0);
    expect(timeLeft({ ...clock, period_moves: 25 }, 0, 15).note).toBe("for 25 moves");
  });
  it("shows clocks", () => {
    expect(clockText(3723)).toBe("1:02:03");
    expect(clockText(245.9)).toBe("4:05");
    expect(clockText(9.99)).toBe("0:09.9");
    expect(clockText(-1)).toBe("0:00.0");
  });

  it("shows counts", () => {
    expect([980, 1234, 35600, 1_250_000].map(countText)).toEqual(["980", "1.2k", "35k", "1.2M"]);
  });

  it("shows who judged, and with what budget", () => {
    expect(engineText("alphazero:seconds=4,sims=2000")).toBe("alphazero with 2k simulations");
    expect(engineText("gomoku:nodes=300000,lines=10")).toBe("gomoku with 300k positions");
    expect(engineText("best:seconds=1")).toBe("best with 1 s a move");
    expect(engineText("solver")).toBe("solver");
  });

  it("shows times", () => {
    expect(agoText(1000, 1030)).toBe("just now");
    expect(agoText(1000, 1000 + 300)).toBe("5 min ago");
    expect(agoText(1000, 1000 + 2 * 3600)).toBe("2 h ago");
    expect(agoText(1000, 1000 + 90_000)).toBe("yesterday");
  });

  it("names moves and people", () => {
    expect(moveText("take-black")).toBe("Take Black");
    expect(moveText("D4")).toBe("D4");
    expect(moveText(undefined)).toBe("?");
    expect(seatName({ kind: "human", name: "", level: null }, "Black")).toBe("Black");
    expect(seatName({ kind: "engine", name: "", level: "club" }, "Black")).toBe("club");
    expect(initials(["You", "Novice"])).toEqual(["Y", "N"]);
    expect(initials(["Ann", "Art"])).toEqual(["1", "2"]);
    expect(plural(1, "move")).toBe("1 move");
    expect(percent(0.505)).toBe("51 %");
  });

  it("tells how a game ended", () => {
    const ending = { winner: 0, margin: 3.5, reason: "two passes", text: "" };
    expect(endingWords(ending, ["You", "Bob"])).toBe("You win by 3.5: two passes");
    expect(endingWords({ ...ending, winner: 1, margin: -1 }, ["You", "Bob"])).toBe("Bob wins: two passes");
    expect(endingWords({ ...ending, winner: null }, ["You", "Bob"])).toBe("Draw: two passes");
  });
});
