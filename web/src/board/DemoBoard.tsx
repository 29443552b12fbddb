/** A small board that plays a short game by itself, unless the person wants little motion. */
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { DEMOS, type Demo } from "./demos";
import { closedBy, countLines, placeOf } from "./lines";
import { CELL, LastMark, Stone, StonePaints } from "./Stone";

const PAUSE = 900;

/** `delay` counts in quarters of a pause, so that boards beside each other move in turn. */
export function DemoBoard({ game, delay = 0 }: { game: string; delay?: number }) {
  const demo = DEMOS[game];
  const total = demo?.steps.length ?? 0;
  const [shown, setShown] = useState(Math.ceil(total * 0.8));
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let timer = 0;
    const step = (): void => setShown((old) => (old >= total + 3 ? 1 : old + 1));
    const wait = setTimeout(() => (timer = window.setInterval(step, PAUSE)), (delay * PAUSE) / 4);
    return () => {
      clearTimeout(wait);
      clearInterval(timer);
    };
  }, [delay, total]);
  if (demo === undefined) return null;
  const steps = demo.steps.slice(0, Math.min(shown, total));
  return demo.board === "lines" ? (
    <SmallLines size={demo.size} lines={steps.map((step) => step[0] as number)} />
  ) : (
    <SmallStones demo={demo} steps={steps} />
  );
}

function SmallStones({ demo, steps }: { demo: Demo; steps: Demo["steps"] }) {
  const { size, wraps = false, turns = false, start = [] } = demo;
  const id = useId().replace(/\W/g, "");
  const stones = useMemo(() => {
    const board: number[] = Array<number>(size * size).fill(-1);
    start.forEach((points, player) => points.forEach((point) => (board[point] = player)));
    steps.forEach(([move, ...captured], index) => {
      board[move as number] = index % 2;
      for (const point of captured) board[point] = turns ? index % 2 : -1;
    });
    return board;
  }, [steps, demo]);
  const edge = (size - 1) * CELL;
  const shifts = wraps ? [-size, 0, size] : [0];
  // A torus has no edge: its lines run on, and so do its stones.
  const out = wraps ? size * CELL : 0;
  const columns = Array.from({ length: wraps ? 3 * size : size }, (_, i) => (wraps ? i - size : i));
  // In squares there is one line more each way, half a cell off.
  const half = turns ? CELL / 2 : 0;
  const rows = Array.from({ length: turns ? size + 1 : size }, (_, i) => i * CELL - half);
  const rules =
    rows.map((y) => `M${-out - half} ${y}H${edge + out + half}`).join("") +
    (turns ? [...columns, size] : columns)
      .map((i) => `M${i * CELL - half} ${wraps ? -26 : -half}V${edge + (wraps ? 26 : half)}`)
      .join("");
  const last = steps.at(-1)?.[0];
  return (
    <svg class="board demo" viewBox={`-26 -26 ${edge + 52} ${edge + 52}`} aria-hidden="true">
      <defs>
        <StonePaints id={id} />
      </defs>
      <path d={rules} class="grid-lines" />
      {shifts.map((shift) => (
        <g key={shift} transform={`translate(${shift * CELL} 0)`} class={shift === 0 ? "" : "demo-copy"}>
          {stones.map((stone, point) =>
            stone < 0 ? null : (
              <g key={point} transform={`translate(${(point % size) * CELL} ${Math.floor(point / size) * CELL})`}>
                <Stone id={id} colour={stone} />
                {point === last && shift === 0 ? <LastMark colour={stone} /> : null}
              </g>
            ),
          )}
        </g>
      ))}
    </svg>
  );
}

function SmallLines({ size, lines }: { size: number; lines: readonly number[] }) {
  const box = 80;
  const shape = { rows: size, columns: size };
  const owners = useMemo(() => {
    const found: number[] = Array<number>(size * size).fill(-1);
    let player = 0;
    lines.forEach((line, index) => {
      const closed = closedBy(shape, lines.slice(0, index), line);
      for (const each of closed) found[each] = player;
      if (closed.length === 0) player = 1 - player;
    });
    return found;
  }, [lines]);
  return (
    <svg class="board demo on-paper" viewBox={`-20 -20 ${size * box + 40} ${size * box + 40}`} aria-hidden="true">
      {owners.map((owner, index) =>
        owner < 0 ? null : (
          <g key={index} transform={`translate(${(index % size) * box} ${Math.floor(index / size) * box})`}>
            <rect x="4" y="4" width={box - 8} height={box - 8} class={`owner-${owner}-ground`} />
            <text x={box / 2} y={box / 2 + 10} class={`demo-sign owner-${owner}-ink`}>
              {owner + 1}
            </text>
          </g>
        ),
      )}
      {Array.from({ length: countLines(shape) }, (_, line) => {
        const { horizontal, row, column } = placeOf(shape, line);
        const [x, y] = [column * box, row * box];
        return lines.includes(line) ? (
          <line
            key={line}
            x1={x}
            y1={y}
            x2={x + (horizontal ? box : 0)}
            y2={y + (horizontal ? 0 : box)}
            class={line === lines.at(-1) ? "line drawn last-line" : "line drawn"}
          />
        ) : null;
      })}
      {Array.from({ length: (size + 1) ** 2 }, (_, dot) => (
        <circle key={dot} cx={(dot % (size + 1)) * box} cy={Math.floor(dot / (size + 1)) * box} r="6" class="dot" />
      ))}
    </svg>
  );
}
