/** Take back, pass, hint, resign; and analysis. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { GameView, Player } from "../../api/types";
import { Confirm } from "../../parts/Confirm";
import { Icon } from "../../parts/Icon";
import { countOverlay } from "../../parts/useCount";
import { ShareButton } from "../../share/ShareButton";
import type { ToShare } from "../../share/ShareDialog";
import { endingWords } from "../../state/format";
import { showChord } from "../../state/keys";
import { href } from "../../state/route";
import { settings } from "../../state/settings";
import { useStore } from "../../state/store";
import { requestOf, seatNames, type Playing } from "./useGame";
import type { Estimating } from "./useEstimate";
import type { Hint } from "./useHint";

function shareOf(view: GameView): ToShare {
  const whole = requestOf(view);
  const names = seatNames(view);
  const ending = view.position.ending;
  return {
    game: view.game,
    at: whole,
    whole,
    position: view.position,
    overlay: countOverlay(view.count ?? null),
    names,
    result: ending ? endingWords(ending, names) : "",
    file: `${view.game.name}-${view.id}`,
    sgf: () => api.gameSgf(view.id),
  };
}

interface Props {
  view: GameView;
  game: Playing;
  hint: Hint;
  estimate: Estimating;
  canUndo: boolean;
  yourTurn: boolean;
  /** The seat of a shared game that is played here; null for those who watch. */
  seat: Player | null;
}

export function PlayControls({ view, game, hint, estimate, canUndo, yourTurn, seat }: Props) {
  const [resigning, setResigning] = useState(false);
  const keys = useStore(settings).keys;
  const playing = view.status === "playing" && !view.counting;
  const people = view.sharing ? seat !== null : view.seats.some((each) => each.kind === "human");
  const pass = view.game.move_names.indexOf("pass");
  const tip = (text: string, key: string): string => (key ? `${text} (${showChord(key)})` : text);
  return (
    <div class="controls" role="group" aria-label="Actions">
      {people ? (
        <button
          type="button"
          class="button"
          disabled={!canUndo}
          title={view.sharing ? "Ask to take back a move" : tip("Take back", keys.undo)}
          onClick={game.undo}
        >
          <Icon name="undo" /> Undo
        </button>
      ) : null}
      {playing && pass >= 0 ? (
        <button
          type="button"
          class="button"
          disabled={!yourTurn || game.busy}
          title={tip("Pass", keys.pass)}
          onClick={() => game.play(pass)}
        >
          <Icon name="pass" /> Pass
        </button>
      ) : null}
      {playing && people ? (
        <>
          {view.sharing ? null : (
            <button
              type="button"
              class="button"
              disabled={!yourTurn || hint.busy}
              title={tip("Show the best move", keys.hint)}
              onClick={hint.ask}
            >
              <Icon name="hint" /> Hint
            </button>
          )}
          {view.game.name === "go" && !view.sharing ? (
            <button
              type="button"
              class="button"
              disabled={estimate.busy}
              aria-pressed={estimate.found !== null}
              title="Who leads, and the expected owners of points"
              onClick={estimate.toggle}
            >
              <Icon name="eye" /> Score
            </button>
          ) : null}
          <button type="button" class="button" onClick={() => setResigning(true)}>
            <Icon name="flag" /> Resign
          </button>
        </>
      ) : null}
      {view.status === "playing" && view.moves.length > 0 ? (
        <a class="button" href={href("analyse", "game", view.id)}>
          <Icon name="graph" /> Analyse
        </a>
      ) : null}
      {view.moves.length > 0 ? <ShareButton share={() => shareOf(view)} /> : null}
      <Confirm
        title="Resign?"
        text="Your opponent wins the game."
        yes="Resign"
        open={resigning}
        onClose={() => setResigning(false)}
        onYes={() => game.resign(null)}
      />
    </div>
  );
}
