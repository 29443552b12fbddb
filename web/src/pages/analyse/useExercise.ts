/** 'Find a better move': the position before a mistake, and what is thought of a try. */
import { useEffect, useRef, useState } from "preact/hooks";
import { analyse } from "../../api/live";
import type { ReviewedMove } from "../../api/types";
import { announce } from "../../state/messages";
import type { Mistake } from "../../state/review";
import { at } from "../../state/tree";
import { requestAt, workspace, type Workspace } from "../../state/workspace";
import { judgeTry, type Feedback } from "./judgeTry";

const SECONDS = 1.5;
export interface Exercise {
  running: Mistake | null;
  feedback: Feedback;
  start: (mistake: Mistake) => void;
  answer: (move: number) => void;
  again: () => void;
  show: () => void;
  stop: () => void;
}

export function useExercise(space: Workspace): Exercise {
  const [running, setRunning] = useState<Mistake | null>(null);
  const [feedback, setFeedback] = useState<Feedback>({ kind: "ask" });
  const cancel = useRef<() => void>(() => undefined);
  useEffect(() => () => cancel.current(), []);

  const stop = (): void => {
    cancel.current();
    setRunning(null);
  };
  const start = (mistake: Mistake): void => {
    cancel.current();
    const before = at(space.tree, mistake.id).parent ?? 0;
    workspace.update((now) => now && { ...now, current: before });
    setFeedback({ kind: "ask" });
    setRunning(mistake);
    announce("Find a better move.");
  };
  const answer = (move: number): void => {
    if (running === null || feedback.kind === "checking") return;
    const { judged } = running;
    if (move === judged.best) setFeedback({ kind: "right", move, best: true });
    else if (move === judged.move) setFeedback(sameAgain(judged));
    else {
      setFeedback({ kind: "checking", move });
      cancel.current = analyse(requestAt(space, space.current), SECONDS, {
        onAnalysis: (report) => {
          if (report.done) setFeedback(judgeTry(report.moves, move));
        },
        onProblem: () => setFeedback({ kind: "wrong", move, lost: null }),
      });
    }
  };
  return {
    running,
    feedback,
    start,
    answer,
    stop,
    again: () => setFeedback({ kind: "ask" }),
    show: () => setFeedback({ kind: "shown" }),
  };
}

/** The move of the game once more. */
function sameAgain(judged: ReviewedMove): Feedback {
  const points = judged.points_proven ? judged.points_lost : null;
  return {
    kind: "wrong",
    move: judged.move,
    lost: 100 * judged.loss,
    ...(points === null ? {} : { points }),
  };
}
