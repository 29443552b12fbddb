/** Which steps of a lesson are done. */

export type Progress = readonly number[];

export function passed(progress: Progress, step: number): Progress {
  return progress.includes(step) ? progress : [...progress, step].sort((one, two) => one - two);
}

/** The first step that is not done; the first of all when everything is. */
export function stepToBegin(progress: Progress, steps: number): number {
  for (let step = 0; step < steps; step++) if (!progress.includes(step)) return step;
  return 0;
}
