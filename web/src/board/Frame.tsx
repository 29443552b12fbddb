/** What surrounds a board of stones: coordinates, and the measures of its picture. */
import { CELL } from "./Stone";
import { onBoard, type Offset } from "./torus";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface FrameShape {
  viewBox: string;
  outer: Box;
  /** What can be seen of a board that wraps. */
  inner: Box;
  /** The board itself, without the copies around it. */
  core: Box;
  /** A path over the copies only. */
  veil: string;
  /** Rows of copies on each side. */
  margin: number;
  /** Distance of the coordinates from the first row or column. */
  reach: number;
}

const around = (rows: number, columns: number, by: number): Box => ({
  x: -by,
  y: -by,
  width: (columns - 1) * CELL + 2 * by,
  height: (rows - 1) * CELL + 2 * by,
});

const outline = ({ x, y, width, height }: Box): string => `M${x} ${y}h${width}v${height}h${-width}Z`;

interface Ground {
  rows: number;
  columns: number;
  wraps: boolean;
  coordinates: boolean;
  /** Whether room is short: then the copies take less of it. */
  narrow: boolean;
}

export function frameOf({ rows, columns, wraps, coordinates, narrow }: Ground): FrameShape {
  const margin = wraps ? (Math.min(rows, columns) >= 7 && !narrow ? 2 : 1) : 0;
  const seen = margin * CELL + (wraps ? CELL / 2 : CELL * 0.56);
  const outer = around(rows, columns, seen + (coordinates ? 18 : 4));
  const inner = around(rows, columns, seen);
  const core = around(rows, columns, CELL / 2);
  return {
    viewBox: `${outer.x} ${outer.y} ${outer.width} ${outer.height}`,
    outer,
    inner,
    core,
    margin,
    veil: outline(inner) + outline(core),
    reach: seen + 7,
  };
}

interface Props {
  shape: FrameShape;
  rows: number;
  columns: number;
  letters: readonly string[];
  offset: Offset;
  coordinates: boolean;
  /** Whether rows are counted from the top. */
  fromTop: boolean;
  columnRef: (layer: SVGGElement | null) => void;
  rowRef: (layer: SVGGElement | null) => void;
}

export function Frame({ shape, rows, columns, letters, offset, coordinates, fromTop, columnRef, rowRef }: Props) {
  const { margin, reach } = shape;
  const [right, bottom] = [(columns - 1) * CELL + reach, (rows - 1) * CELL + reach];
  const range = (count: number): number[] => Array.from({ length: count + 2 * margin }, (_, i) => i - margin);
  const size = letterSize(Math.max(rows, columns));
  const fade = (index: number, count: number): string =>
    index < 0 || index >= count ? "coordinate faded" : "coordinate";
  return (
    <g aria-hidden="true">
      <g ref={columnRef} font-size={size}>
        {coordinates
          ? range(columns).map((column) => {
              const letter = letters[onBoard(column, offset.column, columns)];
              return [-reach, bottom].map((y) => (
                <text key={`${column} ${y}`} x={column * CELL} y={y} class={fade(column, columns)}>
                  {letter}
                </text>
              ));
            })
          : null}
      </g>
      <g ref={rowRef} font-size={size}>
        {coordinates
          ? range(rows).map((row) => {
              const index = onBoard(row, offset.row, rows);
              const number = fromTop ? index + 1 : rows - index;
              return [-reach - 1, right + 1].map((x) => (
                <text key={`${row} ${x}`} x={x} y={row * CELL} class={fade(row, rows)}>
                  {number}
                </text>
              ));
            })
          : null}
      </g>
    </g>
  );
}

/** Letters keep about the same size on the screen, however few points the board has. */
export function letterSize(points: number): number {
  return 13 * Math.min(1, Math.max(0.55, points / 9));
}
