/** The review of a whole line: every move judged, one after the other. */
import { useEffect, useRef, useState } from "preact/hooks";
import { review } from "../../api/live";
import { announce, toast } from "../../state/messages";
import { currentLine, requestAt, workspace, type Workspace } from "../../state/workspace";

export interface Review {
  running: boolean;
  done: number;
  total: number;
  start: (secondsPerMove: number) => void;
  stop: () => void;
}

export function useReview(space: Workspace): Review {
  const [progress, setProgress] = useState({ running: false, done: 0, total: 0 });
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);

  const stop = (): void => {
    cancel.current();
    setProgress((old) => ({ ...old, running: false }));
  };
  const start = (secondsPerMove: number): void => {
    stop();
    const line = currentLine(space);
    const request = requestAt(space, line.at(-1) as number);
    const total = request.moves?.length ?? 0;
    if (total === 0) return;
    setProgress({ running: true, done: 0, total });
    const source = space.source;
    const first = line.length - total; // later than 1 where a board was set up on the way
    cancel.current = review(request, secondsPerMove, {
      onJudgement: (judged) => {
        const id = line[first + judged.ply];
        if (id === undefined) return;
        workspace.update((now) =>
          now && now.source === source ? { ...now, judgements: { ...now.judgements, [id]: judged } } : now,
        );
        setProgress((old) => ({ ...old, done: judged.ply + 1 }));
      },
      onDone: () => {
        setProgress((old) => ({ ...old, running: false }));
        announce("The review is complete.");
      },
      onProblem: (detail) => {
        setProgress((old) => ({ ...old, running: false }));
        toast(detail, "error");
      },
    });
  };
  return { ...progress, start, stop };
}
