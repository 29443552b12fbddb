import { describe, expect, it } from "vitest";
import { leadOfMove, lossOfMove } from "./points";

const best = { score: 3.5, lead: 2.91 };
const solved = { score: 1.5, lead: 2.2 };
const judged = { score: null, lead: 1.4 };
const unseen = { score: null, lead: null };

describe("points of moves", () => {
  it("are proven where exact search knows them", () => {
    const report = { score: 3.5, moves: [best, solved, judged, unseen] };
    expect(report.moves.map(leadOfMove)).toEqual(["+3.5!", "+1.5!", "+1.4", "–"]);
    expect(report.moves.map((move) => lossOfMove(report, move))).toEqual(["0!", "2!", "1.5", "–"]);
  });

  it("are estimates where it does not", () => {
    const report = { score: null, moves: [judged, { score: null, lead: 1.9 }] };
    expect(report.moves.map((move) => lossOfMove(report, move))).toEqual(["0.0", "0.0"]);
  });
});
