/** Which game a network is to learn, on which board, and for how long. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame, TeachingView } from "../../api/types";
import { Select } from "../../parts/Choices";
import { useTask } from "../../parts/useTask";
import { go } from "../../state/route";
import { OptionFields } from "../newgame/OptionFields";
import { SizeSelect } from "../newgame/SizeSelect";
import { CoresSelect, TeachButton, TIMES, timeNote } from "./parts";
import { teachingSize } from "./choices";

interface Props {
  games: readonly CatalogGame[];
  teaching: TeachingView;
  picked: string | undefined;
}

export function SelfPlayForm({ games, teaching, picked }: Props) {
  const [name, setName] = useState(picked ?? "gomoku");
  const game = games.find((each) => each.name === name) ?? games[0];
  if (game === undefined) return <p class="quiet-text">No game here can be learnt by a network.</p>;
  return <Form key={game.name} game={game} games={games} teaching={teaching} onGame={setName} />;
}

interface FormProps {
  game: CatalogGame;
  games: readonly CatalogGame[];
  teaching: TeachingView;
  onGame: (name: string) => void;
}

function Form({ game, games, teaching, onGame }: FormProps) {
  const [size, setSize] = useState(teachingSize(game));
  const [options, setOptions] = useState<Record<string, string>>(
    Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  );
  const [minutes, setMinutes] = useState("5");
  const [cores, setCores] = useState(String(teaching.most_cores));
  const [busy, run] = useTask();
  const start = (): void =>
    run(async () => {
      const made = await api.teach({
        game: game.name,
        options: game.sizes.length === 0 ? options : { ...options, size },
        minutes: Number(minutes),
        cores: Number(cores),
      });
      go("learn", "run", made.summary.name);
    });
  return (
    <form
      aria-labelledby="teach-title"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div class="fields">
        <Select
          label="Game"
          value={game.name}
          options={games.map((each) => ({ value: each.name, title: each.title }))}
          onChange={onGame}
        />
        <SizeSelect game={game} value={size} onChange={setSize} />
        <OptionFields
          game={game}
          values={options}
          onChange={(option, value) => setOptions({ ...options, [option]: value })}
        />
        <Select label="Time" value={minutes} options={TIMES} onChange={setMinutes} />
        <CoresSelect most={teaching.most_cores} value={cores} onChange={setCores} />
      </div>
      <p class="quiet-text teach-note">{timeNote(Number(minutes))}</p>
      <TeachButton busy={busy} teaching={teaching} />
    </form>
  );
}
