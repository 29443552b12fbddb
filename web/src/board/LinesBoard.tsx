/** Dots and Boxes: lines between dots. Owners differ by colour, pattern and initial. */
import { useId, useMemo } from "preact/hooks";
import { initials } from "../state/format";
import { settings } from "../state/settings";
import { useStore } from "../state/store";
import { letterSize } from "./Frame";
import { closedBy, countLines, placeOf, stepLine, type LinesShape } from "./lines";
import { memo } from "./memo";
import { OverlayLayer } from "./OverlayLayer";
import { RemarkLayer } from "./RemarkLayer";
import { NO_OVERLAY, type BoardProps } from "./types";
import { useGrid } from "./useGrid";

export const BOX = 64;
const HALF = BOX / 2;

const SMALL = "abcdefghijklmnopqrstuvwxyz";
const CAPITAL = SMALL.toUpperCase();

function centre(shape: LinesShape, line: number): { x: number; y: number } {
  const { horizontal, row, column } = placeOf(shape, line);
  return { x: column * BOX + (horizontal ? HALF : 0), y: row * BOX + (horizontal ? 0 : HALF) };
}

export function LinesBoard(props: BoardProps) {
  const { game, position, overlay = NO_OVERLAY } = props;
  const { rows, columns } = game;
  const id = useId().replace(/\W/g, "");
  const coordinates = useStore(settings).coordinates;
  const grid = useGrid(props, 0, (from, key) => stepLine(game, from, key));
  const drawn = useMemo(() => new Set(position.lines ?? []), [position]);
  const legal = useMemo(() => new Set(position.legal), [position]);
  const closed = useMemo(() => {
    const { last_move: last, lines } = position;
    return new Set(last === null || !lines ? [] : closedBy(game, lines, last));
  }, [position, game]);
  const pad = coordinates ? 40 : 24;
  const signs = initials(props.names);
  const lit = grid.pending ?? grid.hover;
  const ghost = lit !== null && props.active && legal.has(lit) ? lit : null;

  return (
    <svg
      ref={grid.svgRef}
      class="board lines-board"
      role="grid"
      aria-label={props.label}
      viewBox={`${-pad} ${-pad} ${columns * BOX + 2 * pad} ${rows * BOX + 2 * pad}`}
      {...grid.handlers}
    >
      <Patterns id={id} />
      <g aria-hidden="true">
        {(position.owners ?? []).map((owner, box) =>
          owner < 0 ? null : (
            <OwnedBox
              key={box}
              x={(box % columns) * BOX}
              y={Math.floor(box / columns) * BOX}
              owner={owner}
              paint={`url(#${id}-${owner})`}
              sign={signs[owner] ?? ""}
              fresh={closed.has(box)}
            />
          ),
        )}
        {coordinates ? <Letters rows={rows} columns={columns} /> : null}
      </g>
      <RemarkLayer game={game} remarks={overlay.remarks ?? []} place={(line) => centre(game, line)} size={BOX} />
      {lineRows(game).map((row, index) => (
        <g key={index} role="row">
          {row.map((line) => (
            <Line
              key={line}
              line={line}
              shape={game}
              name={game.move_names[line] ?? ""}
              drawn={drawn.has(line)}
              last={position.last_move === line}
              active={props.active}
              current={grid.current === line}
              ghost={ghost === line}
              owner={position.to_move}
              pending={grid.pending === line}
            />
          ))}
        </g>
      ))}
      <g class="no-pointer" aria-hidden="true">
        {Array.from({ length: (rows + 1) * (columns + 1) }, (_, dot) => (
          <circle
            key={dot}
            cx={(dot % (columns + 1)) * BOX}
            cy={Math.floor(dot / (columns + 1)) * BOX}
            r="5"
            class="dot"
          />
        ))}
      </g>
      <OverlayLayer
        overlay={overlay}
        place={(line) => centre(game, line)}
        radius={15}
        stepClass={() => "on-disc"}
        stepShape={() => <circle r="13" class="step-disc" />}
      />
    </svg>
  );
}

