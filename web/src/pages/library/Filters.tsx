/** What games are looked for. */
import type { LibraryResult } from "../../api/types";
import { useCatalog } from "../../state/catalog";
import { ALL_GAMES, type GameFilter } from "../../state/library";

const RESULTS: [LibraryResult, string][] = [
  ["won", "You won"],
  ["lost", "You lost"],
  ["drawn", "Drawn"],
  ["playing", "In play"],
];

interface Props {
  filter: GameFilter;
  /** All tags that there are. */
  tags: readonly string[];
  onChange: (filter: GameFilter) => void;
}

export function Filters({ filter, tags, onChange }: Props) {
  const games = useCatalog()?.games ?? [];
  const levels = new Map(
    games
      .filter((game) => filter.game === "" || game.name === filter.game)
      .flatMap((game) => game.levels.map((level) => [level.id, level.title] as const)),
  );
  const set = (change: Partial<GameFilter>): void => onChange({ ...filter, ...change });
  const limited = JSON.stringify(filter) !== JSON.stringify(ALL_GAMES);
  return (
    <form class="card library-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <div class="fields">
        <label class="field wide">
          <span>Search</span>
          <input
            type="text"
            value={filter.text}
            placeholder="Names, sizes, tags"
            maxLength={80}
            onInput={(event) => set({ text: event.currentTarget.value })}
          />
        </label>
        <Select
          title="Game"
          value={filter.game}
          choices={games.map((game) => [game.name, game.title])}
          onChoose={(game) => set({ game, opponent: "" })}
        />
        <Select
          title="Opponent"
          value={filter.opponent}
          choices={[...levels]}
          onChoose={(opponent) => set({ opponent })}
        />
        <Select
          title="Result"
          value={filter.result}
          choices={RESULTS}
          onChoose={(result) => set({ result: result as LibraryResult | "" })}
        />
        {tags.length > 0 ? (
          <Select
            title="Tag"
            value={filter.tag}
            choices={tags.map((tag) => [tag, tag])}
            onChoose={(tag) => set({ tag })}
          />
        ) : null}
        <label class="field">
          <span>From</span>
          <input type="date" value={filter.since} onInput={(event) => set({ since: event.currentTarget.value })} />
        </label>
        <label class="field">
          <span>To</span>
          <input type="date" value={filter.until} onInput={(event) => set({ until: event.currentTarget.value })} />
        </label>
      </div>
      {limited ? (
        <button type="button" class="button small quiet" onClick={() => onChange(ALL_GAMES)}>
          Show all games
        </button>
      ) : null}
    </form>
  );
}

interface SelectProps {
  title: string;
  value: string;
  choices: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}

function Select({ title, value, choices, onChoose }: SelectProps) {
  return (
    <label class="field">
      <span>{title}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">All</option>
        {choices.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
