/** How somebody does in a trainer; kept in the browser. */
import { load, save } from "../../state/saved";

export interface Progress {
  asked: number;
  right: number;
  /** Right answers in a row, up to now and at most. */
  streak: number;
  best: number;
}

const NONE: Progress = { asked: 0, right: 0, streak: 0, best: 0 };

export function loadProgress(trainer: string): Progress {
  return { ...NONE, ...load<Partial<Progress>>(`${trainer}.progress`, {}) };
}

export function saveProgress(progress: Progress, trainer: string): void {
  save(`${trainer}.progress`, progress);
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
