/** Stones and the paints they need. */

export const CELL = 40;
export const RADIUS = 18.4;

/** Paints of slate and shell for one board; ids are its own, since several boards can be on a page. */
export function StonePaints({ id }: { id: string }) {
  return (
    <>
      <radialGradient id={`${id}-black`} cx="0.36" cy="0.3" r="0.75">
        <stop offset="0" stop-color="#6b7078" />
        <stop offset="0.3" stop-color="#3a3e44" />
        <stop offset="0.75" stop-color="#181a1e" />
        <stop offset="1" stop-color="#0a0b0d" />
      </radialGradient>
      <radialGradient id={`${id}-white`} cx="0.36" cy="0.3" r="0.8">
        <stop offset="0" stop-color="#ffffff" />
        <stop offset="0.5" stop-color="#f6f3ed" />
        <stop offset="0.85" stop-color="#ddd7cb" />
        <stop offset="1" stop-color="#bdb6a8" />
      </radialGradient>
      <radialGradient id={`${id}-shadow`}>
        <stop offset="0.62" stop-color="#1a1206" stop-opacity="0.5" />
        <stop offset="0.86" stop-color="#1a1206" stop-opacity="0.2" />
        <stop offset="1" stop-color="#1a1206" stop-opacity="0" />
      </radialGradient>
      <path id={`${id}-veins`} d={VEINS} class="veins" />
    </>
  );
}

/** The growth lines of a shell: chords of the stone, bent a little. */
const VEINS = [-12, -7.5, -3, 1.5, 6, 10.5]
  .map((y) => {
    const half = Math.sqrt(RADIUS * RADIUS - y * y) - 1.5;
    return `M${(-half).toFixed(1)} ${y}Q0 ${y + 5} ${half.toFixed(1)} ${y}`;
  })
  .join("");

/** Stones differ a little, as real ones do: the veins of each point's shell have a direction of their own. */
const veinAngle = (point: number): number => (point * 137) % 360;

/** What has just happened to a stone. */
export type Arrival = "placed" | "turned" | null;

interface StoneProps {
  id: string;
  colour: number;
  ghost?: boolean;
  /** Where it stands, which decides its veins. */
  point?: number;
  arrival?: Arrival;
}

/** A stone around (0, 0). */
export function Stone({ id, colour, ghost = false, point = 0, arrival = null }: StoneProps) {
  const paint = colour === 0 ? "black" : "white";
  return (
    <g class={`stone${ghost ? " ghost" : ""}${arrival === null ? "" : ` ${arrival}`}`}>
      {ghost ? null : <circle cx="1.6" cy="2.8" r={RADIUS + 2.4} fill={`url(#${id}-shadow)`} class="stone-shadow" />}
      <circle r={RADIUS} fill={`url(#${id}-${paint})`} class={`stone-${paint}`} />
      {colour === 0 ? null : <use href={`#${id}-veins`} transform={`rotate(${veinAngle(point)})`} />}
    </g>
  );
}

/** The mark of the last move: a ring in the other colour. */
export function LastMark({ colour }: { colour: number }) {
  return <circle r="8" class={colour === 0 ? "last on-black" : "last on-white"} />;
}

/** A mark of a record: a shape or a label. */
export function RecordMark({ kind, on }: { kind: string; on: number }) {
  const shade = on === 0 ? "mark on-black" : on === 1 ? "mark on-white" : "mark on-board";
  switch (kind) {
    case "square":
      return <rect x="-8" y="-8" width="16" height="16" class={shade} />;
    case "triangle":
      return <path d="M0-10 9 6H-9Z" class={shade} />;
    case "circle":
      return <circle r="9" class={shade} />;
    case "black territory":
      return <rect x="-6" y="-6" width="12" height="12" class="owned-by-0" />;
    case "white territory":
      return <rect x="-6" y="-6" width="12" height="12" class="owned-by-1" />;
    case "cross":
      return <path d="M-7-7 7 7M-7 7 7-7" class={shade} />;
    default:
      return (
        <text class={`${shade} mark-text`} y="6">
          {kind}
        </text>
      );
  }
}
