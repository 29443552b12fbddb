/** A game without a board of stones or lines: its picture, and its moves as buttons. */
import { moveText } from "../state/format";
import type { BoardProps } from "./types";

export function PictureBoard({ game, position, active, label, overlay, onPlay }: BoardProps) {
  const hint = overlay?.hint ?? null;
  return (
    <div class="picture-board">
      {position.picture ? (
        <img src={`data:image/svg+xml;utf8,${encodeURIComponent(position.picture)}`} alt={label} />
      ) : null}
      <div class="picture-moves" role="group" aria-label="Moves">
        {position.legal.map((move) => (
          <button
            key={move}
            type="button"
            data-move={move}
            class={`button small${move === hint ? " primary" : ""}`}
            disabled={!active}
            onClick={() => onPlay?.(move)}
          >
            {moveText(game.move_names[move])}
          </button>
        ))}
      </div>
    </div>
  );
}
