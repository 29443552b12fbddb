/** Starts the same game again. */
import { api } from "../../api/client";
import type { GameView } from "../../api/types";
import { useTask } from "../../parts/useTask";
import { go } from "../../state/route";
import { rematchRequest } from "./rematchRequest";

export function useRematch(view: GameView): [boolean, () => void] {
  const [busy, run] = useTask();
  return [busy, () => run(async () => go("play", (await api.newGame(rematchRequest(view))).id))];
}
