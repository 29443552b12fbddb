/** Stones on points, or in squares. A grid for keyboards and screen readers. */
import { useId, useMemo, useRef } from "preact/hooks";
import { settings } from "../state/settings";
import { useStore } from "../state/store";
import { useChanges } from "./changes";
import { Frame, frameOf, type FrameShape } from "./Frame";
import { columnLetters, endsOf, stepPoint } from "./geometry";
import { memo } from "./memo";
import { OverlayLayer } from "./OverlayLayer";
import { DoubtfulStones, OwnershipShade, RemarkLayer, TerritoryLayer } from "./RemarkLayer";
import { CELL, LastMark, RADIUS, RecordMark, Stone, StonePaints, type Arrival } from "./Stone";
import { inView, wrappedCopies, type Offset } from "./torus";
import { NO_OVERLAY, type BoardProps } from "./types";
import { useDrag } from "./useDrag";
import { useDrawing } from "./useDrawing";
import { useSlide } from "./useSlide";
import { useGrid } from "./useGrid";
import { useNarrow } from "./useNarrow";

interface Props extends BoardProps {
  offset: Offset;
  onOffset: (offset: Offset) => void;
}

export function StonesBoard(props: Props) {
  const { game, position, overlay = NO_OVERLAY, offset } = props;
  const { rows, columns, wraps } = game;
  const id = useId().replace(/\W/g, "");
  const coordinates = useStore(settings).coordinates;
  const frame = frameOf({ rows, columns, wraps, coordinates, narrow: useNarrow() });
  const layers = useRef<(SVGGElement | null)[]>([]);
  const shift = (dx: number, dy: number): void => {
    layers.current[0]?.setAttribute("transform", `translate(${dx} ${dy})`);
    layers.current[1]?.setAttribute("transform", `translate(${dx} 0)`);
    layers.current[2]?.setAttribute("transform", `translate(0 ${dy})`);
  };
  const drawing = useDrawing(props);
  const drag = useDrag(wraps, offset, CELL, props.onOffset, shift);
  useSlide(offset, layers, drag.isDragging);
  const middle = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
  const grid = useGrid(props, middle, (from, key) => stepPoint(game, from, key), () => drag.wasDragged() || drawing.wasLongPress());

  const stones = position.stones ?? NO_STONES;
  const { placed, taken, turned } = useChanges(stones);
  const legal = useMemo(() => new Set(position.legal), [position]);
  const forbidden = useMemo(() => new Set(position.forbidden), [position]);
  const highlight = useMemo(() => new Set(position.highlight), [position]);
  const copies = useMemo(
    () => (wraps ? wrappedCopies(rows, columns, frame.margin + 1, offset) : []),
    [wraps, rows, columns, frame.margin, offset.row, offset.column],
  );

  const spot = (point: number): { x: number; y: number } | null =>
    point >= rows * columns
      ? null
      : {
          x: CELL * inView(point % columns, offset.column, columns),
          y: CELL * inView(Math.floor(point / columns), offset.row, rows),
        };
  const lit = grid.pending ?? grid.hover;
  const ghost = lit !== null && props.active && legal.has(lit) ? lit : null;
  const letters = columnLetters(columns, game.skips_letter_i ?? false);

  return (
    <svg
      ref={grid.svgRef}
      class={`board stones-board${wraps ? " is-torus" : ""}`}
      viewBox={frame.viewBox}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows}
      aria-colcount={columns}
      {...grid.handlers}
      {...together(drawing.handlers, drag.handlers)}
    >
      <defs>
        <StonePaints id={id} />
        {wraps ? (
          <clipPath id={`${id}-clip`}>
            <rect {...frame.inner} />
          </clipPath>
        ) : null}
      </defs>
      <Frame
        shape={frame}
        rows={rows}
        columns={columns}
        letters={letters}
        offset={offset}
        coordinates={coordinates}
        fromTop={game.rows_from_top}
        columnRef={(layer) => (layers.current[1] = layer)}
        rowRef={(layer) => (layers.current[2] = layer)}
      />
      <g clip-path={wraps ? `url(#${id}-clip)` : undefined} role="presentation">
        <g
          ref={(layer) => {
            layers.current[0] = layer;
          }}
          role="presentation"
        >
          {game.squares ? (
            <Squares rows={rows} columns={columns} />
          ) : (
            <Lines shape={frame} rows={rows} columns={columns} wraps={wraps} />
          )}
          {overlay.ownership ? <OwnershipShade ownership={overlay.ownership} place={spot} size={CELL} /> : null}
          <g aria-hidden="true">
            {[...(overlay.tints ?? [])].map(([point, tint]) => {
              const at = spot(point);
              return (
                at && (
                  <rect
                    key={point}
                    x={at.x - CELL / 2}
                    y={at.y - CELL / 2}
                    width={CELL}
                    height={CELL}
                    class={`tint tint-${tint}`}
                  />
                )
              );
            })}
            {game.stars?.map((star) => {
              const at = spot(star);
              return at && <circle key={star} cx={at.x} cy={at.y} r="3.4" class="star" />;
            })}
            {copies.map(({ point, row, column }) => (
              <g key={`${row},${column}`} data-move={point} transform={`translate(${CELL * column} ${CELL * row})`}>
                <rect x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} class="hit" />
                {(stones[point] ?? -1) >= 0 ? <Stone id={id} colour={stones[point] as number} point={point} /> : null}
              </g>
            ))}
            {taken.map(({ point, colour }) => {
              const at = spot(point);
              return (
                at && (
                  <g key={`${position.ply} ${point}`} transform={`translate(${at.x} ${at.y})`} class="taken">
                    <Stone id={id} colour={colour} point={point} />
                  </g>
                )
              );
            })}
          </g>
          {Array.from({ length: rows }, (_, row) => (
            <g key={row} role="row">
              {Array.from({ length: columns }, (_, column) => {
                const point = row * columns + column;
                const at = spot(point) as { x: number; y: number };
                return (
                  <Cell
                    key={point}
                    id={id}
                    point={point}
                    x={at.x}
                    y={at.y}
                    name={game.move_names[point] ?? ""}
                    stone={stones[point] ?? -1}
                    arrival={placed.has(point) ? "placed" : turned.has(point) ? "turned" : null}
                    last={position.last_move === point}
                    legal={legal.has(point)}
                    dotted={game.squares && props.active && legal.has(point)}
                    forbidden={forbidden.has(point)}
                    winning={highlight.has(point)}
                    current={grid.current === point}
                    active={props.active}
                    colours={game.colours ?? game.players}
                    mark={overlay.marks?.[point] ?? null}
                    fate={overlay.dead?.has(point) ? "dead" : overlay.seki?.has(point) ? "seki" : null}
                  />
                );
              })}
            </g>
          ))}
          <WinningLine points={position.highlight ?? []} columns={columns} />
          {ghost === null ? null : (
            <g transform={`translate(${spot(ghost)?.x} ${spot(ghost)?.y})`} class="no-pointer" aria-hidden="true">
              <Stone id={id} colour={position.colour_to_place} ghost />
              {grid.pending === ghost ? <circle r={RADIUS + 2} class="pending" /> : null}
            </g>
          )}
          {overlay.ownership ? (
            <DoubtfulStones ownership={overlay.ownership} stones={stones} place={spot} size={CELL / 2.4} />
          ) : null}
          {overlay.territory ? (
            <TerritoryLayer
              territory={overlay.territory}
              dead={overlay.dead ?? NO_POINTS}
              stones={stones}
              place={spot}
              size={CELL / 2.6}
            />
          ) : null}
          <RemarkLayer game={game} remarks={overlay.remarks ?? []} place={spot} size={RADIUS} />
          <OverlayLayer
            overlay={overlay}
            place={spot}
            radius={RADIUS - 0.6}
            stepClass={(index) => ((position.colour_to_place + index) % 2 === 0 ? "on-black" : "on-white")}
            stepShape={(_, index) => <Stone id={id} colour={(position.colour_to_place + index) % 2} />}
          />
        </g>
        {wraps ? <path d={frame.veil} class="veil" fill-rule="evenodd" /> : null}
      </g>
      {wraps ? <rect {...frame.core} class="seam" /> : null}
    </svg>
  );
}

