/** The ladder of opponents: a rung each, with rating and words. */
import { useId } from "preact/hooks";
import type { Level } from "../api/types";
import { characterOf } from "../state/characters";
import { Portrait } from "./Portrait";

interface Props {
  legend: string;
  levels: readonly Level[];
  /** The board that ratings are shown for; null for one that nothing was measured on. */
  board: string | null;
  value: string;
  onChange: (level: string) => void;
}

export function LevelPicker({ legend, levels, board, value, onChange }: Props) {
  const name = useId();
  const chosen = levels.find((level) => level.id === value);
  return (
    <fieldset class="field level-picker">
      <legend>{legend}</legend>
      <div class="levels">
        {levels.map((level, index) => {
          const character = characterOf(level.id);
          return (
          <label key={level.id} class="level">
            <input
              type="radio"
              name={name}
              value={level.id}
              checked={level.id === value}
              onChange={() => onChange(level.id)}
            />
            <span class="level-body">
              {character ? <Portrait character={character} /> : <Rungs count={index + 1} of={levels.length} />}
              {character ? <b>{character.name}</b> : null}
              <small>{level.title}</small>
            </span>
          </label>
          );
        })}
      </div>
      <p class="level-note" aria-live="polite">
        {chosen?.description} {chosen ? ratingWords(chosen, board) : null}
      </p>
    </fieldset>
  );
}

/** What is known of the strength of a level on the board with this spec. */
export function ratingWords(level: Level, board: string | null): string {
  const rating = level.ratings.find((each) => each.spec === board);
  if (!rating) return "";
  const verb = /^(wins|loses)/.test(rating.words) ? "" : "is ";
  return `On this board it ${verb}${rating.words}.`;
}

/** Bars that grow: strength at a glance. */
export function Rungs({ count, of }: { count: number; of: number }) {
  return (
    <svg class="rungs" viewBox={`0 0 ${of * 5} 20`} aria-hidden="true">
      {Array.from({ length: of }, (_, index) => {
        const height = 5 + (15 * (index + 1)) / of;
        return (
          <rect
            key={index}
            x={index * 5}
            y={20 - height}
            width="3.4"
            height={height}
            rx="1"
            class={index < count ? "on" : "off"}
          />
        );
      })}
    </svg>
  );
}
