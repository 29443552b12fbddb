/** Where the arrow keys lead on a board of points. */
import { mod } from "./torus";

export interface GridShape {
  rows: number;
  columns: number;
  wraps: boolean;
}

/** The point that a key leads to from `point`; null for keys that do not move. */
export function stepPoint(shape: GridShape, point: number, key: string): number | null {
  const { rows, columns, wraps } = shape;
  const [row, column] = [Math.floor(point / columns), point % columns];
  const to = (r: number, c: number): number => {
    const [y, x] = wraps
      ? [mod(r, rows), mod(c, columns)]
      : [Math.min(Math.max(r, 0), rows - 1), Math.min(Math.max(c, 0), columns - 1)];
    return y * columns + x;
  };
  switch (key) {
    case "ArrowUp":
      return to(row - 1, column);
    case "ArrowDown":
      return to(row + 1, column);
    case "ArrowLeft":
      return to(row, column - 1);
    case "ArrowRight":
      return to(row, column + 1);
    case "Home":
      return row * columns;
    case "End":
      return row * columns + columns - 1;
    case "PageUp":
      return column;
    case "PageDown":
      return (rows - 1) * columns + column;
    default:
      return null;
  }
}

/** Width over height of a board's picture, about: margins count as one more row and column. */
export function boardRatio(shape: Pick<GridShape, "rows" | "columns">): number {
  return (shape.columns + 1) / (shape.rows + 1);
}

/** The width in pixels from which on a board only looks coarse. */
export function boardMost(shape: Pick<GridShape, "columns">, lines: boolean): number {
  return Math.min(1200, (shape.columns + 1) * (lines ? 240 : 130));
}

/** Letters of the columns; Go leaves out the I. */
export function columnLetters(columns: number, skipI: boolean): string[] {
  const alphabet = skipI ? "ABCDEFGHJKLMNOPQRSTUVWXYZ" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  return alphabet.slice(0, columns).split("");
}

/** The two ends of a straight row of points, for the line through them; null if not straight. */
export function endsOf(points: readonly number[], columns: number): [number, number] | null {
  if (points.length < 2) return null;
  const sorted = [...points].sort((a, b) => a - b);
  const [first, last] = [sorted[0] as number, sorted.at(-1) as number];
  const step = (sorted[1] as number) - first;
  const straight = sorted.every((point, index) => point === first + index * step);
  const across = Math.abs((last % columns) - (first % columns));
  return straight && (across === points.length - 1 || across === 0) ? [first, last] : null;
}
