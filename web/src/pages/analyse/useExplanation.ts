/** What theory says of the position that is shown; asked for when one stays there a moment. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { Explanation, PositionRequest } from "../../api/types";
import { packPosition } from "../../state/links";

const PAUSE = 150;
const MOST = 200;
const known = new Map<string, Explanation>();

/** Null while it is not known, or where nothing is asked for. */
export function useExplanation(at: PositionRequest | null): Explanation | null {
  const key = at === null ? "" : packPosition(at).join("/");
  const [, redraw] = useState(0);
  useEffect(() => {
    if (at === null || known.has(key)) return;
    let gone = false;
    const timer = setTimeout(() => {
      api
        .explain(at)
        .then((found) => {
          if (known.size > MOST) known.clear();
          known.set(key, found);
          if (!gone) redraw((count) => count + 1);
        })
        .catch(() => undefined); // the board and the search go on without it
    }, PAUSE);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key]);
  return known.get(key) ?? null;
}
