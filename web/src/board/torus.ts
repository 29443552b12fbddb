/** Arithmetic of a board without edges. An offset says which row and column stand first in view. */

export interface Offset {
  row: number;
  column: number;
}

export const NO_OFFSET: Offset = { row: 0, column: 0 };

/** The remainder that is never negative. */
export function mod(value: number, size: number): number {
  return ((value % size) + size) % size;
}

/** Where a board row or column stands in view. */
export function inView(index: number, offset: number, size: number): number {
  return mod(index - offset, size);
}

/** Which board row or column stands at a place in view, margins included. */
export function onBoard(view: number, offset: number, size: number): number {
  return mod(view + offset, size);
}

/** A dragged offset as whole steps and the rest, from -0.5 to 0.5, that the picture is moved by. */
export function snap(dragged: number): { whole: number; rest: number } {
  const whole = Math.round(dragged);
  return { whole: whole === 0 ? 0 : whole, rest: whole - dragged };
}

export interface Copy {
  point: number;
  row: number;
  column: number;
}

/** The points shown again around the board, `margin` wide, with their places in view. */
export function wrappedCopies(rows: number, columns: number, margin: number, offset: Offset): Copy[] {
  const copies: Copy[] = [];
  for (let row = -margin; row < rows + margin; row++) {
    for (let column = -margin; column < columns + margin; column++) {
      if (row >= 0 && row < rows && column >= 0 && column < columns) continue;
      const point = onBoard(row, offset.row, rows) * columns + onBoard(column, offset.column, columns);
      copies.push({ point, row, column });
    }
  }
  return copies;
}
