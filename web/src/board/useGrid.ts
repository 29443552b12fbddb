/** Roving focus, pointer and keyboard of a board: every move is a cell with `data-move`. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { announce } from "../state/messages";
import { settings } from "../state/settings";
import type { BoardProps } from "./types";

export interface Grid {
  /** The one cell in the tab order. */
  current: number;
  /** The cell under the pointer or with the visible focus. */
  hover: number | null;
  /** A tapped point that waits for a second tap. */
  pending: number | null;
  svgRef: { current: SVGSVGElement | null };
  handlers: {
    onClick: (event: MouseEvent) => void;
    onPointerOver: (event: PointerEvent) => void;
    onPointerLeave: () => void;
    onMouseDown: (event: MouseEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
    onFocusIn: (event: FocusEvent) => void;
    onFocusOut: () => void;
  };
}

export function moveOf(target: EventTarget | null): number | null {
  const cell = target instanceof Element ? target.closest("[data-move]") : null;
  return cell === null ? null : Number(cell.getAttribute("data-move"));
}

/** Points closer together than this, in pixels, are easily missed by a finger. */
const SMALL = 32;

function mustConfirm(svg: SVGSVGElement | null, move: number): boolean {
  const { confirmTouch } = settings.get();
  if (confirmTouch !== "small") return confirmTouch === "always";
  const hit = svg?.querySelector(`[role=gridcell][data-move="${move}"] .hit`);
  const box = hit?.getBoundingClientRect();
  return box !== undefined && Math.min(box.width, box.height) < SMALL;
}

export function useGrid(
  props: BoardProps,
  start: number,
  stepTo: (from: number, key: string) => number | null,
  ignoreClick?: () => boolean,
): Grid {
  const svgRef = useRef<SVGSVGElement | null>(null);
  const [current, setCurrent] = useState(start);
  const [hover, setHover] = useState<number | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const touch = useRef(false);

  useEffect(() => setPending(null), [props.position]);

  const look = useCallback((move: number | null) => {
    setHover(move);
    latest.current.onHover?.(move);
  }, []);

  const choose = (move: number): void => {
    const { active, marking = false, position, onPlay, onRefused } = latest.current;
    if (marking) {
      onPlay?.(move);
      return;
    }
    if (!active || !position.legal.includes(move)) {
      onRefused?.(move);
      return;
    }
    if (touch.current && mustConfirm(svgRef.current, move) && pending !== move) {
      setPending(move);
      announce("Tap again to play here.");
      return;
    }
    setPending(null);
    onPlay?.(move);
  };

  return {
    current,
    hover,
    pending,
    svgRef,
    handlers: {
      onClick: (event) => {
        if (ignoreClick?.()) return;
        const move = moveOf(event.target);
        if (move === null) return;
        setCurrent(move);
        choose(move);
      },
      onPointerOver: (event) => {
        touch.current = event.pointerType === "touch";
        if (!touch.current) look(moveOf(event.target));
      },
      onPointerLeave: () => look(null),
      // A pointer does not take the focus: arrow keys go on leafing through the game.
      onMouseDown: (event) => event.preventDefault(),
      onKeyDown: (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
        const from = moveOf(event.target);
        if (from === null) return;
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          touch.current = false;
          choose(from);
          return;
        }
        const to = stepTo(from, event.key);
        if (to === null) return;
        event.preventDefault();
        setCurrent(to);
        svgRef.current?.querySelector<SVGElement>(`[role=gridcell][data-move="${to}"]`)?.focus();
      },
      onFocusIn: (event) => {
        const move = moveOf(event.target);
        if (move !== null && (event.target as Element).matches(":focus-visible")) look(move);
      },
      onFocusOut: () => look(null),
    },
  };
}
