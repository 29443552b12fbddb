/** What a run measured, put together for drawing: pure, tested without a page. */
import type { RunCurves } from "../../api/types";

export interface Curves {
  lines: number;
  steps: number[];
  times: number[];
  figures: Record<string, (number | null)[]>;
}

export const NO_CURVES: Curves = { lines: 0, steps: [], times: [], figures: {} };

/** `old` with what was measured since. */
export function extended(old: Curves, fresh: RunCurves): Curves {
  if (fresh.steps.length === 0 && fresh.lines === old.lines) return old;
  const [before, added] = [old.steps.length, fresh.steps.length];
  const blank = (count: number): null[] => Array<null>(count).fill(null);
  const figures: Curves["figures"] = {};
  for (const name of new Set([...Object.keys(old.figures), ...Object.keys(fresh.figures)])) {
    figures[name] = [...(old.figures[name] ?? blank(before)), ...(fresh.figures[name] ?? blank(added))];
  }
  return {
    lines: fresh.lines,
    steps: [...old.steps, ...fresh.steps],
    times: [...old.times, ...fresh.times],
    figures,
  };
}

export interface Chart {
  title: string;
  /** Names of the figures in it. */
  figures: string[];
}

/** How the names of figures begin that say most of a run, the most telling first. */
const TELLING = ["elo", "best", "fitness", "optimality", "win", "test", "train", "loss", "mean"];
/** Figures of a group that differ by more than this factor would not be seen in one chart. */
const APART = 30;
/** Measurements after which a figure that never changes is no news. */
const SETTLED = 3;

/** Figures that are measured in the same thing share a chart: "loss.policy" and "loss.value". */
export function chartsOf(curves: Curves): Chart[] {
  const groups = new Map<string, string[]>();
  for (const name of Object.keys(curves.figures).filter((each) => isNews(curves, each))) {
    const dot = name.indexOf(".");
    const group = dot < 0 ? name : name.slice(0, dot);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  const charts = [...groups].flatMap(([group, names]) =>
    byMagnitude(curves, names).map((figures) => ({
      title: figureTitle(figures.length === 1 ? (figures[0] as string) : group),
      figures,
    })),
  );
  return charts.sort((a, b) => importance(a) - importance(b));
}

const valuesOf = (curves: Curves, name: string): number[] =>
  (curves.figures[name] ?? []).filter((value): value is number => value !== null);

/** An error belongs to its figure, and what never changes is no curve. */
function isNews(curves: Curves, name: string): boolean {
  const values = valuesOf(curves, name);
  return !name.endsWith("_error") && (values.length < SETTLED || values.some((value) => value !== values[0]));
}

/** Figures that can share an axis, together. */
function byMagnitude(curves: Curves, names: readonly string[]): string[][] {
  const size = (name: string): number => Math.max(...valuesOf(curves, name).map(Math.abs), 1e-9);
  const sorted = [...names].sort((a, b) => size(b) - size(a));
  const found: string[][] = [];
  for (const name of sorted) {
    const largest = found.at(-1)?.[0];
    if (largest !== undefined && size(largest) < APART * size(name)) found.at(-1)?.push(name);
    else found.push([name]);
  }
  return found;
}

function importance({ figures }: Chart): number {
  const place = TELLING.findIndex((beginning) => figures[0]?.startsWith(beginning));
  return place < 0 ? TELLING.length : place;
}

/** "self_play_seconds" as people read it. */
export function figureTitle(name: string): string {
  const words = name.replace(/[._-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number with as many digits as one can read. */
export function figureText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  return Number(value.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 6 });
}

/** One point a step: the last value that was measured there. */
export function byStep(curves: Curves, figures: readonly string[]): [number[], ...(number | null)[][]] {
  const steps = [...new Set(curves.steps)].sort((a, b) => a - b);
  const place = new Map(steps.map((step, index) => [step, index]));
  const columns = figures.map((name) => {
    const column: (number | null)[] = Array<null>(steps.length).fill(null);
    curves.figures[name]?.forEach((value, row) => {
      const at = place.get(curves.steps[row] as number);
      if (value !== null && at !== undefined) column[at] = value;
    });
    return column;
  });
  return [steps, ...columns];
}
