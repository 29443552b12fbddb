/** Judges an attempt to find a better move. */
import type { MoveAnalysis } from "../../api/types";

/** Rating points below the best that a try may be and still count. */
const CLOSE = 5;

export type Feedback =
  | { kind: "ask" }
  | { kind: "checking"; move: number }
  | { kind: "right"; move: number; best: boolean }
  | { kind: "wrong"; move: number; lost: number | null; points?: number }
  | { kind: "shown" };

export function judgeTry(moves: readonly MoveAnalysis[], tried: number): Feedback {
  const [best, found] = [moves[0], moves.find((each) => each.move === tried)];
  if (!best || !found) return { kind: "wrong", move: tried, lost: null };
  if (best.score !== null && found.score !== null && best.proof !== "unknown") {
    // Solved: every point counts.
    if (found.score >= best.score) return { kind: "right", move: tried, best: best.move === tried };
    return { kind: "wrong", move: tried, lost: null, points: best.score - found.score };
  }
  if (best.rating === null || found.rating === null) return { kind: "wrong", move: tried, lost: null };
  const lost = Math.max(0, best.rating - found.rating);
  if (lost <= CLOSE) return { kind: "right", move: tried, best: best.move === tried };
  return { kind: "wrong", move: tried, lost };
}
