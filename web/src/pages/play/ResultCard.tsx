/** How a game ended, beside the board, which shows what decided it; and what can be done now. */
import type { GameView } from "../../api/types";
import { sentence } from "../../api/client";
import { CountWords } from "../../parts/CountCard";
import { Icon } from "../../parts/Icon";
import { plural } from "../../state/format";
import { href } from "../../state/route";
import { heldSeat } from "../../state/seats";
import { useRematch } from "./useRematch";

interface Props {
  view: GameView;
  names: [string, string];
  /** Whether somebody plays here, and not only watches. */
  plays: boolean;
}

export function ResultCard({ view, names, plays }: Props) {
  const [busy, rematch] = useRematch(view);
  const ending = view.position.ending;
  if (!ending) return null;
  return (
    <section class="card result" aria-labelledby="result-title">
      <h2 id="result-title">{headline(view, names)}</h2>
      <p class="result-reason">
        {sentence(ending.reason)} {scoreLine()} {plural(view.moves.length, "move")}.
      </p>
      {view.count ? <CountWords count={view.count} /> : null}
      <div class="row">
        {view.moves.length > 0 ? (
          <a class="button primary" href={href("analyse", "game", view.id)}>
            <Icon name="graph" /> Analyse this game
          </a>
        ) : null}
        {plays ? (
          <button type="button" class="button" disabled={busy} onClick={rematch}>
            <Icon name="rematch" /> Rematch
          </button>
        ) : null}
        <a class="button" href={href("home")}>
          New game
        </a>
      </div>
    </section>
  );

  function scoreLine(): string {
    if (view.game.board === "lines" && view.position.score) {
      return `${names[0]} ${view.position.score[0]}, ${names[1]} ${view.position.score[1]}.`;
    }
    const counted = ending && ending.reason !== "resignation" && ending.reason !== "time";
    if (view.game.has_score && !view.count && counted) {
      return `Margin: ${plural(Math.abs(ending.margin), "point")}.`;
    }
    return "";
  }
}

export function headline(view: GameView, names: [string, string]): string {
  const winner = view.position.ending?.winner;
  if (winner === null || winner === undefined) return "A draw";
  const held = view.sharing ? heldSeat(view.id) : null;
  if (held) return held.seat === winner ? "You win" : `${names[winner as 0 | 1]} wins`;
  const humans = view.seats.filter((seat) => seat.kind === "human").length;
  if (humans === 1) return view.seats[winner as 0 | 1].kind === "human" ? "You win" : `${names[winner as 0 | 1]} wins`;
  return `${names[winner as 0 | 1]} wins`;
}
