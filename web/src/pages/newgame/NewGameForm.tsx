/** The form of a new game: size, rules, opponent, colour, clock. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame } from "../../api/types";
import { Select, Segments } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { LevelPicker } from "../../parts/LevelPicker";
import { useTask } from "../../parts/useTask";
import { opponentName } from "../../state/characters";
import { go, href } from "../../state/route";
import { save } from "../../state/saved";
import { holdSeat } from "../../state/seats";
import { OptionFields } from "./OptionFields";
import { SizeSelect } from "./SizeSelect";
import { TaughtHere } from "./TaughtHere";
import {
  CLOCKS,
  keepChoices,
  keptChoices,
  measuredBoard,
  request,
  seatOf,
  withHandicap,
  withOption,
  type Choices,
  type Mode,
  type Side,
} from "./choices";

const MODES: { value: Mode; title: string }[] = [
  { value: "engine", title: "Computer" },
  { value: "friend", title: "A friend by link" },
  { value: "people", title: "Two people here" },
  { value: "watch", title: "Watch engines" },
];

export function NewGameForm({ game, watch }: { game: CatalogGame; watch: boolean }) {
  const [choices, setChoices] = useState<Choices>(() => {
    const kept = keptChoices(game);
    return watch ? { ...kept, mode: "watch" } : kept;
  });
  const [busy, run] = useTask();
  const change = (next: Choices): void => {
    setChoices(next);
    keepChoices(game, next);
  };
  const set = (part: Partial<Choices>): void => change({ ...choices, ...part });
  const start = (): void =>
    run(async () => {
      if (choices.mode !== "friend") {
        go("play", (await api.newGame(request(game, choices))).id);
        return;
      }
      const coin = Math.random();
      save("name", choices.names[0]);
      const made = await api.share({ game: request(game, choices, coin), seat: seatOf(choices, coin) });
      holdSeat(made.game, { seat: seatOf(choices, coin), key: made.key ?? "" });
      go("play", made.game);
    });
  const large = Number(choices.size.split("x")[0]) >= 7;
  return (
    <form
      class="card new-game"
      aria-labelledby="new-title"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <header class="card-head">
        <h2 id="new-title">New game of {game.title}</h2>
        <a href={href("rules", game.name)}>Rules</a>
      </header>
      <Segments legend="Opponent" hideLegend options={MODES} value={choices.mode} onChange={(mode) => set({ mode })} />
      {choices.mode === "engine" ? (
        <>
          <LevelPicker
            legend="Level"
            levels={game.levels}
            board={measuredBoard(game, choices)}
            value={choices.level}
            onChange={(level) => set({ level })}
          />
          <TaughtHere game={game} choices={choices} onChange={set} />
          {game.expectations[choices.size] ? <p class="level-note">{game.expectations[choices.size]}</p> : null}
          <Segments legend="You play" value={choices.side} onChange={(side) => set({ side })} options={sides(game)} />
        </>
      ) : null}
      {choices.mode === "friend" ? (
        <>
          <p class="level-note">You get a link to send. Your friend needs a browser and nothing else.</p>
          <label class="field">
            <span>Your name</span>
            <input
              type="text"
              maxLength={40}
              autoComplete="nickname"
              value={choices.names[0]}
              onInput={(event) => set({ names: [event.currentTarget.value, choices.names[1]] })}
            />
          </label>
          <Segments legend="You play" value={choices.side} onChange={(side) => set({ side })} options={sides(game)} />
        </>
      ) : null}
      {choices.mode === "people" ? (
        <div class="fields">
          {([0, 1] as const).map((seat) => (
            <label key={seat} class="field">
              <span>{game.players[seat]}</span>
              <input
                type="text"
                maxLength={40}
                placeholder={`Name of ${game.players[seat]}`}
                value={choices.names[seat]}
                onInput={(event) => {
                  const names: [string, string] = [...choices.names];
                  names[seat] = event.currentTarget.value;
                  set({ names });
                }}
              />
            </label>
          ))}
        </div>
      ) : null}
      {choices.mode === "watch" ? (
        <div class="fields">
          <Select
            label={game.players[0]}
            value={choices.level}
            options={levelOptions(game)}
            onChange={(level) => set({ level })}
          />
          <Select
            label={game.players[1]}
            value={choices.otherLevel}
            options={levelOptions(game)}
            onChange={(otherLevel) => set({ otherLevel })}
          />
        </div>
      ) : null}
      <div class="fields">
        <SizeSelect
          game={game}
          value={choices.size}
          onChange={(size) => set({ size, handicap: Number(size.split("x")[0]) >= 7 ? choices.handicap : "" })}
        />
        <OptionFields
          game={game}
          values={choices.options}
          onChange={(name, value) => change(withOption(choices, name, value))}
        />
        {game.handicaps && large ? (
          <Select
            label="Handicap"
            value={choices.handicap}
            onChange={(handicap) => change(withHandicap(choices, handicap))}
            options={[
              { value: "", title: "None" },
              ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => ({ value: String(n), title: `${n} stones` })),
            ]}
          />
        ) : null}
        <Select label="Clock" value={choices.clock} options={CLOCKS} onChange={(clock) => set({ clock })} />
      </div>
      <button type="submit" class="button primary large" disabled={busy}>
        <Icon name={choices.mode === "watch" ? "eye" : choices.mode === "friend" ? "share" : "play"} />{" "}
        {START[choices.mode]}
      </button>
    </form>
  );
}

const START: Record<Mode, string> = {
  engine: "Start the game",
  friend: "Make the link",
  people: "Start the game",
  watch: "Watch the game",
};

function sides(game: CatalogGame): { value: Side; title: string }[] {
  const name = (seat: 0 | 1, order: string): string =>
    game.players[seat].toLowerCase() === order ? game.players[seat] : `${game.players[seat]} (${order})`;
  return [
    { value: "first", title: name(0, "first") },
    { value: "second", title: name(1, "second") },
    { value: "random", title: "Random" },
  ];
}

function levelOptions(game: CatalogGame): { value: string; title: string }[] {
  return game.levels.map((level) => ({
    value: level.id,
    title: `${opponentName(level)}, ${level.title.toLowerCase()}`,
  }));
}
