/** Points of the board as angles on the torus. Columns run around the ring, rows around the tube. */
import { mod, NO_OFFSET, type Offset } from "../board/torus";

const TURN = 2 * Math.PI;
/** Angles at which columns and rows begin: so the middle of the board faces the camera at first. */
export const FRONT = -1.5 * Math.PI;
export const FACING = 1.25 * Math.PI;

export interface Angles {
  around: number;
  tube: number;
}

/** The middle of a point's cell; a row further down is further along the tube, downwards. */
export function pointAngles(point: number, rows: number, columns: number, offset: Offset = NO_OFFSET): Angles {
  const [row, column] = [Math.floor(point / columns), point % columns];
  return {
    around: FRONT + (mod(column - offset.column, columns) + 0.5) * (TURN / columns),
    tube: FACING - (mod(row - offset.row, rows) + 0.5) * (TURN / rows),
  };
}

export function nearestPoint(
  around: number,
  tube: number,
  rows: number,
  columns: number,
  offset: Offset = NO_OFFSET,
): number {
  const column = mod(Math.floor((mod(around - FRONT, TURN) * columns) / TURN) + offset.column, columns);
  const row = mod(Math.floor((mod(FACING - tube, TURN) * rows) / TURN) + offset.row, rows);
  return row * columns + column;
}
