/** The moves of a game, a column for each player; a player who moves again gets another row. */
import { useEffect, useRef } from "preact/hooks";
import type { MoveView } from "../api/types";
import { moveText } from "../state/format";

interface Props {
  moves: readonly MoveView[];
  /** How many moves the board shows. */
  shown: number;
  onShow: (ply: number) => void;
}

export function MoveList({ moves, shown, onShow }: Props) {
  const list = useRef<HTMLOListElement | null>(null);
  useEffect(() => {
    const now = list.current?.querySelector("[aria-current]");
    const box = list.current;
    if (!now || !box) return;
    const [inner, outer] = [now.getBoundingClientRect(), box.getBoundingClientRect()];
    if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom + 8;
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
  }, [shown, moves.length]);
  if (moves.length === 0) return <p class="quiet-text">No moves yet.</p>;
  return (
    <ol class="move-list" ref={list} aria-label="Moves">
      {moves.map((played, ply) => (
        <li key={ply} class={`of-${played.player}`}>
          <button
            type="button"
            class={`move player-${played.player}`}
            aria-current={shown === ply + 1 ? "true" : undefined}
            onClick={() => onShow(ply + 1)}
          >
            <small>{ply + 1}</small> {moveText(played.name)}
          </button>
        </li>
      ))}
    </ol>
  );
}
