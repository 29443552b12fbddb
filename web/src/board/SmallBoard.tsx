/** A small board of stones without coordinates; on a torus lines and stones continue beyond its edges. */
import { useId } from "preact/hooks";
import { CELL, LastMark, Stone, StonePaints } from "./Stone";

const MARGIN = 26;

interface Props {
  class: string;
  size: number;
  stones: readonly number[];
  /** Stones with a ring around them. */
  lit?: readonly number[];
  wraps?: boolean;
  /** Whether stones stand in the squares between the lines and not on their crossings. */
  squares?: boolean;
  /** The part of a torus that is repeated on either side, in boards. */
  beside?: number;
  /** The colour of the stone that a click would place; null when nothing can be placed. */
  ghost?: number | null;
  onPick?: (point: number) => void;
}

export function SmallBoard(props: Props) {
  const { size, stones, lit = [], wraps = false, beside = 0, ghost = null, onPick } = props;
  const id = useId().replace(/\W/g, "");
  const edge = (size - 1) * CELL;
  const out = wraps ? size * CELL : 0;
  const shifts = wraps ? [-size, 0, size] : [0];
  const left = beside > 0 ? -out * beside : -MARGIN;
  return (
    <svg class={`board ${props.class}`} viewBox={`${left} ${-MARGIN} ${edge - 2 * left} ${edge + 2 * MARGIN}`} aria-hidden="true">
      <defs>
        <StonePaints id={id} />
      </defs>
      {beside > 0 ? (
        <rect x={-out} y={-MARGIN} width={3 * out} height={edge + 2 * MARGIN} class="flat-ground" />
      ) : null}
      <path d={gridLines(size, wraps, props.squares ?? false)} class="grid-lines" />
      {shifts.map((shift) => (
        <g key={shift} transform={`translate(${shift * CELL} 0)`} class={shift === 0 ? "" : "demo-copy"}>
          {stones.map((stone, point) =>
            stone < 0 && onPick === undefined ? null : (
              <g
                key={point}
                data-point={shift === 0 && onPick !== undefined ? point : undefined}
                transform={`translate(${(point % size) * CELL} ${Math.floor(point / size) * CELL})`}
                class={stone < 0 ? "flat-point" : ""}
                onClick={() => onPick?.(point)}
              >
                {stone >= 0 ? <Stone id={id} colour={stone} /> : null}
                {stone < 0 && ghost !== null ? (
                  <>
                    <circle r={CELL / 2} class="flat-target" />
                    <Stone id={id} colour={ghost} ghost />
                  </>
                ) : null}
                {lit.includes(point) ? <LastMark colour={stone} /> : null}
              </g>
            ),
          )}
        </g>
      ))}
    </svg>
  );
}

/** The path of the lines. A torus has no edge, so its lines continue; squares need one line more each way. */
function gridLines(size: number, wraps: boolean, squares: boolean): string {
  const edge = (size - 1) * CELL;
  const out = wraps ? size * CELL : 0;
  const half = squares ? CELL / 2 : 0;
  const count = squares ? size + 1 : size;
  const rows = Array.from({ length: count }, (_, i) => `M${-out - half} ${i * CELL - half}H${edge + out + half}`);
  const [from, to] = wraps ? [-MARGIN, edge + MARGIN] : [-half, edge + half];
  const columns = Array.from({ length: wraps ? 3 * size : count }, (_, i) => {
    const x = (wraps ? i - size : i) * CELL - half;
    return `M${x} ${from}V${to}`;
  });
  return [...rows, ...columns].join("");
}
