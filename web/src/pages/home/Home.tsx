/** The start page: an introduction by one move, and a game one click away. */
import type { CatalogGame } from "../../api/types";
import { hasDemo } from "../../board/demos";
import { Icon } from "../../parts/Icon";
import { OpenSgf } from "../../parts/OpenSgf";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { href } from "../../state/route";
import { FirstMove } from "./FirstMove";
import { GameCard } from "./GameCard";
import { RecentGames } from "./RecentGames";

function MoreGames({ games }: { games: readonly CatalogGame[] }) {
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="more-games">
      <h2 id="more-games" class="more-games-title">
        More games
      </h2>
      <div class="game-cards more-games">
        {games.map((game) => (
          <GameCard key={game.name} game={game} delay={0} />
        ))}
      </div>
    </section>
  );
}

export function Home() {
  useTitle("");
  const catalog = useCatalog();
  return (
    <div class="page home">
      <FirstMove />
      <section class="game-cards" aria-label="Games">
        {catalog?.games
          .filter((game) => hasDemo(game.name))
          .map((game, number) => <GameCard key={game.name} game={game} delay={number} />) ?? (
          <p class="loading">Loading…</p>
        )}
      </section>
      <MoreGames games={catalog?.games.filter((game) => !hasDemo(game.name)) ?? []} />
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
