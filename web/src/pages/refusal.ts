/** Says in words why a move is not legal. */
import { api, sentence } from "../api/client";
import type { GameInfo, PositionRequest } from "../api/types";
import { moveText } from "../state/format";
import { announce, complain, toast } from "../state/messages";

export function refusal(at: PositionRequest, game: GameInfo, move: number): void {
  api
    .whyIllegal(at, move)
    .then((reason) => {
      if (reason === null) return;
      const words = sentence(`${moveText(game.move_names[move])}: ${reason}`);
      toast(words);
      announce(words);
    })
    .catch(complain);
}