/** Rows of lines from the top: horizontal and vertical ones in turn. */
function lineRows(shape: LinesShape): number[][] {
  const result: number[][] = [];
  for (let line = 0; line < countLines(shape); line++) {
    const { horizontal, row } = placeOf(shape, line);
    const index = 2 * row + (horizontal ? 0 : 1);
    (result[index] ??= []).push(line);
  }
  return result;
}

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-0`} width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="10" height="10" class="owner-0-ground" />
        <rect width="4" height="10" class="owner-0-ink" />
      </pattern>
      <pattern id={`${id}-1`} width="12" height="12" patternUnits="userSpaceOnUse">
        <rect width="12" height="12" class="owner-1-ground" />
        <circle cx="3" cy="3" r="2.2" class="owner-1-ink" />
        <circle cx="9" cy="9" r="2.2" class="owner-1-ink" />
      </pattern>
    </defs>
  );
}

interface OwnedBoxProps {
  x: number;
  y: number;
  owner: number;
  paint: string;
  sign: string;
  /** Whether the last line closed it. */
  fresh: boolean;
}

function OwnedBox({ x, y, owner, paint, sign, fresh }: OwnedBoxProps) {
  return (
    <g transform={`translate(${x} ${y})`} class={`owned${fresh ? " fresh" : ""}`}>
      <rect x="2" y="2" width={BOX - 4} height={BOX - 4} fill={paint} />
      {fresh ? <rect x="5" y="5" width={BOX - 10} height={BOX - 10} class="just-closed" /> : null}
      <circle cx={HALF} cy={HALF} r="15" class={`sign-disc owner-${owner}`} />
      <text x={HALF} y={HALF + 7} class="sign">
        {sign}
      </text>
    </g>
  );
}

function Letters({ rows, columns }: LinesShape) {
  const size = letterSize(1.6 * Math.max(rows, columns));
  const [right, bottom] = [columns * BOX, rows * BOX];
  return (
    <g font-size={size}>
      {Array.from({ length: columns }, (_, i) => (
        <text key={`t${i}`} x={i * BOX + HALF} y="-23" class="coordinate">
          {SMALL[i]}
        </text>
      ))}
      {Array.from({ length: columns + 1 }, (_, i) => (
        <text key={`b${i}`} x={i * BOX} y={bottom + 24} class="coordinate">
          {SMALL[i]}
        </text>
      ))}
      {Array.from({ length: rows }, (_, i) => (
        <text key={`l${i}`} x="-25" y={i * BOX + HALF} class="coordinate">
          {CAPITAL[i]}
        </text>
      ))}
      {Array.from({ length: rows + 1 }, (_, i) => (
        <text key={`r${i}`} x={right + 25} y={i * BOX} class="coordinate">
          {CAPITAL[i]}
        </text>
      ))}
    </g>
  );
}

interface LineProps {
  line: number;
  shape: LinesShape;
  name: string;
  drawn: boolean;
  last: boolean;
  active: boolean;
  current: boolean;
  ghost: boolean;
  owner: number;
  pending: boolean;
}

const Line = memo((props: LineProps) => {
  const { horizontal } = placeOf(props.shape, props.line);
  const { x, y } = centre(props.shape, props.line);
  const kind = horizontal ? "horizontal line" : "vertical line";
  const state = props.drawn ? (props.last ? "drawn, last move" : "drawn") : props.active ? "free, legal" : "free";
  const stroke = `line${props.drawn ? " drawn" : ""}${props.last ? " last-line" : ""}${props.ghost ? ` ghost-line owner-${props.owner}-line` : ""}`;
  const reach = HALF - (props.drawn ? 4 : 9);
  return (
    <g
      role="gridcell"
      data-move={props.line}
      tabindex={props.current ? 0 : -1}
      aria-label={`${props.name}, ${kind}, ${state}`}
      class={`cell${props.active && !props.drawn ? " is-legal" : ""}`}
      transform={`translate(${x} ${y})${horizontal ? "" : " rotate(90)"}`}
    >
      <path d={`M${-HALF} 0 0 ${-HALF} ${HALF} 0 0 ${HALF}Z`} class="hit" />
      <line x1={-reach} x2={reach} class={stroke} />
      {props.pending ? <circle r="9" class="pending" /> : null}
      <rect x={-HALF + 6} y="-9" width={BOX - 12} height="18" rx="8" class="focus-ring" />
    </g>
  );
});
