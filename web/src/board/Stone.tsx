/** Stones and the paints they need. */

export const CELL = 40;
export const RADIUS = 18.4;

/** Gradients for one board; ids are its own, since several boards can be on a page. */
export function StonePaints({ id }: { id: string }) {
  return (
    <>
      <radialGradient id={`${id}-black`} cx="0.36" cy="0.3" r="0.75">
        <stop offset="0" stop-color="#6b7078" />
        <stop offset="0.35" stop-color="#34383e" />
        <stop offset="1" stop-color="#0d0f12" />
      </radialGradient>
      <radialGradient id={`${id}-white`} cx="0.36" cy="0.3" r="0.8">
        <stop offset="0" stop-color="#ffffff" />
        <stop offset="0.55" stop-color="#f3f0ea" />
        <stop offset="1" stop-color="#c4beb2" />
      </radialGradient>
      <radialGradient id={`${id}-shadow`}>
        <stop offset="0.7" stop-color="#000" stop-opacity="0.38" />
        <stop offset="1" stop-color="#000" stop-opacity="0" />
      </radialGradient>
    </>
  );
}

interface StoneProps {
  id: string;
  colour: number;
  ghost?: boolean;
}

/** A stone around (0, 0). */
export function Stone({ id, colour, ghost = false }: StoneProps) {
  const paint = colour === 0 ? "black" : "white";
  return (
    <g class={ghost ? "stone ghost" : "stone"}>
      {ghost ? null : <circle cx="1.2" cy="2.2" r={RADIUS + 1.6} fill={`url(#${id}-shadow)`} />}
      <circle r={RADIUS} fill={`url(#${id}-${paint})`} class={`stone-${paint}`} />
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
