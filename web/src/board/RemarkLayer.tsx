/** What is said of a position, marked on its board: stones ringed, boxes tinted, lines coloured. */
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

/** Whose each point will be: a small square, the larger the surer. */
export function OwnershipLayer({
  ownership,
  place,
  size,
}: {
  ownership: readonly number[];
  place: Props["place"];
  size: number;
}) {
  return (
    <g class="ownership no-pointer" aria-hidden="true">
      {ownership.map((share, point) => {
        const spot = place(point);
        const side = size * Math.abs(share);
        if (spot === null || side < size * 0.12) return null;
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
