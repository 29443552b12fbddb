/** A game that changes: what the server sends of it after the first time. */
import type { GameChange, GameView } from "../api/types";

/** The game after a change; null if it follows on moves that the game does not have. */
export function changed(view: GameView, change: GameChange): GameView | null {
  const { kept, moves, ...state } = change;
  if (view.id !== change.id || kept > view.moves.length) return null;
  return { ...view, ...state, moves: [...view.moves.slice(0, kept), ...moves] };
}