type Handlers = Record<string, (event: PointerEvent & MouseEvent) => void>;

/** Handlers that call both of those with the same name. */
function together(one: object, two: object): Handlers {
  const [first, second] = [one as Handlers, two as Handlers];
  const both: Handlers = { ...first, ...second };
  for (const name of Object.keys(both)) {
    both[name] = (event) => {
      first[name]?.(event);
      second[name]?.(event);
    };
  }
  return both;
}

function Lines({ shape, rows, columns, wraps }: { shape: FrameShape; rows: number; columns: number; wraps: boolean }) {
  const extra = wraps ? shape.margin + 1 : 0;
  const [low, high] = [-extra * CELL, (columns - 1 + extra) * CELL];
  const [top, bottom] = [-extra * CELL, (rows - 1 + extra) * CELL];
  let path = "";
  for (let row = -extra; row < rows + extra; row++) path += `M${low} ${row * CELL}H${high}`;
  for (let column = -extra; column < columns + extra; column++) path += `M${column * CELL} ${top}V${bottom}`;
  return <path d={path} class="grid-lines" aria-hidden="true" />;
}

/** The lines between squares, which stones do not stand on. */
function Squares({ rows, columns }: { rows: number; columns: number }) {
  const [low, right, bottom] = [-CELL / 2, (columns - 0.5) * CELL, (rows - 0.5) * CELL];
  let path = "";
  for (let row = 0; row <= rows; row++) path += `M${low} ${(row - 0.5) * CELL}H${right}`;
  for (let column = 0; column <= columns; column++) path += `M${(column - 0.5) * CELL} ${low}V${bottom}`;
  return <path d={path} class="grid-lines" aria-hidden="true" />;
}

