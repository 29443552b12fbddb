/** Which seat of a shared game is played from this browser, and the key to it. */
import { load, save } from "./saved";
import type { Player } from "../api/types";

export interface HeldSeat {
  seat: Player;
  key: string;
}

/** Games whose keys are kept; the oldest are forgotten. */
const MOST_KEPT = 200;

type Kept = [string, HeldSeat][];

export function heldSeat(game: string): HeldSeat | null {
  return load<Kept>("seats", []).find(([id]) => id === game)?.[1] ?? null;
}

export function holdSeat(game: string, held: HeldSeat): void {
  const others = load<Kept>("seats", []).filter(([id]) => id !== game);
  save("seats", [...others, [game, held]].slice(-MOST_KEPT));
}

/** The address of a link that invites to a game. */
export function inviteLink(address: string, game: string, invitation: string): string {
  return `${address.replace(/\/+$/, "")}/?invite=${game}.${invitation}`;
}

/** Whether only this machine can open an address. */
export function isLocal(hostname: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]", "::1"].includes(hostname);
}
