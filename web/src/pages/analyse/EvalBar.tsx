/** Who is ahead, as a bar: the chance of the first player from the left. */
import { percent } from "../../state/format";
import { leadText } from "../../state/review";

interface Props {
  names: readonly [string, string];
  chance: number | null;
  /** Points by which the first player leads, where that is judged. */
  lead: number | null;
  /** Whether players have boxes instead of stones. */
  boxes: boolean;
}

export function EvalBar({ names, chance, lead, boxes }: Props) {
  const points = lead === null ? "" : leadText(lead);
  const text =
    chance === null
      ? "Not judged yet"
      : `${names[0]} ${percent(chance)}, ${names[1]} ${percent(1 - chance)}${points ? `, ${points} points` : ""}`;
  return (
    <div
      class={`eval-bar${boxes ? " boxes" : ""}${chance === null ? " unknown" : ""}`}
      role="img"
      aria-label={`Chances: ${text}`}
    >
      <span class="eval-first" style={{ width: `${100 * (chance ?? 0.5)}%` }} />
      <span class="eval-name">
        {names[0]} {chance === null ? "" : percent(chance)}
      </span>
      {points ? <span class="eval-lead">{points}</span> : null}
      <span class="eval-name right">
        {chance === null ? "" : percent(1 - chance)} {names[1]}
      </span>
    </div>
  );
}
