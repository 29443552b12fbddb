/** A view of the torus that moves by a step slides there instead of jumping. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { CELL } from "./Stone";
import type { Offset } from "./torus";

const MILLISECONDS = 160;

/** `layers` are the board, the letters of the columns and the numbers of the rows. */
export function useSlide(
  offset: Offset,
  layers: { current: readonly (SVGGElement | null)[] },
  isDragging: () => boolean,
): void {
  const before = useRef(offset);
  useLayoutEffect(() => {
    const [x, y] = [offset.column - before.current.column, offset.row - before.current.row];
    before.current = offset;
    const isStep = Math.abs(x) + Math.abs(y) === 1;
    if (!isStep || isDragging() || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const slide = (layer: SVGGElement | null | undefined, dx: number, dy: number): void => {
      layer?.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: MILLISECONDS,
        easing: "ease-out",
      });
    };
    slide(layers.current[0], x * CELL, y * CELL);
    slide(layers.current[1], x * CELL, 0);
    slide(layers.current[2], 0, y * CELL);
  }, [offset.row, offset.column]);
}
