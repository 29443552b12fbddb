/** How somebody does in the trainer; kept in the browser. */
import { load, save } from "../../state/saved";

export interface Progress {
  asked: number;
  right: number;
  /** Right answers in a row, up to now and at most. */
  streak: number;
  best: number;
}

const NONE: Progress = { asked: 0, right: 0, streak: 0, best: 0 };

export function loadProgress(): Progress {
  return { ...NONE, ...load<Partial<Progress>>("train.progress", {}) };
}

export function saveProgress(progress: Progress): void {
  save("train.progress", progress);
}

export function answered(progress: Progress, right: boolean): Progress {
  const streak = right ? progress.streak + 1 : 0;
  return {
    asked: progress.asked + 1,
    right: progress.right + (right ? 1 : 0),
    streak,
    best: Math.max(progress.best, streak),
  };
}
