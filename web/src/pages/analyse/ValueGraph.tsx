/** The chances over the game. It says what it shows, marks mistakes by shape, and leads to every move. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { Icon } from "../../parts/Icon";
import { percent, VERDICTS } from "../../state/format";
import { graphOf, isMistake, type GraphPoint } from "../../state/review";
import { settings } from "../../state/settings";
import { useStore } from "../../state/store";
import { depth } from "../../state/tree";
import { currentLine, type Workspace } from "../../state/workspace";
import { drawGraph, graphOptions } from "./graphDrawing";
import type { Review } from "./useReview";

interface Props {
  space: Workspace;
  names: [string, string];
  onGo: (id: number) => void;
  review: Review;
}

const SECONDS_A_MOVE = 0.5;

export function ValueGraph({ space, names, onGo, review }: Props) {
  const line = currentLine(space);
  const points = graphOf(line, space.judgements, space.values);
  const known = points.filter((point) => point.chance !== null).length;
  const here = depth(space.tree, space.current);
  return (
    <section class="card graph-card" aria-labelledby="graph-title">
      <header class="card-head">
        <h2 id="graph-title">Chances over the game</h2>
        {line.length < 2 ? null : review.running ? (
          <button type="button" class="button small" onClick={review.stop}>
            <Icon name="stop" /> Stop ({review.done}/{review.total})
          </button>
        ) : (
          <button type="button" class="button small primary" onClick={() => review.start(SECONDS_A_MOVE)}>
            <Icon name="graph" />{" "}
            <span>
              Review<span class="visually-hidden"> the game</span>
            </span>
          </button>
        )}
      </header>
      {review.running ? <progress class="progress" max={review.total} value={review.done} aria-label="Review" /> : null}
      {known < 2 ? (
        <p class="quiet-text">
          {line.length < 2
            ? "Play or open some moves to see how the chances change."
            : "A review draws the chances of both players after every move, and marks the mistakes."}
        </p>
      ) : (
        <>
          <Plot
            points={points}
            here={here}
            name={names[0]}
            onPly={(ply) => {
              const id = line[ply];
              if (id !== undefined) onGo(id);
            }}
          />
          <p class="graph-legend">
            Above the middle {names[0]} is ahead, below it {names[1]}.{" "}
            {points.some((point) => point.lead !== null) ? "The dashed curve is the lead in points. " : null}
            Marks:{" "}
            {(["inaccuracy", "mistake", "blunder"] as const).map((kind) => (
              <span key={kind} class={`legend-item verdict-${kind}`}>
                <span class="verdict-badge" aria-hidden="true">
                  {VERDICTS[kind].sign}
                </span>{" "}
                {VERDICTS[kind].title.toLowerCase()}
              </span>
            ))}
          </p>
        </>
      )}
    </section>
  );
}

function Plot({
  points,
  here,
  name,
  onPly,
}: {
  points: GraphPoint[];
  here: number;
  name: string;
  onPly: (ply: number) => void;
}) {
  const box = useRef<HTMLDivElement | null>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef({ points, here, onPly });
  latest.current = { points, here, onPly };
  const theme = useStore(settings).theme;
  const counted = points.some((point) => point.lead !== null);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const options = graphOptions(element, name, counted, (chart) =>
      drawGraph(chart, element, latest.current.points, latest.current.here),
    );
    const chart = new uPlot(options, dataOf(latest.current.points), element);
    plot.current = chart;
    const onClick = (): void => {
      const index = chart.cursor.idx;
      if (index !== null && index !== undefined) latest.current.onPly(index);
    };
    chart.over.addEventListener("click", onClick);
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
      plot.current = null;
    };
  }, [theme, name, counted]);

  useEffect(() => plot.current?.setData(dataOf(points)), [points]);
  useEffect(() => plot.current?.redraw(), [here]);

  return <div class="graph" ref={box} role="img" aria-label={graphWords(points, name)} />;
}

function dataOf(points: readonly GraphPoint[]): uPlot.AlignedData {
  return [
    points.map((point) => point.ply),
    points.map((point) => (point.chance === null ? null : 100 * point.chance)),
    points.map((point) => point.lead),
  ];
}

function graphWords(points: readonly GraphPoint[], name: string): string {
  const last = [...points].reverse().find((point) => point.chance !== null);
  const wrong = points.filter((point) => point.judgement && isMistake(point.judgement)).length;
  return `Graph of the chances of ${name} over ${points.length - 1} moves, ${wrong} mistakes marked. At the end: ${percent(last?.chance ?? 0.5)}.`;
}