function WinningLine({ points, columns }: { points: readonly number[]; columns: number }) {
  const ends = endsOf(points, columns);
  if (ends === null) return null;
  const [from, to] = ends.map((point) => ({ x: CELL * (point % columns), y: CELL * Math.floor(point / columns) }));
  return <line x1={from?.x} y1={from?.y} x2={to?.x} y2={to?.y} class="winning-line" aria-hidden="true" />;
}

interface CellProps {
  id: string;
  point: number;
  x: number;
  y: number;
  name: string;
  stone: number;
  arrival: Arrival;
  last: boolean;
  legal: boolean;
  /** Whether a dot shows that a stone may be placed there, where most squares are not allowed. */
  dotted: boolean;
  forbidden: boolean;
  winning: boolean;
  current: boolean;
  active: boolean;
  colours: readonly [string, string] | readonly string[];
  mark: string | null;
  /** Of a stone on a counted board. */
  fate: "dead" | "seki" | null;
}

const NO_POINTS: ReadonlySet<number> = new Set();
const NO_STONES: readonly number[] = [];

function cellLabel({ name, stone, last, legal, forbidden, winning, active, colours, mark, fate }: CellProps): string {
  const parts = [name, stone >= 0 ? `${colours[stone]} stone` : "empty"];
  if (fate !== null) parts.push(fate === "dead" ? "dead" : "in seki");
  if (last) parts.push("last move");
  if (winning) parts.push("decided the game");
  if (stone < 0 && active) parts.push(legal ? "legal" : forbidden ? "forbidden" : "not allowed");
  if (mark !== null) parts.push(`marked ${mark}`);
  return parts.join(", ");
}

const Cell = memo((props: CellProps) => (
  <g
    role="gridcell"
    data-move={props.point}
    tabindex={props.current ? 0 : -1}
    aria-label={cellLabel(props)}
    class={`cell${props.active && props.legal ? " is-legal" : ""}`}
    transform={`translate(${props.x} ${props.y})`}
  >
    <rect x={-CELL / 2} y={-CELL / 2} width={CELL} height={CELL} class="hit" />
    {props.stone >= 0 ? (
      <Stone
        id={props.id}
        colour={props.stone}
        ghost={props.fate === "dead"}
        point={props.point}
        arrival={props.arrival}
      />
    ) : null}
    {props.fate === "seki" ? <text y="6" class={`mark mark-text on-${props.stone === 0 ? "black" : "white"}`}>S</text> : null}
    {props.dotted ? <circle r={RADIUS / 4} class="playable" /> : null}
    {props.winning ? <circle r={RADIUS - 1} class="winning" /> : null}
    {props.last && props.stone >= 0 ? <LastMark colour={props.stone} /> : null}
    {props.forbidden && props.stone < 0 ? <path d="M-7-7 7 7M-7 7 7-7" class="forbidden" /> : null}
    {props.mark === null ? null : <RecordMark kind={props.mark} on={props.stone} />}
    <rect x={-CELL / 2 + 2} y={-CELL / 2 + 2} width={CELL - 4} height={CELL - 4} rx="6" class="focus-ring" />
  </g>
));
