/** Every legal move with its rating: the chance to win with it, 0 to 100. */
import { useState } from "preact/hooks";
import type { AnalysisView, GameInfo } from "../../api/types";
import { countText, moveText } from "../../state/format";
import { leadOfMove, lossOfMove } from "./points";

const FIRST = 30;

interface Props {
  game: GameInfo;
  report: AnalysisView | null;
  onLine: (line: readonly number[] | null) => void;
  onPlay: (move: number) => void;
}

export function RatingsTable({ game, report, onLine, onPlay }: Props) {
  const [all, setAll] = useState(false);
  if (report === null) return <p class="quiet-text">Switch on the live search to rate every legal move.</p>;
  const sorted = [...report.moves].sort((a, b) => (b.rating ?? -1) - (a.rating ?? -1) || b.visits - a.visits);
  const leads = report.moves.some((move) => move.lead !== null || move.score !== null);
  const shown = all ? sorted : sorted.slice(0, FIRST);
  return (
    <div class="ratings">
      <table class="table ratings-table">
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">Rating</th>
            {leads ? <th scope="col">Lead</th> : null}
            {leads ? <th scope="col">Lost</th> : null}
            <th scope="col">Visits</th>
            <th scope="col">Known</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((move) => (
            <tr key={move.move} onPointerEnter={() => onLine(move.line)} onPointerLeave={() => onLine(null)}>
              <td>
                <button
                  type="button"
                  class="link-button"
                  onFocus={() => onLine(move.line)}
                  onBlur={() => onLine(null)}
                  onClick={() => onPlay(move.move)}
                >
                  {moveText(game.move_names[move.move])}
                </button>
              </td>
              <td>
                {move.rating === null ? (
                  <span class="quiet-text">not searched</span>
                ) : (
                  <span class="rating-cell">
                    <meter min={0} max={100} value={move.rating} aria-hidden="true" />
                    {move.rating.toFixed(1)}
                  </span>
                )}
              </td>
              {leads ? <td>{leadOfMove(move)}</td> : null}
              {leads ? <td>{lossOfMove(report, move)}</td> : null}
              <td>{countText(move.visits)}</td>
              <td>{move.proof === "unknown" ? "–" : move.proof}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > FIRST ? (
        <button type="button" class="button small quiet" onClick={() => setAll(!all)}>
          {all ? "Show the best only" : `Show all ${sorted.length} moves`}
        </button>
      ) : null}
    </div>
  );
}
