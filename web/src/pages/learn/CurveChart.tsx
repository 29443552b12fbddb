/** A chart of some figures over the steps of a run, that grows while the run goes on. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { settings } from "../../state/settings";
import { useStore } from "../../state/store";
import { byStep, figureText, figureTitle, type Chart, type Curves } from "./curves";

const FONT = "12px system-ui, sans-serif";
/** Lines differ by colour and by dashes. */
const COLOURS = ["--graph-line", "--mistake", "--best", "--good", "--inaccuracy", "--text-soft"];
const DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3], [4, 2], [1, 2]];

export function CurveChart({ chart, curves }: { chart: Chart; curves: Curves }) {
  const box = useRef<HTMLDivElement | null>(null);
  const plot = useRef<uPlot | null>(null);
  const theme = useStore(settings).theme;
  const names = chart.figures.join("|");
  const data = byStep(curves, chart.figures) as uPlot.AlignedData;
  const latest = useRef(data);
  latest.current = data;

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    plot.current = new uPlot(optionsOf(element, chart), latest.current, element);
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
      plot.current = null;
    };
  }, [theme, names]);
  useEffect(() => plot.current?.setData(latest.current), [curves]);

  return (
    <figure class="curve-chart">
      <figcaption>
        <b>{chart.title}</b>
        <ul class="curve-legend">
          {chart.figures.map((name, index) => (
            <li key={name}>
              {chart.figures.length > 1 ? (
                <>
                  <svg viewBox="0 0 26 8" aria-hidden="true" class={`curve-sample curve-${index % COLOURS.length}`}>
                    <path d="M1 4H25" stroke-dasharray={DASHES[index % DASHES.length]?.join(" ")} />
                  </svg>{" "}
                  {figureTitle(name.slice(name.indexOf(".") + 1))}{" "}
                </>
              ) : null}
              <span class="curve-now">{lastOf(curves, name)}</span>
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="curve-box" ref={box} role="img" aria-label={words(chart, curves)} />
    </figure>
  );
}

function lastOf(curves: Curves, name: string): string {
  const known = curves.figures[name]?.filter((value) => value !== null) ?? [];
  const last = known.at(-1);
  return last === undefined || last === null ? "–" : figureText(last);
}

function words(chart: Chart, curves: Curves): string {
  const parts = chart.figures.map((name) => {
    const known = (curves.figures[name] ?? []).filter((value): value is number => value !== null);
    const [first, last] = [known[0], known.at(-1)];
    return first === undefined || last === undefined
      ? `${figureTitle(name)}: not measured`
      : `${figureTitle(name)}: from ${figureText(first)} to ${figureText(last)}`;
  });
  return `Chart. ${parts.join("; ")}.`;
}

function optionsOf(element: HTMLElement, chart: Chart): uPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: colour("--text-soft"),
    font: FONT,
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
  };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [10, 10, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: false } },
    axes: [
      { ...axis, size: 28 },
      { ...axis, size: 52, values: (_, splits) => splits.map(figureText) },
    ],
    series: [
      {},
      ...chart.figures.map(
        (_, index): uPlot.Series => ({
          stroke: colour(COLOURS[index % COLOURS.length] as string),
          dash: DASHES[index % DASHES.length] ?? [],
          width: 2,
          spanGaps: true,
          points: { show: false },
        }),
      ),
    ],
  };
}
