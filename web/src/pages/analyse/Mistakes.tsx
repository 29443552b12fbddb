/** The mistakes of a game by size, each an exercise; and how the two players did. */
import { useState } from "preact/hooks";
import type { Player, ReviewedMove } from "../../api/types";
import { Segments } from "../../parts/Choices";
import { engineText, moveText, plural, VERDICTS } from "../../state/format";
import { enginesOf, lossWords, mistakesOf, summaryOf, type Mistake } from "../../state/review";
import { currentLine, type Workspace } from "../../state/workspace";
import type { Review } from "./useReview";

interface Props {
  space: Workspace;
  names: [string, string];
  review: Review;
  onGo: (id: number) => void;
  onRetry: (mistake: Mistake) => void;
}

type Whose = "both" | "0" | "1";

export function Mistakes({ space, names, review, onGo, onRetry }: Props) {
  const [whose, setWhose] = useState<Whose>("both");
  const line = currentLine(space);
  const judged = line.filter((id) => space.judgements[id] !== undefined).length;
  if (judged === 0) {
    return (
      <p class="quiet-text">
        {review.running
          ? "The review has begun…"
          : "Review the game to find its mistakes: every move is judged by the chance to win that it gave away."}
      </p>
    );
  }
  const mistakes = mistakesOf(line, space.judgements, whose === "both" ? null : (Number(whose) as Player));
  return (
    <div class="mistakes">
      <Summaries space={space} line={line} names={names} />
      <p class="quiet-text">Judged by {enginesOf(line, space.judgements).map(engineText).join(", ")}.</p>
      <Segments
        legend="Whose mistakes"
        hideLegend
        value={whose}
        onChange={setWhose}
        options={[
          { value: "both", title: "Both" },
          { value: "0", title: names[0] },
          { value: "1", title: names[1] },
        ]}
      />
      {mistakes.length === 0 ? (
        <p class="quiet-text">No mistakes found.</p>
      ) : (
        <ol class="mistake-list">
          {mistakes.map((mistake) => {
            const { id, judged: found } = mistake;
            const verdict = VERDICTS[found.verdict];
            const name = moveText(space.game.move_names[found.move]);
            return (
              <li key={id} class={`mistake verdict-${found.verdict}`}>
                <button type="button" class="mistake-main" onClick={() => onGo(id)}>
                  <span class="verdict-badge" aria-hidden="true">
                    {verdict.sign}
                  </span>
                  <span>
                    <b>
                      {found.ply + 1}. {name}
                    </b>{" "}
                    {names[found.player]}
                    <small>
                      {verdict.title}: {lossWords(found)}
                    </small>
                  </span>
                  <b class="loss">−{lossNumber(found)}</b>
                </button>
                <button
                  type="button"
                  class="button small"
                  onClick={() => onRetry(mistake)}
                  aria-label={`Retry move ${found.ply + 1}: find a better move`}
                >
                  Retry
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}

/** Points where they are known, else hundredths of the chance to win. */
function lossNumber(found: ReviewedMove): string {
  if (typeof found.points_lost !== "number") return String(Math.round(100 * found.loss));
  return found.points_proven ? String(found.points_lost) : found.points_lost.toFixed(1);
}

function Summaries({ space, line, names }: { space: Workspace; line: readonly number[]; names: [string, string] }) {
  return (
    <table class="table summary">
      <caption class="visually-hidden">How the players did</caption>
      <thead>
        <tr>
          <th scope="col">Player</th>
          <th scope="col">{VERDICTS.inaccuracy.sign}</th>
          <th scope="col">{VERDICTS.mistake.sign}</th>
          <th scope="col">{VERDICTS.blunder.sign}</th>
          <th scope="col">Lost per move</th>
        </tr>
      </thead>
      <tbody>
        {([0, 1] as const).map((player) => {
          const sum = summaryOf(line, space.judgements, player);
          return (
            <tr key={player}>
              <th scope="row">
                {names[player]} <small>{plural(sum.moves, "move")}</small>
              </th>
              <td>{sum.counts.inaccuracy}</td>
              <td>{sum.counts.mistake}</td>
              <td>{sum.counts.blunder}</td>
              <td>
                {(100 * sum.averageLoss).toFixed(1)} %
                {sum.averagePoints === null ? null : <small> {sum.averagePoints.toFixed(1)} points</small>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
