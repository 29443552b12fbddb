/** Two or more runs side by side: pure, tested without a page. */
import type { RunView } from "../../api/types";
import { NO_CURVES, type Curves } from "./curves";

export type Axis = "generations" | "minutes";

export interface Compared {
  view: RunView;
  curves: Curves;
}

/** One set of curves, in which each figure of each run has a name of its own: "Elo.go-5-1". */
export function together(runs: readonly Compared[], axis: Axis): Curves {
  const total = runs.reduce((sum, { curves }) => sum + curves.steps.length, 0);
  const figures: Curves["figures"] = {};
  const steps: number[] = [];
  for (const { view, curves } of runs) {
    const before = steps.length;
    const { began, name } = view.summary;
    curves.steps.forEach((step, index) => {
      const minutes = ((curves.times[index] ?? began) - began) / 60;
      steps.push(axis === "generations" ? step : Math.round(10 * minutes) / 10);
    });
    for (const [figure, values] of Object.entries(curves.figures)) {
      const column: (number | null)[] = Array<null>(total).fill(null);
      values.forEach((value, index) => (column[before + index] = value));
      // A dot parts a figure from its run, and titles have no hyphens of the usual kind.
      figures[`${figure.replace(/\./g, " ")}.${name.replace(/\./g, "·").replace(/-/g, "‑")}`] = column;
    }
  }
  return { ...NO_CURVES, lines: total, steps, times: [], figures };
}

export interface Difference {
  group: string;
  title: string;
  help: string;
  /** One for each run; null where it has no such setting. */
  values: (string | null)[];
}

/** The settings in which runs differ. */
export function differences(views: readonly Pick<RunView, "settings">[]): Difference[] {
  const found = new Map<string, Difference>();
  views.forEach((view, place) => {
    for (const group of view.settings) {
      for (const setting of group.settings) {
        const key = `${group.title}/${setting.name}`;
        const row = found.get(key) ?? {
          group: group.title,
          title: setting.title,
          help: setting.help,
          values: views.map(() => null),
        };
        row.values[place] = setting.value;
        found.set(key, row);
      }
    }
  });
  return [...found.values()].filter(({ values }) => new Set(values).size > 1);
}
