/** Dragging a board without edges: the picture follows the pointer and snaps to whole steps. */
import { useRef } from "preact/hooks";
import { snap, type Offset } from "./torus";

const THRESHOLD = 6;

interface Drag {
  x: number;
  y: number;
  offset: Offset;
  moved: boolean;
  /** Screen pixels a cell. */
  scale: number;
}

export function useDrag(
  enabled: boolean,
  offset: Offset,
  cell: number,
  onOffset: (offset: Offset) => void,
  shift: (dx: number, dy: number) => void,
) {
  const drag = useRef<Drag | null>(null);
  const justDragged = useRef(false);

  const onPointerDown = (event: PointerEvent): void => {
    justDragged.current = false;
    if (!enabled || event.button !== 0) return;
    const svg = event.currentTarget as SVGSVGElement;
    const scale = (svg.getScreenCTM()?.a ?? 1) * cell;
    drag.current = { x: event.clientX, y: event.clientY, offset, moved: false, scale };
  };

  const onPointerMove = (event: PointerEvent): void => {
    const now = drag.current;
    if (now === null) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    if (!now.moved && Math.hypot(dx, dy) < THRESHOLD) return;
    if (!now.moved) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    now.moved = true;
    const column = snap(now.offset.column - dx / now.scale);
    const row = snap(now.offset.row - dy / now.scale);
    onOffset({ row: row.whole, column: column.whole });
    shift(column.rest * cell, row.rest * cell);
  };

  const end = (): void => {
    if (drag.current?.moved) justDragged.current = true;
    drag.current = null;
    shift(0, 0);
  };

  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
    isDragging: () => drag.current?.moved ?? false,
    /** Whether the click that follows belongs to a drag. */
    wasDragged: () => justDragged.current,
  };
}
