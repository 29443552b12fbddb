/** Who leads in a game of Go, on request: in words, with the expected owners of points. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { EstimateView, GameView } from "../../api/types";
import { announce, complain } from "../../state/messages";
import { requestOf } from "./useGame";

export interface Estimating {
  found: EstimateView | null;
  busy: boolean;
  /** Shows the estimate, or takes it off the board again. */
  toggle: () => void;
}

export function useEstimate(view: GameView | null): Estimating {
  const [found, setFound] = useState<EstimateView | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setFound(null), [view?.id, view?.moves.length, view?.status]);
  return {
    found,
    busy,
    toggle: () => {
      if (found !== null || view === null) {
        setFound(null);
        return;
      }
      setBusy(true);
      api
        .estimate(requestOf(view))
        .then((estimate) => {
          setFound(estimate);
          announce(estimate.sentence);
        })
        .catch(complain)
        .finally(() => setBusy(false));
    },
  };
}
