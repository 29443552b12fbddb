/** The moments of a game that a player learns most from. */
import type { Player, ReviewedMove } from "../api/types";
import { isMistake } from "./review";

const MOST_MOMENTS = 3;
/** Seconds of work for a whole game, and for a move at least and at most. */
const WHOLE = 12;
const LEAST = 0.05;
const MOST = 0.5;

/** The seconds for each move of a game, so that a usual game is reviewed in a quarter of a minute. */
export function secondsPerMove(moves: number): number {
  return Math.min(MOST, Math.max(LEAST, WHOLE / (moves + 1)));
}

/** The moves of these players that gave away most, in the order in which they were played. */
export function momentsOf(judged: readonly ReviewedMove[], players: readonly Player[]): ReviewedMove[] {
  const cost = (move: ReviewedMove): number => move.loss + (move.points_lost ?? 0) / 1000;
  return judged
    .filter((move) => isMistake(move) && players.includes(move.player as Player) && move.best !== move.move)
    .sort((one, two) => cost(two) - cost(one))
    .slice(0, MOST_MOMENTS)
    .sort((one, two) => one.ply - two.ply);
}
