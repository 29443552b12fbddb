/** Starts the same game again. */
import { api } from "../../api/client";
import type { GameView } from "../../api/types";
import { useTask } from "../../parts/useTask";
import { go } from "../../state/route";
import { rematchRequest } from "./rematchRequest";

export function useRematch(view: GameView): [boolean, () => void] {
  const [busy, run] = useTask();
  const begin = async (): Promise<void> => {
    if (view.sharing) await api.askRematch(view.id); // the other player has to want it, too
    else go("play", (await api.newGame(rematchRequest(view))).id);
  };
  return [busy, () => run(begin)];
}
