/** Take back, pass, hint, resign; after the end, rematch and analysis. */
import { useState } from "preact/hooks";
import type { GameView } from "../../api/types";
import { Confirm } from "../../parts/Confirm";
import { Icon } from "../../parts/Icon";
import { showChord } from "../../state/keys";
import { href } from "../../state/route";
import { settings } from "../../state/settings";
import { useStore } from "../../state/store";
import { useRematch } from "./useRematch";
import type { Playing } from "./useGame";
import type { Estimating } from "./useEstimate";
import type { Hint } from "./useHint";

interface Props {
  view: GameView;
  game: Playing;
  hint: Hint;
  estimate: Estimating;
  canUndo: boolean;
  yourTurn: boolean;
}

export function PlayControls({ view, game, hint, estimate, canUndo, yourTurn }: Props) {
  const [resigning, setResigning] = useState(false);
  const keys = useStore(settings).keys;
  const [busy, rematch] = useRematch(view);
  const playing = view.status === "playing" && !view.counting;
  const people = view.seats.some((seat) => seat.kind === "human");
  const pass = view.game.move_names.indexOf("pass");
  const tip = (text: string, key: string): string => (key ? `${text} (${showChord(key)})` : text);
  return (
    <div class="controls" role="group" aria-label="Actions">
      {people ? (
        <button
          type="button"
          class="button"
          disabled={!canUndo}
          title={tip("Take back", keys.undo)}
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
          <button
            type="button"
            class="button"
            disabled={!yourTurn || hint.busy}
            title={tip("Show the best move", keys.hint)}
            onClick={hint.ask}
          >
            <Icon name="hint" /> Hint
          </button>
          {view.game.name === "go" ? (
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
      {view.status === "playing" ? null : (
        <button type="button" class="button" disabled={busy} onClick={rematch}>
          <Icon name="rematch" /> Rematch
        </button>
      )}
      {view.moves.length > 0 ? (
        <a class="button" href={href("analyse", "game", view.id)}>
          <Icon name="graph" /> Analyse
        </a>
      ) : null}
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
