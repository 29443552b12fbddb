/** Remarks marked on the board: stones ringed, boxes tinted, lines coloured. */
import type { GameInfo, Remark } from "../api/types";
import { placeOf } from "./lines";

interface Props {
  game: GameInfo;
  remarks: readonly Remark[];
  /** Centre of a point or line. */
  place: (move: number) => { x: number; y: number } | null;
  /** Side of a box, or the radius of a stone. */
  size: number;
}

/** Groups get colours in turn: no more than these, and a number says their size as well. */
const HUES = 6;

export function RemarkLayer({ game, remarks, place, size }: Props) {
  if (remarks.length === 0) return null;
  const groups = remarks.filter(isGroup);
  return (
    <g class="remarks no-pointer" aria-hidden="true">
      {remarks.map((remark, index) =>
        game.board === "lines" ? (
          <Boxes key={index} game={game} remark={remark} hue={groups.indexOf(remark) % HUES} size={size} place={place} />
        ) : (
          <Rings key={index} remark={remark} size={size} place={place} />
        ),
      )}
    </g>
  );
}

/** Chains and loops: several of the same kind, told apart by their colour. */
const isGroup = (remark: Remark): boolean => remark.points.length > 0 && remark.lines.length > 0;

function Rings({ remark, place, size }: Omit<Props, "game" | "remarks"> & { remark: Remark }) {
  return (
    <g class={`remark tone-of-${remark.tone}`}>
      {remark.points.map((point) => {
        const spot = place(point);
        return spot === null ? null : (
          <g key={point} transform={`translate(${spot.x} ${spot.y})`}>
            <circle r={size + 1.5} class="remark-ring" />
            {remark.tone === "danger" ? <circle r={size - 4} class="remark-ring thin" /> : null}
          </g>
        );
      })}
    </g>
  );
}

interface BoxProps extends Omit<Props, "remarks"> {
  remark: Remark;
  hue: number;
}

function Boxes({ game, remark, hue, size, place }: BoxProps) {
  const colour = hue >= 0 ? `hue-${hue}` : `tone-of-${remark.tone}`;
  const middle = remark.points[Math.floor((remark.points.length - 1) / 2)];
  const corner = (box: number): { x: number; y: number } => ({
    x: (box % game.columns) * size,
    y: Math.floor(box / game.columns) * size,
  });
  return (
    <g class={`remark ${colour}`}>
      {remark.points.map((box) => (
        <rect key={box} {...corner(box)} width={size} height={size} class="remark-box" />
      ))}
      {remark.lines.map((line) => {
        const spot = place(line);
        if (spot === null) return null;
        const { horizontal } = placeOf(game, line);
        const [dx, dy] = horizontal ? [size / 2 - 8, 0] : [0, size / 2 - 8];
        return (
          <line key={line} x1={spot.x - dx} y1={spot.y - dy} x2={spot.x + dx} y2={spot.y + dy} class="remark-line" />
        );
      })}
      {hue >= 0 && middle !== undefined ? (
        <text x={corner(middle).x + size / 2} y={corner(middle).y + size / 2 + 7} class="remark-count">
          {remark.points.length}
        </text>
      ) : null}
    </g>
  );
}

interface OwnershipProps {
  ownership: readonly number[];
  place: Props["place"];
  /** Side of the square of a point. */
  size: number;
}

/** Below this a point counts as nobody's. */
const FAINT = 0.1;

/** Expected owners, below the stones: shaded in the colour of the owner, darker if more certain. */
export function OwnershipShade({ ownership, place, size }: OwnershipProps) {
  return (
    <g class="ownership no-pointer" aria-hidden="true">
      {ownership.map((share, point) => {
        const spot = place(point);
        if (spot === null || Math.abs(share) < FAINT) return null;
        return (
          <rect
            key={point}
            x={spot.x - size / 2}
            y={spot.y - size / 2}
            width={size}
            height={size}
            fill-opacity={(0.68 * Math.abs(share)).toFixed(2)}
            class={share > 0 ? "shaded-by-0" : "shaded-by-1"}
          />
        );
      })}
    </g>
  );
}

/** Stones expected to die, above the stones: a square of the opponent's colour, larger if more certain. */
export function DoubtfulStones({ ownership, place, size, stones }: OwnershipProps & { stones: readonly number[] }) {
  return <Owned ownership={ownership.map((share, point) => (isLost(stones[point], share) ? share : 0))} place={place} size={size} />;
}

const isLost = (stone: number | undefined, share: number): boolean => stone === 0 ? share < 0 : stone === 1 && share > 0;

/** Territory of a counted board: a square in the colour of the owner. */
export function TerritoryLayer({
  territory,
  dead,
  stones,
  place,
  size,
}: {
  territory: readonly number[];
  dead: ReadonlySet<number>;
  stones: readonly number[];
  place: Props["place"];
  size: number;
}) {
  const open = (point: number): boolean => (stones[point] ?? -1) < 0 || dead.has(point);
  return (
    <Owned
      ownership={territory.map((owner, point) => (owner < 0 || !open(point) ? 0 : owner === 0 ? 1 : -1))}
      place={place}
      size={size}
    />
  );
}

function Owned({ ownership, place, size }: OwnershipProps) {
  return (
    <g class="ownership no-pointer" aria-hidden="true">
      {ownership.map((share, point) => {
        const spot = place(point);
        const side = size * Math.abs(share);
        if (spot === null || Math.abs(share) < FAINT) return null;
        return (
          <rect
            key={point}
            x={spot.x - side / 2}
            y={spot.y - side / 2}
            width={side}
            height={side}
            class={share > 0 ? "owned-by-0" : "owned-by-1"}
          />
        );
      })}
    </g>
  );
}
