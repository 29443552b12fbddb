/** Lessons, exercises, opponents and how strong they are, engines to watch, and runs of training. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame, Level } from "../../api/types";
import { DemoBoard } from "../../board/DemoBoard";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { Rungs } from "../../parts/LevelPicker";
import { Portrait } from "../../parts/Portrait";
import { Tabs } from "../../parts/Tabs";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { characterOf, opponentName } from "../../state/characters";
import { plural } from "../../state/format";
import { go, href } from "../../state/route";
import { load } from "../../state/saved";
import { sizeTitle } from "../../state/spec";
import { defaultChoices, request } from "../newgame/choices";
import type { Progress } from "../lesson/progress";
import { Compare } from "./Compare";
import { RunPage } from "./RunPage";
import { Runs } from "./Runs";

export function Learn({ rest }: { rest: string[] }) {
  if (rest[0] === "compare") return <Compare names={rest.slice(1)} />;
  return rest[0] === "run" && rest[1] !== undefined ? <RunPage name={rest[1]} /> : <Overview picked={rest[0]} />;
}

function Overview({ picked: wanted }: { picked: string | undefined }) {
  useTitle("Learn and watch");
  const catalog = useCatalog();
  const [picked, setPicked] = useState(wanted ?? "torus");
  const [busy, run] = useTask();
  if (catalog === null) return <p class="loading">Loading…</p>;
  const game = catalog.games.find((each) => each.name === picked) ?? catalog.games[0];
  if (game === undefined) return null;
  const play = (level: string): void =>
    run(async () => {
      const made = await api.newGame(request(game, { ...defaultChoices(game), level, side: "random" }));
      go("play", made.id);
    });
  return (
    <div class="page learn">
      <header class="hero">
        <h1>Learn and watch</h1>
        <p>Lessons on the board, puzzles with proven answers, opponents of every strength, and networks that learn.</p>
      </header>
      <Lessons games={catalog.games} />
      <Exercises />
      <section class="card" aria-labelledby="ladder-title">
        <h2 id="ladder-title">The ladder</h2>
        <Tabs
          label="Game"
          value={game.name}
          onChange={setPicked}
          tabs={catalog.games.map((each) => ({ value: each.name, title: each.title }))}
        >
          <Ladder levels={game.levels} busy={busy} onPlay={play} />
        </Tabs>
      </section>
      <Runs game={game.name} />
      <Watch key={game.name} game={game} />
    </div>
  );
}

function Ladder({
  levels,
  busy,
  onPlay,
}: {
  levels: readonly Level[];
  busy: boolean;
  onPlay: (level: string) => void;
}) {
  const board = levels.flatMap((level) => level.ratings)[0];
  return (
    <>
      <ol class="ladder">
        {levels.map((level, index) => (
          <li key={level.id} class="ladder-row">
            <Face level={level} rung={index + 1} of={levels.length} />
            <div class="ladder-words">
              <strong>{opponentName(level)}</strong>
              <span>
                {level.title}. {level.description}
              </span>
            </div>
            <small class="ladder-rating">
              {level.ratings.find((rating) => rating.spec === board?.spec)?.words ?? "not measured"}
            </small>
            <button
              type="button"
              class="button small"
              disabled={busy}
              aria-label={`Play against ${level.title}`}
              onClick={() => onPlay(level.id)}
            >
              <Icon name="play" /> Play
            </button>
          </li>
        ))}
      </ol>
      <p class="quiet-text">
        {board
          ? `Measured on ${sizeTitle(board.size)} with the usual rules, ${plural(board.games, "game")} between neighbours; on other boards the levels may be stronger or weaker.`
          : "The levels of this game have not been measured yet."}
      </p>
    </>
  );
}

function Face({ level, rung, of }: { level: Level; rung: number; of: number }) {
  const character = characterOf(level.id);
  return character ? <Portrait character={character} /> : <Rungs count={rung} of={of} />;
}

/** The first steps in each game, with what is done of them. */
function Lessons({ games }: { games: readonly CatalogGame[] }) {
  return (
    <section class="lesson-tiles" aria-label="First steps">
      {games
        .filter((game) => game.has_lesson)
        .map((game, index) => {
          const done = load<Progress>(`lesson.${game.name}`, []).length;
          return (
            <a key={game.name} class="lesson-tile" data-game={game.name} href={href("lesson", game.name)}>
              <span class="game-picture">
                <DemoBoard game={game.name} delay={index} />
              </span>
              <strong>First steps in {game.title}</strong>
              <small>{done === 0 ? "two minutes" : `${plural(done, "step")} done`}</small>
            </a>
          );
        })}
    </section>
  );
}

const EXERCISES: { page: string; title: string; text: string }[] = [
  { page: "puzzles", title: "Gomoku: win by force", text: "Puzzles by length, against a defender who answers." },
  {
    page: "train",
    title: "Dots and Boxes: the long-chain rule",
    text: "Short questions on fresh positions, with the reason after each.",
  },
  {
    page: "count",
    title: "Go: count endgames",
    text: "Find the best move in a region and say what it is worth, in gote, sente and ko.",
  },
  {
    page: "coupons",
    title: "Coupon Go",
    text: "Small endgames with a stack of coupons, against a program that can play perfectly.",
  },
];

function Exercises() {
  return (
    <section class="card" aria-labelledby="train-title">
      <h2 id="train-title">Train</h2>
      <ul class="exercise-list">
        {EXERCISES.map(({ page, title, text }) => (
          <li key={page}>
            <a href={href(page)}>{title}</a>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Watch({ game }: { game: CatalogGame }) {
  const [one, setOne] = useState(game.levels.at(-2)?.id ?? "");
  const [two, setTwo] = useState(game.levels.at(-1)?.id ?? "");
  const [busy, run] = useTask();
  const options = game.levels.map((level) => ({ value: level.id, title: `${opponentName(level)}, ${level.title.toLowerCase()}` }));
  const start = (): void =>
    run(async () => {
      const made = await api.newGame(
        request(game, { ...defaultChoices(game), mode: "watch", level: one, otherLevel: two }),
      );
      go("play", made.id);
    });
  return (
    <section class="card" aria-labelledby="watch-title">
      <h2 id="watch-title">Watch two engines</h2>
      <p class="quiet-text">
        {game.title} on the usual board. The game goes on while you look elsewhere, and can be analysed afterwards.
      </p>
      <div class="fields">
        <Select label={game.players[0]} value={one} options={options} onChange={setOne} />
        <Select label={game.players[1]} value={two} options={options} onChange={setTwo} />
      </div>
      <div class="row">
        <button type="button" class="button primary" disabled={busy} onClick={start}>
          <Icon name="eye" /> Watch
        </button>
        <a class="button" href={href("tournaments")}>
          <Icon name="people" /> Tournament of many
        </a>
      </div>
    </section>
  );
}
