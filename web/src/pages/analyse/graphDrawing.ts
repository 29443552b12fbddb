/** How the graph of chances looks. Colours come from the style sheet. */
import uPlot from "uplot";
import { VERDICTS } from "../../state/format";
import { isMistake, type GraphPoint } from "../../state/review";

const FONT = "12px system-ui, sans-serif";

function colour(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}

const LEAST_POINTS = 10;

function evenRange(low: number | null, high: number | null): [number, number] {
  const most = Math.max(LEAST_POINTS, Math.abs(low ?? 0), Math.abs(high ?? 0));
  return [-most, most];
}

/** With `points` a second curve shows the lead. */
export function graphOptions(
  element: HTMLElement,
  name: string,
  points: boolean,
  draw: (chart: uPlot) => void,
): uPlot.Options {
  const [text, rule, line, area] = ["--text-soft", "--line", "--graph-line", "--graph-area"].map((each) =>
    colour(element, each),
  );
  const axis = {
    stroke: text as string,
    font: FONT,
    labelFont: FONT,
    grid: { stroke: rule as string, width: 1 },
    ticks: { stroke: rule as string, width: 1 },
  };
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    padding: [12, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { time: false },
      y: { range: [0, 100] },
      // Even in the middle, as the chances are, and never so fine that half a point looks like much.
      points: { range: (_chart, low, high) => evenRange(low, high) },
    },
    axes: [
      { ...axis, label: "Move", labelSize: 18, size: 32, incrs: [1, 2, 5, 10, 20, 50, 100] },
      { ...axis, label: `Chance of ${name} (%)`, labelSize: 18, size: 38, splits: () => [0, 25, 50, 75, 100] },
      { ...axis, show: points, scale: "points", side: 1, label: "Lead in points", labelSize: 18, size: 38, grid: { show: false } },
    ],
    series: [
      {},
      {
        stroke: line as string,
        width: 2,
        fill: area as string,
        fillTo: 50,
        spanGaps: true,
        points: { show: false },
      } as uPlot.Series,
      {
        show: points,
        scale: "points",
        stroke: colour(element, "--graph-points"),
        width: 2,
        dash: [6, 3],
        spanGaps: true,
        points: { show: false },
      } as uPlot.Series,
    ],
    hooks: { draw: [draw] },
  };
}

/** The middle, the current move, and a mark for every mistake. */
export function drawGraph(chart: uPlot, element: Element, points: readonly GraphPoint[], here: number): void {
  const pen = chart.ctx;
  const scale = devicePixelRatio;
  const x = (ply: number): number => chart.valToPos(ply, "x", true);
  const y = (chance: number): number => chart.valToPos(100 * chance, "y", true);
  pen.save();
  pen.lineWidth = scale;
  pen.strokeStyle = colour(element, "--text-soft");
  pen.setLineDash([4 * scale, 4 * scale]);
  segment(pen, chart.bbox.left, y(0.5), chart.bbox.left + chart.bbox.width, y(0.5));
  pen.setLineDash([]);
  pen.lineWidth = 2 * scale;
  pen.strokeStyle = colour(element, "--accent");
  segment(pen, x(here), chart.bbox.top, x(here), chart.bbox.top + chart.bbox.height);
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = `700 ${9 * scale}px system-ui, sans-serif`;
  for (const { ply, chance, judgement } of points) {
    if (chance === null || judgement === null || !isMistake(judgement)) continue;
    const [cx, cy] = [
      x(ply),
      Math.min(Math.max(y(chance), chart.bbox.top + 9 * scale), chart.bbox.top + chart.bbox.height - 9 * scale),
    ];
    pen.fillStyle = colour(element, `--${judgement.verdict}`);
    shape(pen, judgement.verdict, cx, cy, 8 * scale);
    pen.fillStyle = colour(element, "--on-verdict");
    pen.fillText(VERDICTS[judgement.verdict].sign, cx, cy + 0.5 * scale);
  }
  pen.restore();
}

function segment(pen: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}

/** Circle, square, diamond: the size of a mistake without its colour. */
function shape(pen: CanvasRenderingContext2D, verdict: string, x: number, y: number, r: number): void {
  pen.beginPath();
  if (verdict === "inaccuracy") pen.arc(x, y, r, 0, 2 * Math.PI);
  else if (verdict === "mistake") pen.rect(x - r * 0.9, y - r * 0.9, 1.8 * r, 1.8 * r);
  else {
    const d = 1.3 * r;
    pen.moveTo(x, y - d);
    pen.lineTo(x + d, y);
    pen.lineTo(x, y + d);
    pen.lineTo(x - d, y);
  }
  pen.closePath();
  pen.fill();
}
