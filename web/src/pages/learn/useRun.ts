/** A run of learning, followed while it goes on. */
import { useEffect, useState } from "preact/hooks";
import { api, ApiError } from "../../api/client";
import type { RunView } from "../../api/types";
import { complain } from "../../state/messages";
import { extended, NO_CURVES, type Curves } from "./curves";

const PAUSE = 3000;

export interface FollowedRun {
  view: RunView | null;
  curves: Curves;
  missing: boolean;
  /** Shows a view that came as an answer. */
  take: (view: RunView) => void;
}

export function useRun(name: string): FollowedRun {
  const [view, setView] = useState<RunView | null>(null);
  const [curves, setCurves] = useState<Curves>(NO_CURVES);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    let [gone, known] = [false, NO_CURVES];
    let timer: ReturnType<typeof setTimeout> | undefined;
    setView(null);
    setCurves(NO_CURVES);
    setMissing(false);
    const look = async (): Promise<void> => {
      try {
        const [found, fresh] = [await api.run(name), await api.curves(name, known.lines)];
        if (gone) return;
        known = fresh.lines < known.lines ? extended(NO_CURVES, await api.curves(name, 0)) : extended(known, fresh);
        setView(found);
        setCurves(known);
      } catch (error) {
        if (gone) return;
        if (error instanceof ApiError && error.status === 404) {
          setMissing(true);
          return;
        }
        if (known === NO_CURVES) complain(error);
      }
      // Runs go on in the background: also one that rests now may be taken up again.
      timer = setTimeout(() => void look(), PAUSE);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [name]);
  return { view, curves, missing, take: setView };
}
