/** The torus unrolled: a board whose lines and stones run on beyond its edges. */
import { useId } from "preact/hooks";
import { CELL, LastMark, Stone, StonePaints } from "../../board/Stone";

interface Props {
  size: number;
  stones: readonly number[];
  /** Stones with a ring around them. */
  lit: readonly number[];
  /** The colour of the stone that a click would place; null when nothing can be placed. */
  ghost: number | null;
  onPick: (point: number) => void;
}

export function FlatTorus({ size, stones, lit, ghost, onPick }: Props) {
  const id = useId().replace(/\W/g, "");
  const edge = (size - 1) * CELL;
  const out = size * CELL;
  const lines = (along: number, from: number, to: number): string[] =>
    Array.from({ length: along }, (_, i) => `M${from} ${i * CELL}H${to}`);
  const columns = Array.from({ length: 3 * size }, (_, i) => `M${(i - size) * CELL} -26V${edge + 26}`);
  const at = (point: number): string => `translate(${(point % size) * CELL} ${Math.floor(point / size) * CELL})`;
  return (
    <svg class="board flat-torus" viewBox={`${-out * 0.45} -26 ${edge + out * 0.9} ${edge + 52}`} aria-hidden="true">
      <defs>
        <StonePaints id={id} />
      </defs>
      <rect x={-out} y="-26" width={3 * out} height={edge + 52} class="flat-ground" />
      <path d={[...lines(size, -out, edge + out), ...columns].join("")} class="grid-lines" />
      {[-size, 0, size].map((shift) => (
        <g key={shift} transform={`translate(${shift * CELL} 0)`} class={shift === 0 ? "" : "demo-copy"}>
          {stones.map((stone, point) => (
            <g
              key={point}
              data-point={shift === 0 ? point : undefined}
              transform={at(point)}
              class={stone < 0 ? "flat-point" : ""}
              onClick={() => onPick(point)}
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
          ))}
        </g>
      ))}
    </svg>
  );
}
