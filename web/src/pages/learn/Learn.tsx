/** Opponents and how strong they are, engines to watch, and runs of training. */
import { useState } from "preact/hooks";
import { api } from "../../api/client";
import type { CatalogGame, Level } from "../../api/types";
import { Select } from "../../parts/Choices";
import { Icon } from "../../parts/Icon";
import { Rungs } from "../../parts/LevelPicker";
import { Tabs } from "../../parts/Tabs";
import { useTask } from "../../parts/useTask";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { plural } from "../../state/format";
import { go, href } from "../../state/route";
import { sizeTitle } from "../../state/spec";
import { defaultChoices, request } from "../newgame/choices";
import { RunPage } from "./RunPage";
import { Runs } from "./Runs";

export function Learn({ rest }: { rest: string[] }) {
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
        <p>The opponents of every game from the weakest to the strongest, and what engines have taught themselves.</p>
      </header>
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
      <div class="learn-columns">
        <Watch key={game.name} game={game} />
        <section class="card" aria-labelledby="train-title">
          <h2 id="train-title">Train</h2>
          <p>
            First steps on the board, two minutes each:{" "}
            {catalog.games
              .filter((each) => each.has_lesson)
              .map((each, index) => (
                <span key={each.name}>
                  {index > 0 ? ", " : ""}
                  <a href={href("lesson", each.name)}>{each.title}</a>
                </span>
              ))}
            .
          </p>
          <p>
            <a href={href("train")}>The long-chain rule of Dots and Boxes</a>: short questions on fresh positions, with
            the reason after each.
          </p>
          <p>
            <a href={href("puzzles")}>Gomoku: win by force</a>: puzzles by length, against a defender who answers.
          </p>
          <p>
            <a href={href("count")}>Go: count endgames</a>: find the best move in a region and say what it is worth, in
            gote, sente and ko.
          </p>
          <p>
            <a href={href("coupons")}>Coupon Go</a>: small endgames with a stack of coupons, against a program that can
            play perfectly.
          </p>
        </section>
      </div>
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
            <Rungs count={index + 1} of={levels.length} />
            <div class="ladder-words">
              <strong>{level.title}</strong>
              <span>{level.description}</span>
            </div>
            <div class="ladder-rating">
              <small>{level.ratings.find((rating) => rating.spec === board?.spec)?.words ?? "not measured"}</small>
            </div>
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

function Watch({ game }: { game: CatalogGame }) {
  const [one, setOne] = useState(game.levels.at(-2)?.id ?? "");
  const [two, setTwo] = useState(game.levels.at(-1)?.id ?? "");
  const [busy, run] = useTask();
  const options = game.levels.map((level) => ({ value: level.id, title: level.title }));
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
      <button type="button" class="button primary" disabled={busy} onClick={start}>
        <Icon name="eye" /> Watch
      </button>
    </section>
  );
}
