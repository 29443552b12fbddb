/** Endgames on the analysis board: what clicks do, which regions are known, which position is shown. */
import { useRef, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { PositionRequest, PositionView, TemperatureRegion } from "../../api/types";
import type { Overlay } from "../../board/types";
import { regionRemark, squaresOf, temperatureOverlay, withStones, type Shown } from "../../endgames/shown";
import { useTask } from "../../parts/useTask";
import { announce } from "../../state/messages";

const SECONDS = 5;

/** What a click on the board does. */
export type ClickMode = "play" | "paint" | "find";

export interface Temperature {
  mode: ClickMode;
  setMode: (mode: ClickMode) => void;
  marked: readonly number[];
  /** The points that the record marks with squares, as collections of problems mark a region. */
  squares: readonly number[];
  busy: boolean;
  regions: readonly TemperatureRegion[] | null;
  /** Measures the marked points, or the whole board. */
  measure: () => void;
  measureSquares: () => void;
  clear: () => void;
  point: (region: TemperatureRegion | null) => void;
  shown: { index: number; what: Shown } | null;
  show: (index: number, what: Shown | null) => void;
  /** Takes a click, if it is not for playing. */
  click: (point: number) => boolean;
  hover: (point: number | null) => void;
  /** Instead of all other marks; null where those stay. */
  overlay: Overlay | null;
  view: (position: PositionView) => PositionView;
}

export function useTemperature(request: PositionRequest, marks: Readonly<Record<string, string>>): Temperature {
  const here = JSON.stringify(request);
  const [mode, setMode] = useState<ClickMode>("play");
  const [painted, setPainted] = useState<{ of: string; points: readonly number[] }>({ of: here, points: [] });
  const [found, setFound] = useState<{ of: string; regions: TemperatureRegion[] } | null>(null);
  const [pointed, point] = useState<TemperatureRegion | null>(null);
  const [picked, setPicked] = useState<{ of: string; index: number; what: Shown } | null>(null);
  const [busy, run] = useTask();
  const last = useRef<number | null>(null);

  const marked = painted.of === here ? painted.points : [];
  const squares = squaresOf(marks);
  const regions = found?.of === here ? found.regions : null;
  const shown = picked?.of === here && regions !== null ? picked : null;
  const ask = (region: readonly number[], at: number | null): void =>
    run(async () => {
      const answer = await api.temperatures(request, region, at, SECONDS);
      setFound({ of: here, regions: answer });
      setPicked(null);
      setMode("play");
      announce(answer.length === 0 ? "Nothing is undecided." : `Regions: ${answer.length}.`);
    });
  const paint = (points: readonly number[], toggles: boolean): void =>
    setPainted((old) => {
      const now = new Set(old.of === here ? old.points : []);
      for (const each of points) if (!(toggles && now.delete(each))) now.add(each);
      return { of: here, points: [...now] };
    });

  const overlay = ((): Overlay | null => {
    if (shown) return { remarks: [regionRemark(shown.what.region)], marks: shown.what.marks };
    if (mode === "paint") return { remarks: [regionRemark(marked)] };
    if (regions === null || regions.length === 0) return null;
    return { ...temperatureOverlay(regions), remarks: pointed ? [regionRemark(pointed.region)] : [] };
  })();

  return {
    mode,
    setMode: (next) => {
      setMode(next);
      setPicked(null);
      if (next === "paint") setPainted({ of: here, points: squares });
    },
    marked,
    squares,
    busy,
    regions,
    measure: () => ask(mode === "paint" ? marked : [], null),
    measureSquares: () => ask(squares, null),
    clear: () => {
      setFound(null);
      point(null);
    },
    point,
    shown,
    show: (index, what) => setPicked(what === null ? null : { of: here, index, what }),
    click: (at) => {
      if (mode === "paint") paint([at], true);
      else if (mode === "find") ask([], at);
      else if (shown) setPicked(null);
      else return false;
      return true;
    },
    // Points over which the mouse is dragged with its button down are painted.
    hover: (at) => {
      if (mode === "paint" && at !== null && isPressed()) paint(last.current === null ? [at] : [last.current, at], false);
      last.current = at;
    },
    overlay,
    view: (position) => (shown ? withStones(position, shown.what) : position),
  };
}

let pressed = false;
if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", (event) => (pressed = event.isPrimary && event.button === 0), true);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => (pressed = false), true);
}
const isPressed = (): boolean => pressed;
