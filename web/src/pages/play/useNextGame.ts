/** Follows a rematch that both players of a shared game wanted. */
import { useEffect } from "preact/hooks";
import type { GameView } from "../../api/types";
import { go } from "../../state/route";
import { heldSeat, holdSeat } from "../../state/seats";

export function useNextGame(view: GameView | null): void {
  const next = view?.sharing?.next ?? null;
  useEffect(() => {
    if (view === null || next === null) return;
    const held = heldSeat(view.id);
    // Colours change, unless the board was set up.
    const seat = view.setup || held === null ? held?.seat : held.seat === 0 ? 1 : 0;
    if (held && seat !== undefined) holdSeat(next, { ...held, seat });
    go("play", next);
  }, [view?.id, next]);
}
