/** Drawing on a board: the right button marks a point or draws an arrow, a long press of a finger marks. */
import { useRef } from "preact/hooks";
import type { BoardProps } from "./types";
import { moveOf } from "./useGrid";

const LONG_PRESS_MS = 500;
/** Pixels that a finger may slip during a long press. */
const SLIP = 10;
const RIGHT = 2;

export function useDrawing({ onMark, onArrow }: Pick<BoardProps, "onMark" | "onArrow">) {
  const from = useRef<number | null>(null);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);
  const endPress = (): void => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  };
  const under = (event: PointerEvent): number | null => moveOf(document.elementFromPoint(event.clientX, event.clientY));

  return {
    handlers: {
      onPointerDown: (event: PointerEvent): void => {
        wasLong.current = false;
        if (onMark === undefined) return;
        const point = moveOf(event.target);
        if (event.button === RIGHT) from.current = point;
        else if (event.pointerType === "touch" && point !== null) {
          endPress();
          const timer = setTimeout(() => {
            wasLong.current = true;
            onMark(point);
          }, LONG_PRESS_MS);
          press.current = { timer, x: event.clientX, y: event.clientY };
        }
      },
      onPointerMove: (event: PointerEvent): void => {
        const now = press.current;
        if (now && Math.hypot(event.clientX - now.x, event.clientY - now.y) > SLIP) endPress();
      },
      onPointerUp: (event: PointerEvent): void => {
        endPress();
        const start = from.current;
        from.current = null;
        if (event.button !== RIGHT || start === null) return;
        const end = under(event);
        if (end === start) onMark?.(start);
        else if (end !== null) onArrow?.(start, end);
      },
      onPointerCancel: endPress,
      onContextMenu: (event: MouseEvent): void => {
        if (onMark !== undefined) event.preventDefault();
      },
    },
    /** Whether the click that follows belongs to a long press. */
    wasLongPress: () => wasLong.current,
  };
}
