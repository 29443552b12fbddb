/**
 * Geometry of Dots and Boxes. Lines are numbered in reading order: the horizontal ones of a row of
 * dots, then the vertical ones of the row of boxes below it.
 */

export interface LinesShape {
  /** Of boxes. */
  rows: number;
  columns: number;
}

export interface Place {
  horizontal: boolean;
  row: number;
  column: number;
}

export function placeOf({ columns }: LinesShape, line: number): Place {
  const [row, rest] = [Math.floor(line / (2 * columns + 1)), line % (2 * columns + 1)];
  const horizontal = rest < columns;
  return { horizontal, row, column: horizontal ? rest : rest - columns };
}

export function horizontal({ columns }: LinesShape, row: number, column: number): number {
  return row * (2 * columns + 1) + column;
}

export function vertical({ columns }: LinesShape, row: number, column: number): number {
  return row * (2 * columns + 1) + columns + column;
}

export function countLines({ rows, columns }: LinesShape): number {
  return rows * (columns + 1) + columns * (rows + 1);
}

/** The four sides of a box. */
export function sidesOf(shape: LinesShape, box: number): number[] {
  const [row, column] = [Math.floor(box / shape.columns), box % shape.columns];
  return [
    horizontal(shape, row, column),
    vertical(shape, row, column),
    vertical(shape, row, column + 1),
    horizontal(shape, row + 1, column),
  ];
}

/** The boxes that a new line closes. */
export function closedBy(shape: LinesShape, drawn: readonly number[], line: number): number[] {
  const lines = new Set([...drawn, line]);
  const boxes = [];
  for (let box = 0; box < shape.rows * shape.columns; box++) {
    const sides = sidesOf(shape, box);
    if (sides.includes(line) && sides.every((side) => lines.has(side))) boxes.push(box);
  }
  return boxes;
}

/**
 * Where a key leads: left and right along lines of the same kind, up and down to the next row of
 * the other kind, so that a walk downwards meets a horizontal, a vertical, a horizontal one...
 */
export function stepLine(shape: LinesShape, line: number, key: string): number | null {
  const here = placeOf(shape, line);
  const last = here.horizontal ? shape.columns - 1 : shape.columns;
  const beside = (column: number): number =>
    (here.horizontal ? horizontal : vertical)(shape, here.row, Math.min(Math.max(column, 0), last));
  switch (key) {
    case "ArrowLeft":
      return beside(here.column - 1);
    case "ArrowRight":
      return beside(here.column + 1);
    case "Home":
      return beside(0);
    case "End":
      return beside(last);
    case "PageUp":
      return horizontal(shape, 0, Math.min(here.column, shape.columns - 1));
    case "PageDown":
      return horizontal(shape, shape.rows, Math.min(here.column, shape.columns - 1));
    case "ArrowUp":
      if (!here.horizontal) return horizontal(shape, here.row, Math.min(here.column, shape.columns - 1));
      return here.row === 0 ? line : vertical(shape, here.row - 1, here.column);
    case "ArrowDown":
      if (!here.horizontal) return horizontal(shape, here.row + 1, Math.min(here.column, shape.columns - 1));
      return here.row === shape.rows ? line : vertical(shape, here.row, here.column);
    default:
      return null;
  }
}
