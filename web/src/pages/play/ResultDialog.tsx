/** The result and what to do next. It opens when a game ends, not when an old game is opened. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { GameView } from "../../api/types";
import { sentence } from "../../api/client";
import { CountWords } from "../../parts/CountCard";
import { Dialog } from "../../parts/Dialog";
import { Icon } from "../../parts/Icon";
import { plural } from "../../state/format";
import { href } from "../../state/route";
import { useRematch } from "./useRematch";

export function ResultDialog({ view, names }: { view: GameView; names: [string, string] }) {
  const [open, setOpen] = useState(false);
  const [busy, rematch] = useRematch(view);
  const before = useRef({ id: view.id, status: view.status });
  useEffect(() => {
    const same = before.current.id === view.id;
    if (same && before.current.status === "playing" && view.status === "finished") setOpen(true);
    if (!same || view.status === "playing") setOpen(false);
    before.current = { id: view.id, status: view.status };
  }, [view.id, view.status]);
  const ending = view.position.ending;
  if (!ending) return null;
  return (
    <Dialog title={headline(view, names)} open={open} onClose={() => setOpen(false)}>
      <p class="result-reason">
        {sentence(ending.reason)} {scoreLine()}
      </p>
      {view.count ? <CountWords count={view.count} /> : null}
      <p class="quiet-text">{plural(view.moves.length, "move")}.</p>
      <div class="row end">
        <a class="button" href={href("home")}>
          New game
        </a>
        <button type="button" class="button" disabled={busy} onClick={rematch}>
          <Icon name="rematch" /> Rematch
        </button>
        {view.moves.length > 0 ? (
          <a class="button primary" href={href("analyse", "game", view.id)}>
            <Icon name="graph" /> Analyse this game
          </a>
        ) : null}
      </div>
    </Dialog>
  );

  function scoreLine(): string {
    if (view.game.board === "lines" && view.position.score) {
      return `${names[0]} ${view.position.score[0]}, ${names[1]} ${view.position.score[1]}.`;
    }
    const counted = ending && ending.reason !== "resignation" && ending.reason !== "time";
    if (view.game.has_score && !view.count && counted) {
      return `Margin: ${Math.abs(ending.margin)} points.`;
    }
    return "";
  }
}

export function headline(view: GameView, names: [string, string]): string {
  const winner = view.position.ending?.winner;
  if (winner === null || winner === undefined) return "A draw";
  const humans = view.seats.filter((seat) => seat.kind === "human").length;
  if (humans === 1) return view.seats[winner as 0 | 1].kind === "human" ? "You win" : `${names[winner as 0 | 1]} wins`;
  return `${names[winner as 0 | 1]} wins`;
}
