/** An orthodox line to step through: each move shows the position after it. */
import type { GameInfo, TemperatureRegion } from "../api/types";
import { Icon } from "../parts/Icon";
import { moveText } from "../state/format";

interface Props {
  game: GameInfo;
  region: TemperatureRegion;
  player: 0 | 1;
  /** How many moves are on the board; null while the line is not shown. */
  steps: number | null;
  onSteps: (steps: number | null) => void;
}

export function LineStepper({ game, region, player, steps, onSteps }: Props) {
  const line = region.lines[player];
  if (line.length === 0) return <p class="quiet-text">{region.after[player]}: no move gains.</p>;
  const now = steps ?? 0;
  const to = (next: number): void => onSteps(next <= 0 ? null : next);
  return (
    <div class="line-stepper" role="group" aria-label={`Line, ${game.players[player]} first`}>
      <span class="stepper-words">{region.after[player]}</span>
      <button
        type="button"
        class="icon-button"
        aria-label="One move back in this line"
        disabled={now === 0}
        onClick={() => to(now - 1)}
      >
        <Icon name="left" />
      </button>
      {line.map((step, index) => (
        <button
          key={index}
          type="button"
          class={`coloured-move stepper-move player-${step.player}`}
          aria-pressed={now === index + 1}
          aria-label={`Move ${index + 1}, ${game.players[step.player as 0 | 1]} ${moveText(game.move_names[step.move])}`}
          onClick={() => to(now === index + 1 ? 0 : index + 1)}
        >
          {moveText(game.move_names[step.move])}
        </button>
      ))}
      <button
        type="button"
        class="icon-button"
        aria-label="One move on in this line"
        disabled={now === line.length}
        onClick={() => to(now + 1)}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}
