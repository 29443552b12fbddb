/** The start page: choose a game and an opponent, or go on with an old game. */
import { useState } from "preact/hooks";
import { DemoBoard } from "../../board/DemoBoard";
import { Icon } from "../../parts/Icon";
import { OpenSgf } from "../../parts/OpenSgf";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { href } from "../../state/route";
import { load, save } from "../../state/saved";
import { usualSpec } from "../../state/spec";
import { NewGameForm } from "./NewGameForm";
import { RecentGames } from "./RecentGames";

export function Home({ rest }: { rest: string[] }) {
  useTitle("");
  const catalog = useCatalog();
  const [picked, setPicked] = useState(() => rest[0] ?? load("home.game", "torus"));
  if (catalog === null) return <p class="loading">Loading…</p>;
  const game = catalog.games.find((each) => each.name === picked) ?? catalog.games[0];
  if (game === undefined) return null;
  const pick = (name: string): void => {
    setPicked(name);
    save("home.game", name);
  };
  return (
    <div class="page home">
      <header class="hero">
        <h1>What shall we play?</h1>
        <p>Games of skill, opponents from beginner to strong, and an analysis that shows why a move was good.</p>
      </header>
      <fieldset class="game-cards">
        <legend class="visually-hidden">Game</legend>
        {catalog.games.map((each) => (
          <label key={each.name} class="game-card">
            <input
              type="radio"
              name="game"
              value={each.name}
              checked={each.name === game.name}
              onChange={() => pick(each.name)}
            />
            <span class="game-picture">
              <DemoBoard game={each.name} running={each.name === game.name} />
            </span>
            <span class="game-words">
              <strong>{each.title}</strong>
              <span>{each.tagline}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="home-columns">
        <NewGameForm key={game.name} game={game} watch={rest[1] === "watch"} />
        <aside class="home-side">
          <RecentGames />
          <section class="card" aria-labelledby="open-title">
            <h2 id="open-title">Analyse a game or a position</h2>
            <p class="quiet-text">Drop an SGF file anywhere on the page, or choose one.</p>
            <div class="row">
              <OpenSgf />
              {game.can_set_up ? (
                <a class="button" href={href("setup", usualSpec(game))}>
                  <Icon name="edit" /> Set up a position
                </a>
              ) : null}
            </div>
          </section>
        </aside>
      </div>
    </div>
  );
}
