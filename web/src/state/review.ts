/** What a review says of a game, ready for the graph and the list of mistakes. */
import type { AnalysisView, Player, ReviewedMove } from "../api/types";
import { percent, plural } from "./format";

/** The chance of the first player, 0 to 1, from that of `player`. */
export function forFirst(chance: number, player: Player): number {
  return player === 0 ? chance : 1 - chance;
}

/** The lead of the first player in points, from that of `player`. */
export function leadOfFirst(lead: number | null | undefined, player: Player): number | null {
  return lead === null || lead === undefined ? null : player === 0 ? lead : -lead;
}

/** A lead of Black as players say it: B+3.5, W+0.5. */
export function leadText(lead: number): string {
  return `${lead >= 0 ? "B" : "W"}+${Math.abs(lead).toFixed(1)}`;
}

export function chanceOfAnalysis(view: AnalysisView): number {
  return forFirst(view.chance, view.for_player);
}

export interface GraphPoint {
  ply: number;
  /** Chance of the first player, 0 to 1; null where not known. */
  chance: number | null;
  /** Points by which the first player leads; null where nobody counts. */
  lead: number | null;
  judgement: ReviewedMove | null;
}

/**
 * The graph of a line of nodes. A judged move gives the chance after it, and the first one also
 * the chance before it; a value found by live search is taken where nothing was judged.
 */
export function graphOf(
  line: readonly number[],
  judgements: Readonly<Record<number, ReviewedMove>>,
  values: Readonly<Record<number, number>>,
): GraphPoint[] {
  return line.map((id, ply) => {
    const judgement = judgements[id] ?? null;
    if (judgement) {
      const { chance, lead, player } = judgement;
      return { ply, chance: forFirst(chance, player), lead: leadOfFirst(lead, player), judgement };
    }
    const next = judgements[line[ply + 1] ?? -1];
    const before = next ? forFirst(next.best_chance, next.player) : null;
    const lead = next ? leadOfFirst(next.best_lead, next.player) : null;
    return { ply, chance: values[id] ?? before, lead, judgement: null };
  });
}

const WRONG = new Set(["inaccuracy", "mistake", "blunder"]);

export function isMistake(judged: ReviewedMove): boolean {
  return WRONG.has(judged.verdict);
}

export interface Mistake {
  id: number;
  judged: ReviewedMove;
}

/** The mistakes of a line, the biggest first. */
export function mistakesOf(
  line: readonly number[],
  judgements: Readonly<Record<number, ReviewedMove>>,
  player: Player | null = null,
): Mistake[] {
  const found: Mistake[] = [];
  for (const id of line) {
    const judged = judgements[id];
    if (judged && isMistake(judged) && (player === null || judged.player === player)) found.push({ id, judged });
  }
  const points = ({ judged }: Mistake): number => judged.points_lost ?? 0;
  return found.sort((a, b) => b.judged.loss - a.judged.loss || points(b) - points(a) || a.judged.ply - b.judged.ply);
}

/** What a move gave away: points, and whether they are proven, and chances. */
export function lossWords(found: ReviewedMove): string {
  const chances = `${percent(found.best_chance)} → ${percent(found.chance)}`;
  if (typeof found.points_lost !== "number") return chances;
  if (!found.points_proven) return `about ${found.points_lost.toFixed(1)} points (estimate), ${chances}`;
  const points = `${plural(found.points_lost, "point")} given away for certain`;
  return found.loss === 0 ? points : `${points}, and the result: ${chances}`;
}

/** The same in a sentence: "the chance to win fell from 80 % to 20 %". */
export function fallWords(found: ReviewedMove): string {
  const points = found.points_proven ? found.points_lost : null;
  if (found.loss === 0 && typeof points === "number") return `it gave away ${plural(points, "point")}`;
  const chances = `the chance to win fell from ${percent(found.best_chance)} to ${percent(found.chance)}`;
  if (typeof found.points_lost !== "number") return chances;
  const about = found.points_proven ? plural(found.points_lost, "point") : `about ${found.points_lost.toFixed(1)} points`;
  return `it gave away ${about}: ${chances}`;
}

export interface Summary {
  moves: number;
  /** Average chance given away by a move, 0 to 1. */
  averageLoss: number;
  /** Average points given away by a move; null where nobody counts. */
  averagePoints: number | null;
  counts: Record<ReviewedMove["verdict"], number>;
}

export function summaryOf(
  line: readonly number[],
  judgements: Readonly<Record<number, ReviewedMove>>,
  player: Player,
): Summary {
  const counts = { best: 0, good: 0, forced: 0, inaccuracy: 0, mistake: 0, blunder: 0 };
  let [moves, loss, points, counted] = [0, 0, 0, 0];
  for (const id of line) {
    const judged = judgements[id];
    if (!judged || judged.player !== player) continue;
    counts[judged.verdict]++;
    moves++;
    loss += judged.loss;
    if (typeof judged.points_lost !== "number") continue;
    points += judged.points_lost;
    counted++;
  }
  return {
    moves,
    averageLoss: moves === 0 ? 0 : loss / moves,
    averagePoints: counted === 0 ? null : points / counted,
    counts,
  };
}

/** Who judged the moves of a line, as player specs, each once. */
export function enginesOf(
  line: readonly number[],
  judgements: Readonly<Record<number, ReviewedMove>>,
): string[] {
  return [...new Set(line.flatMap((id) => judgements[id]?.engine ?? []))];
}
