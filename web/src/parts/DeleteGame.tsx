/** Asks before a game is deleted. */
import type { GameSummary } from "../api/types";
import { Confirm } from "./Confirm";

interface Props {
  /** The game in question; null for none. */
  game: GameSummary | null;
  onClose: () => void;
  onDelete: (game: GameSummary) => Promise<void>;
}

export function DeleteGame({ game, onClose, onDelete }: Props) {
  return (
    <Confirm
      title="Delete this game?"
      yes="Delete"
      open={game !== null}
      onClose={onClose}
      text="The game and its moves will be gone."
      onYes={() => {
        if (game) void onDelete(game);
      }}
    />
  );
}
