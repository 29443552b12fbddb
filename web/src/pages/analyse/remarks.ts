/** Remarks made ready for the page: what is shown on the board, and scores of moves as candidates. */
import type { Explanation, GameInfo, Remark } from "../../api/types";
import type { Candidate } from "../../board/types";

/** Points below the best at which a move is as red as it gets. */
const BAD = 4;

export function hasPlace(remark: Remark): boolean {
  return remark.points.length + remark.lines.length + remark.sequence.length > 0;
}

/** Whether it is marked without being pointed at: on a board of stones only what is urgent. */
export function isShown(game: Pick<GameInfo, "board">, remark: Remark): boolean {
  return hasPlace(remark) && (game.board === "lines" || remark.tone !== "neutral");
}

/** "long-chain" as people read it. */
export function kindTitle(kind: string): string {
  const words = kind.replace(/-/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "+3", "−2", "0". */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** Exact scores as candidates: every move of which the score is known. */
export function scoreCandidates(explanation: Explanation): Candidate[] {
  const scores = Object.entries(explanation.scores).map(([move, score]) => ({ move: Number(move), score }));
  const best = Math.max(...scores.map(({ score }) => score));
  return scores.map(({ move, score }) => ({
    move,
    text: signed(score),
    sub: "",
    loss: Math.min(1, (best - score) / BAD),
    best: score === best,
  }));
}

/** What is known of one move, in words; empty where nothing is. */
export function scoreWords(explanation: Explanation, move: number, name: string): string {
  const score = explanation.scores[String(move)];
  if (score === undefined) return "";
  const best = Math.max(...Object.values(explanation.scores));
  const rest = score === best ? "nothing is better" : `${best - score} fewer than the best`;
  return `${name} nets ${signed(score)} from here on: ${rest}.`;
}
