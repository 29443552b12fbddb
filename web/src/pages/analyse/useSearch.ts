/** Live search of the position on the board. */
import { useEffect, useState } from "preact/hooks";
import { analyse } from "../../api/live";
import type { AnalysisView, PositionRequest } from "../../api/types";
import { packPosition } from "../../state/links";

/** Leafing quickly through a game starts no searches. */
const DELAY = 150;

export interface LiveSearch {
  report: AnalysisView | null;
  running: boolean;
  problem: string | null;
}

const NOTHING: LiveSearch = { report: null, running: false, problem: null };

export function useSearch(
  at: PositionRequest | null,
  seconds: number,
  onReport: (view: AnalysisView) => void,
): LiveSearch {
  const key = at === null ? null : packPosition(at).join("/");
  const [state, setState] = useState<LiveSearch & { key: string | null }>({ ...NOTHING, key });
  useEffect(() => {
    setState({ ...NOTHING, key, running: at !== null });
    if (at === null) return;
    let cancel = (): void => undefined;
    const timer = setTimeout(() => {
      cancel = analyse(at, seconds, {
        onAnalysis: (report) => {
          setState({ key, report, running: !report.done, problem: null });
          onReport(report);
        },
        onDone: () => setState((old) => ({ ...old, running: false })),
        onProblem: (problem) => setState({ key, report: null, running: false, problem }),
      });
    }, DELAY);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, [key, seconds]);
  return state.key === key ? state : NOTHING;
}
