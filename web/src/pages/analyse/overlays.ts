/** From a search report to what the board shows of it. */
import type { AnalysisView, MoveAnalysis } from "../../api/types";
import type { Candidate } from "../../board/types";
import { countText } from "../../state/format";
import { signed } from "./remarks";

const FEWEST = 3;
const MOST = 10;
/** Rating points below the best at which a candidate is as red as it gets. */
const BAD = 30;

/** The rating of a move as a whole number; a dash for a move that was not searched. */
export function ratingText(move: MoveAnalysis): string {
  return move.rating === null ? "–" : String(Math.round(move.rating));
}

/** The moves that the search took seriously, best first. */
export function candidatesOf(report: AnalysisView): Candidate[] {
  const [best] = report.moves;
  if (best === undefined) return [];
  const most = Math.max(...report.moves.map((move) => move.visits), 1);
  return report.moves
    .filter((move) => move.rating !== null)
    .filter((move, index) => index < FEWEST || move.visits >= 0.02 * most || move.proof === "win")
    .slice(0, MOST)
    .map((move, index) => ({
      move: move.move,
      text: move.proof === "win" ? "win" : move.proof === "loss" ? "loss" : ratingText(move),
      sub: move.lead === null ? countText(move.visits) : lostText(best, move),
      loss: move.proof === "loss" ? 1 : Math.min(1, Math.max(0, ((best.rating ?? 0) - (move.rating ?? 0)) / BAD)),
      best: index === 0,
    }));
}

/** Where a network counts points: what a move gives away beside the best one. */
function lostText(best: MoveAnalysis, move: MoveAnalysis): string {
  const lost = (best.lead ?? 0) - (move.lead ?? 0);
  return move === best ? signed(Math.round(10 * (move.lead ?? 0)) / 10) : signed(-Math.round(10 * lost) / 10);
}

/** The worst and the best rating. */
export function ratingRange(report: AnalysisView): [number, number] {
  const ratings = report.moves.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  return ratings.length === 0 ? [0, 0] : [Math.min(...ratings), Math.max(...ratings)];
}

/** Strength of every rated move, 0 to 1, between the worst and the best rating. */
export function heatOf(report: AnalysisView): Map<number, number> {
  const rated = report.moves.flatMap(({ move, rating }) => (rating === null ? [] : [{ move, rating }]));
  const [low, high] = ratingRange(report);
  const span = Math.max(high - low, 1);
  return new Map(rated.map(({ move, rating }) => [move, (rating - low) / span]));
}
