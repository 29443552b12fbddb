/** Who stands better, as a bar: the part of the first player from the left. */
import { percent } from "../../state/format";

interface Props {
  names: readonly [string, string];
  chance: number | null;
  /** Whether players have boxes instead of stones. */
  boxes: boolean;
}

export function EvalBar({ names, chance, boxes }: Props) {
  const text =
    chance === null ? "Not judged yet" : `${names[0]} ${percent(chance)}, ${names[1]} ${percent(1 - chance)}`;
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
      <span class="eval-name right">
        {chance === null ? "" : percent(1 - chance)} {names[1]}
      </span>
    </div>
  );
}
