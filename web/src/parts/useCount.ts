/** The count of a finished board of Go: proposed by the server, changed by clicks on stones. */
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client";
import type { CountView, PositionRequest } from "../api/types";
import type { Overlay } from "../board/types";
import { packPosition } from "../state/links";
import { announce, complain } from "../state/messages";

export type ClickMeans = "dead" | "seki";

export interface Counting {
  count: CountView | null;
  means: ClickMeans;
  setMeans: (means: ClickMeans) => void;
  /** A click on the board: the group there is dead now, or alive again. */
  click: (point: number) => void;
}

/** Null asks for nothing. */
export function useCount(at: PositionRequest | null): Counting {
  const [count, setCount] = useState<CountView | null>(null);
  const [means, setMeans] = useState<ClickMeans>("dead");
  const asked = useRef(0);
  const key = at === null ? "" : packPosition(at).join("/");

  const ask = (work: Promise<CountView>): void => {
    const number = ++asked.current;
    work
      .then((found) => {
        if (number !== asked.current) return; // a later click has overtaken it
        setCount(found);
        announce(found.sentences[found.sentences.length - 1] ?? "");
      })
      .catch(complain);
  };

  useEffect(() => {
    setCount(null);
    asked.current++;
    if (at !== null) ask(api.count(at));
  }, [key]);

  return {
    count,
    means,
    setMeans,
    click: (point) => {
      if (at === null || count === null) return;
      ask(api.count({ ...at, dead: count.dead, seki: count.seki, click: point, click_means: means }));
    },
  };
}

/** What the board shows of a count. */
export function countOverlay(count: CountView | null): Overlay {
  return count === null ? {} : { territory: count.owner, dead: new Set(count.dead), seki: new Set(count.seki) };
}
