/** Points of the moves of a live search: proven by exact search, or as a network judges them. */
import type { AnalysisView, MoveAnalysis } from "../../api/types";
import { signed } from "./remarks";

type Points = Pick<MoveAnalysis, "score" | "lead">;

/** The lead with a move, proven ones with an exclamation mark. */
export function leadOfMove(move: Points): string {
  if (move.score !== null) return `${signed(move.score)}!`;
  return move.lead === null ? "–" : signed(Math.round(10 * move.lead) / 10);
}

/** What a move gives away beside the best one: proven where both are. */
export function lossOfMove(report: { moves: readonly Points[] } & Pick<AnalysisView, "score">, move: Points): string {
  const best = report.moves[0];
  if (report.score !== null && move.score !== null) return `${Math.max(0, report.score - move.score)}!`;
  if (!best || best.lead === null || move.lead === null) return "–";
  return Math.max(0, best.lead - move.lead).toFixed(1);
}
