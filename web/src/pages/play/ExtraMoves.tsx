/** Moves that are no place on the board: the pass, and the choices of swap2. */
import type { GameInfo, PositionView } from "../../api/types";
import { moveText } from "../../state/format";

interface Props {
  game: GameInfo;
  position: PositionView;
  onPlay: (move: number) => void;
}

const NOTES: Record<string, string> = {
  "take-black": "You play Black from now on.",
  "take-white": "You play White from now on.",
  "place-two": "You place one more stone of each colour, then the other side chooses.",
};

export function extraMoves(game: GameInfo, position: PositionView): number[] {
  if (game.board !== "stones") return [];
  return position.legal.filter((move) => move >= game.rows * game.columns);
}

export function ExtraMoves({ game, position, onPlay }: Props) {
  const choices = extraMoves(game, position).filter((move) => game.move_names[move] !== "pass");
  if (choices.length === 0) return null;
  return (
    <div class="extra-moves" role="group" aria-label="Choose a side">
      <p>Choose a side, or play a stone as the rules allow:</p>
      {choices.map((move) => (
        <button
          key={move}
          type="button"
          class="button"
          title={NOTES[game.move_names[move] ?? ""]}
          onClick={() => onPlay(move)}
        >
          {moveText(game.move_names[move])}
        </button>
      ))}
    </div>
  );
}
