/** A new game with all its options, for one game at a time. */
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { href } from "../../state/route";
import { usualSpec } from "../../state/spec";
import { Icon } from "../../parts/Icon";
import { NewGameForm } from "./NewGameForm";

export function NewGame({ rest }: { rest: string[] }) {
  useTitle("New game");
  const catalog = useCatalog();
  if (catalog === null) return <p class="loading">Loading…</p>;
  const game = catalog.games.find((each) => each.name === rest[0]) ?? catalog.games[0];
  if (game === undefined) return null;
  return (
    <div class="page narrow new-page">
      <h1 class="visually-hidden">New game</h1>
      <nav class="game-tabs" aria-label="Games">
        {catalog.games.map((each) => (
          <a key={each.name} href={href("new", each.name)} aria-current={each.name === game.name ? "page" : undefined}>
            {each.title}
          </a>
        ))}
      </nav>
      <NewGameForm key={game.name} game={game} watch={rest[1] === "watch"} />
      {game.can_set_up ? (
        <p>
          <a class="button" href={href("setup", usualSpec(game))}>
            <Icon name="edit" /> Set up a position instead
          </a>
        </p>
      ) : null}
    </div>
  );
}
