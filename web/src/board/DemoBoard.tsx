/** A small board that plays a short game by itself, unless the system asks for reduced motion. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { DEMOS, type Demo } from "./demos";
import { closedBy, countLines, placeOf } from "./lines";
import { SmallBoard } from "./SmallBoard";

const PAUSE = 900;

/** `delay` is in quarters of a pause, so that neighbouring boards move in turn. */
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
  const stones = useMemo(() => {
    const board: number[] = Array<number>(size * size).fill(-1);
    start.forEach((points, player) => points.forEach((point) => (board[point] = player)));
    steps.forEach(([move, ...captured], index) => {
      board[move as number] = index % 2;
      for (const point of captured) board[point] = turns ? index % 2 : -1;
    });
    return board;
  }, [steps, demo]);
  const last = steps.at(-1)?.[0];
  return (
    <SmallBoard
      class="demo"
      size={size}
      stones={stones}
      lit={last === undefined ? [] : [last]}
      wraps={wraps}
      squares={turns}
    />
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
