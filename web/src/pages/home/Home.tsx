/** The start page: an introduction by one move, and a game one click away. */
import { Icon } from "../../parts/Icon";
import { OpenSgf } from "../../parts/OpenSgf";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { href } from "../../state/route";
import { FirstMove } from "./FirstMove";
import { GameCard } from "./GameCard";
import { RecentGames } from "./RecentGames";

export function Home() {
  useTitle("");
  const catalog = useCatalog();
  return (
    <div class="page home">
      <FirstMove />
      <section class="game-cards" aria-label="Games">
        {catalog?.games.map((game, number) => <GameCard key={game.name} game={game} delay={number} />) ?? (
          <p class="loading">Loading…</p>
        )}
      </section>
      <div class="home-columns">
        <RecentGames />
        <section class="card" aria-labelledby="open-title">
          <h2 id="open-title">Analyse a game or a position</h2>
          <p class="quiet-text">Drop an SGF file anywhere on the page, or choose one.</p>
          <div class="row">
            <OpenSgf />
            <a class="button" href={href("analyse")}>
              <Icon name="graph" /> Empty board
            </a>
          </div>
        </section>
      </div>
    </div>
  );
}
