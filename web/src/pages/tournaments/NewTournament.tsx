/** Who plays in a tournament, on which board, and how many games. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame, EngineView, RunSummary, Seat, ShippedOpponent } from "../../api/types";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { Portrait } from "../../parts/Portrait";
import { useTask } from "../../parts/useTask";
import { characterOf, opponentName } from "../../state/characters";
import { toast } from "../../state/messages";
import { go } from "../../state/route";
import { defaultChoices } from "../newgame/choices";
import { SizeSelect } from "../newgame/SizeSelect";

/** Somebody who can be chosen. */
interface Candidate {
  id: string;
  seat: Seat;
  note: string;
}

const MOST_PLAYERS = 12;

export const PACES: { value: string; title: string }[] = [
  { value: "0", title: "As fast as they can" },
  { value: "0.5", title: "Half a second a move" },
  { value: "2", title: "Two seconds a move" },
];

export function candidatesOf(
  game: CatalogGame,
  engines: readonly EngineView[],
  runs: readonly RunSummary[],
  networks: readonly ShippedOpponent[],
): Candidate[] {
  return [
    ...game.levels.map((level) => ({
      id: `level ${level.id}`,
      seat: { kind: "engine" as const, level: level.id, name: opponentName(level) },
      note: level.title,
    })),
    ...engines
      .filter((engine) => engine.game === game.name)
      .map((engine) => ({
        id: `engine ${engine.id}`,
        seat: { kind: "engine" as const, engine: engine.id, name: engine.name, level: null },
        note: "Added engine",
      })),
    ...networks
      .filter((network) => network.game === game.name)
      .map((network) => ({
        id: `network ${network.id}`,
        seat: { kind: "engine" as const, network: network.id, name: network.name, level: null },
        note: "Taught here",
      })),
    ...runs
      .filter((run) => run.game === game.name && run.num_versions > 0)
      .map((run) => ({
        id: `run ${run.name}`,
        seat: { kind: "engine" as const, run: run.name, name: run.name.slice(0, 80), level: null },
        note: "Trained here",
      })),
  ];
}

interface Props {
  games: readonly CatalogGame[];
  engines: readonly EngineView[];
  runs: readonly RunSummary[];
  networks: readonly ShippedOpponent[];
}

export function NewTournament({ games, engines, runs, networks }: Props) {
  const [name, setName] = useState("torus");
  const game = games.find((each) => each.name === name) ?? games[0];
  return game === undefined ? null : (
    <Form key={game.name} game={game} games={games} onGame={setName} candidates={candidatesOf(game, engines, runs, networks)} />
  );
}

interface FormProps {
  game: CatalogGame;
  games: readonly CatalogGame[];
  candidates: readonly Candidate[];
  onGame: (name: string) => void;
}

function Form({ game, games, candidates, onGame }: FormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(candidates.slice(0, 4).map((each) => each.id));
  const [size, setSize] = useState(game.default_size);
  const [count, setCount] = useState("2");
  const [pace, setPace] = useState("0.5");
  const [busy, run] = useTask();
  const players = candidates.filter((each) => chosen.includes(each.id));
  const total = (Number(count) * players.length * (players.length - 1)) / 2;
  const toggle = (id: string): void => {
    if (chosen.includes(id)) setChosen(chosen.filter((each) => each !== id));
    else if (chosen.length < MOST_PLAYERS) setChosen([...chosen, id]);
    else toast(`At most ${MOST_PLAYERS} players can take part.`);
  };
  const start = (): void =>
    run(async () => {
      const { options } = defaultChoices(game);
      const made = await api.newTournament({
        game: game.name,
        options: game.sizes.length === 0 ? options : { ...options, size },
        players: players.map((each) => each.seat),
        games: Number(count),
        opening_plies: 2,
        at_once: 1,
        pace: Number(pace),
      });
      go("tournaments", made.id);
    });
  return (
    <form
      class="card"
      aria-labelledby="new-tournament"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <h2 id="new-tournament">New tournament</h2>
      <div class="fields">
        <Select
          label="Game"
          value={game.name}
          options={games.map((each) => ({ value: each.name, title: each.title }))}
          onChange={onGame}
        />
        <SizeSelect game={game} value={size} onChange={setSize} />
        <Select
          label="Games per pair"
          value={count}
          options={["2", "4", "10", "20", "50"].map((value) => ({ value, title: value }))}
          onChange={setCount}
        />
        <Select label="Speed" value={pace} options={PACES} onChange={setPace} />
      </div>
      <fieldset class="field entrants-field">
        <legend>Players</legend>
        <div class="entrants">
          {candidates.map(({ id, seat, note }) => {
            const character = characterOf(seat.level);
            return (
              <label key={id} class="entrant">
                <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                {character ? <Portrait character={character} /> : <Icon name="chip" />}
                <span>
                  <b>{seat.name}</b>
                  <small>{note}</small>
                </span>
              </label>
            );
          })}
        </div>
      </fieldset>
      <p class="quiet-text">
        Everybody meets everybody with both colours; each pair of games begins with the same two random moves.{" "}
        {total > 0 ? `${total} games.` : "Choose at least two players."}
      </p>
      <button type="submit" class="button primary" disabled={busy || players.length < 2}>
        <Icon name="play" /> Start the tournament
      </button>
    </form>
  );
}
