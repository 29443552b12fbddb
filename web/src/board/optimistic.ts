/** What a board shows at once after a move, before the server has answered. */
import type { GameInfo, PositionView } from "../api/types";
import { closedBy } from "./lines";

/**
 * `position` with `move` on the board. Captures and everything else that needs the rules come with
 * the server's answer some milliseconds later; until then no further move is legal.
 */
export function shownAtOnce(game: GameInfo, position: PositionView, move: number): PositionView {
  const common = { ...position, legal: [], last_move: move, ply: position.ply + 1, forbidden: [] };
  if (position.stones && move < position.stones.length) {
    const stones = [...position.stones];
    stones[move] = position.colour_to_place;
    return { ...common, stones };
  }
  if (position.lines && position.owners) {
    const owners = [...position.owners];
    for (const box of closedBy(game, position.lines, move)) owners[box] = position.to_move;
    const score = [0, 1].map((player) => owners.filter((owner) => owner === player).length);
    return {
      ...common,
      lines: [...position.lines, move],
      owners,
      score: [score[0] as number, score[1] as number],
    };
  }
  return common;
}
