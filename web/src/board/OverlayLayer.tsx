/** What analysis draws on a board: candidates, heat, a variation, a hint. The same for all boards. */
import { VERDICTS } from "../state/format";
import type { Overlay } from "./types";

interface Props {
  overlay: Overlay;
  /** Where a move is drawn; null for moves that are no place (a pass). */
  place: (move: number) => { x: number; y: number } | null;
  /** How a step of a variation looks below its number. */
  stepShape: (move: number, index: number) => preact.ComponentChild;
  stepClass: (index: number) => string;
  radius: number;
}

const at = (spot: { x: number; y: number }): string => `translate(${spot.x} ${spot.y})`;

export function OverlayLayer({ overlay, place, stepShape, stepClass, radius }: Props) {
  const { candidates = [], heat, line, arrows = [], hint, verdict } = overlay;
  const preview = line !== undefined && line.length > 0;
  return (
    <g class="overlay" aria-hidden="true">
      {heat && !preview
        ? [...heat].map(([move, strength]) => (
            <Heat key={move} spot={place(move)} strength={strength} radius={radius} />
          ))
        : null}
      {preview
        ? null
        : candidates.map((candidate) => {
            const spot = place(candidate.move);
            if (spot === null) return null;
            const tone = Math.min(4, Math.floor(candidate.loss * 5));
            return (
              <g
                key={candidate.move}
                transform={at(spot)}
                class={`candidate tone-${tone}${candidate.best ? " is-best" : ""}`}
              >
                <circle r={radius} class="candidate-disc" />
                {candidate.best ? <circle r={radius + 2} class="candidate-ring" /> : null}
                <text y={candidate.sub ? 1 : 5} class="candidate-text">
                  {candidate.text}
                </text>
                {candidate.sub ? (
                  <text y="12" class="candidate-sub">
                    {candidate.sub}
                  </text>
                ) : null}
              </g>
            );
          })}
      {preview
        ? steps(line).map(({ move, index }) => {
            const spot = place(move);
            return spot === null ? null : (
              <g key={move} transform={at(spot)} class="line-step">
                {stepShape(move, index)}
                <text y="5.5" class={`line-number ${stepClass(index)}`}>
                  {index + 1}
                </text>
              </g>
            );
          })
        : null}
      {arrows.map(([from, to]) => (
        <ArrowMark key={`${from} ${to}`} from={place(from)} to={place(to)} radius={radius} />
      ))}
      {hint !== null && hint !== undefined ? <Hint spot={place(hint)} radius={radius} /> : null}
      {verdict ? <VerdictMark spot={place(verdict.move)} kind={verdict.kind} radius={radius} /> : null}
    </g>
  );
}

/** Each place once: a point that is played again after a capture keeps its first number. */
function steps(line: readonly number[]): { move: number; index: number }[] {
  return line.map((move, index) => ({ move, index })).filter(({ move, index }) => line.indexOf(move) === index);
}

type Spot = { x: number; y: number } | null;

function Heat({ spot, strength, radius }: { spot: Spot; strength: number; radius: number }) {
  if (spot === null || strength < 0.02) return null;
  const side = 2 * radius + 2;
  return (
    <rect
      x={spot.x - side / 2}
      y={spot.y - side / 2}
      width={side}
      height={side}
      rx="4"
      class={`heat heat-${Math.min(5, Math.ceil(strength * 5))}`}
    />
  );
}

/** A line with a head, from the middle of one point to that of another. */
function ArrowMark({ from, to, radius }: { from: Spot; to: Spot; radius: number }) {
  if (from === null || to === null) return null;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return null;
  const head = radius * 0.75;
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const end = length - head;
  return (
    <g transform={`${at(from)} rotate(${turn.toFixed(2)})`} class="drawn-arrow">
      <path d={`M0 0H${end.toFixed(1)}`} class="drawn-arrow-line" />
      <path d={`M${length.toFixed(1)} 0L${end.toFixed(1)} ${(-head / 1.6).toFixed(1)}V${(head / 1.6).toFixed(1)}Z`} />
    </g>
  );
}

function Hint({ spot, radius }: { spot: Spot; radius: number }) {
  if (spot === null) return null;
  return (
    <g transform={at(spot)} class="hint">
      <circle r={radius + 1} />
      <path d="M0-9 2.6-2.8 9-2.2 4 2 5.6 8.4 0 4.8-5.6 8.4-4 2-9-2.2-2.6-2.8Z" />
    </g>
  );
}

function VerdictMark({ spot, kind, radius }: { spot: Spot; kind: keyof typeof VERDICTS; radius: number }) {
  if (spot === null) return null;
  return (
    <g
      transform={`translate(${spot.x + radius * 0.72} ${spot.y - radius * 0.72})`}
      class={`verdict-mark verdict-${kind}`}
    >
      <circle r="9" />
      <text y="4.2">{VERDICTS[kind].sign}</text>
    </g>
  );
}
