/** The newest games of a run, shown move by move, one after the other. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameInfo, PositionView, RunLive } from "../../api/types";

const ASK_MS = 1000;
const STEP_MS = 180;
/** Steps for which the end of a game stays. */
const END_STEPS = 6;

export interface Replay {
  live: RunLive | null;
  game: GameInfo | null;
  position: PositionView | null;
  /** How many moves are shown, of `length`. */
  ply: number;
  length: number;
}

/** Follows a run; with reduced motion only the ends of games are shown. */
export function useReplay(name: string, active: boolean): Replay {
  const [live, setLive] = useState<RunLive | null>(null);
  const [shown, setShown] = useState<Omit<Replay, "live">>({ game: null, position: null, ply: 0, length: 0 });
  useEffect(() => {
    let gone = false;
    let newest: RunLive["game"] = null;
    let timers: ReturnType<typeof setTimeout>[] = [];
    const later = (work: () => void, delay: number): void => {
      timers = [...timers.slice(-4), setTimeout(() => !gone && work(), delay)];
    };
    const look = (): void => {
      api
        .live(name)
        .then((found) => {
          if (gone) return;
          newest = found.game;
          setLive(found);
        })
        .catch(() => undefined) // the page itself says when the server is away
        .finally(() => later(look, active ? ASK_MS : 5 * ASK_MS));
    };
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let known = "";
    const play = (): void => {
      const key = newest === null ? "" : `${newest.spec} ${newest.moves.join()}`;
      if (newest === null || key === known || document.visibilityState !== "visible") {
        later(play, STEP_MS);
        return;
      }
      known = key;
      const { spec, moves } = newest;
      api
        .positionLine({ spec, setup: null, moves })
        .then(({ game, positions }) => {
          const last = positions.length - 1;
          const show = (ply: number): void => {
            setShown({ game, position: positions[ply] ?? null, ply, length: last });
            if (ply < last) later(() => show(ply + 1), STEP_MS);
            else later(play, END_STEPS * STEP_MS);
          };
          if (!gone) show(still ? last : 0);
        })
        .catch(() => later(play, ASK_MS));
    };
    look();
    play();
    return () => {
      gone = true;
      timers.forEach(clearTimeout);
    };
  }, [name, active]);
  return { live, ...shown };
}
