/** The board of any game, with what belongs around it: on a torus, the buttons that move the view. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/Icon";
import { Torus3d } from "../torus3d/Torus3d";
import { LinesBoard } from "./LinesBoard";
import { PictureBoard } from "./PictureBoard";
import { StonesBoard } from "./StonesBoard";
import { NO_OFFSET, type Offset } from "./torus";
import type { BoardProps } from "./types";

interface Props extends BoardProps {
  /** Whether a torus is shown in space. */
  solid?: boolean;
  onSolid?: (solid: boolean) => void;
}

export function Board(props: Props) {
  const { game, solid = false, onSolid } = props;
  const [offset, setOffset] = useState<Offset>(NO_OFFSET);
  useEffect(() => setOffset(NO_OFFSET), [game.spec]);
  const slide = (row: number, column: number): void =>
    setOffset((old) => ({ row: old.row + row, column: old.column + column }));
  useSlideKeys(game.wraps, slide);

  return (
    <div class="board-box">
      {game.board === "lines" ? <LinesBoard {...props} /> : null}
      {game.board === "stones" && !(solid && game.wraps) ? (
        <StonesBoard {...props} offset={offset} onOffset={setOffset} />
      ) : null}
      {game.wraps && solid ? <Torus3d {...props} offset={offset} /> : null}
      {game.board === "picture" ? <PictureBoard {...props} /> : null}
      {game.wraps ? (
        <TorusBar slide={slide} reset={() => setOffset(NO_OFFSET)} solid={solid} onSolid={onSolid} />
      ) : null}
    </div>
  );
}

/** Shift and an arrow key move the view, wherever the focus is. */
function useSlideKeys(enabled: boolean, slide: (row: number, column: number) => void): void {
  useEffect(() => {
    if (!enabled) return;
    const steps: Record<string, [number, number]> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const onKey = (event: KeyboardEvent): void => {
      const step = steps[event.key];
      if (!event.shiftKey || event.ctrlKey || event.altKey || event.metaKey || step === undefined) return;
      if ((event.target as Element).closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      slide(...step);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [enabled]);
}

interface BarProps {
  slide: (row: number, column: number) => void;
  reset: () => void;
  solid: boolean;
  onSolid: ((solid: boolean) => void) | undefined;
}

function TorusBar({ slide, reset, solid, onSolid }: BarProps) {
  const move = (name: string, icon: "left" | "right" | "up" | "down", row: number, column: number) => (
    <button
      type="button"
      class="icon-button"
      aria-label={`Move the view ${name}`}
      title={`Move the view ${name} (Shift + arrow, or drag)`}
      onClick={() => slide(row, column)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="torus-bar" role="group" aria-label="View of the torus">
      {move("left", "left", 0, -1)}
      {move("up", "up", -1, 0)}
      {move("down", "down", 1, 0)}
      {move("right", "right", 0, 1)}
      <button type="button" class="button small quiet" title="Back to the usual view" onClick={reset}>
        Reset
      </button>
      {onSolid ? (
        <button type="button" class="button small" aria-pressed={solid} onClick={() => onSolid(!solid)}>
          <Icon name="torus" /> {solid ? "Flat board" : "3-D torus"}
        </button>
      ) : null}
    </div>
  );
}
