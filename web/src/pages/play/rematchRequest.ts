/** The same game again, with colours changed; a handicap stays with the side that had it. */
import type { ClockView, GameView, NewGame } from "../../api/types";
import { parseSpec } from "../../state/spec";

export function rematchRequest(view: Pick<GameView, "game" | "seats" | "setup" | "clock">): NewGame {
  const { name, options } = parseSpec(view.game.spec);
  const [one, two] = view.seats;
  return {
    game: name,
    options,
    handicap: null,
    moves: [],
    setup: view.setup ?? null,
    seats: view.setup ? [one, two] : [two, one],
    clock: view.clock ? agreed(view.clock) : null,
  };
}

/** What was agreed, without what is left. */
function agreed({ main, increment, period, period_moves, periods }: ClockView): NewGame["clock"] {
  return { main, increment, period, period_moves, periods };
}
