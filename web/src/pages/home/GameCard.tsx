/** A game as a board that plays by itself, and the button that begins a game at once. */
import { api } from "../../api/client";
import type { CatalogGame } from "../../api/types";
import { DemoBoard } from "../../board/DemoBoard";
import { hasDemo } from "../../board/demos";
import { Icon } from "../../parts/Icon";
import { useTask } from "../../parts/useTask";
import { go, href } from "../../state/route";
import { keptChoices, opponentWords, request } from "../newgame/choices";

/** `delay` shifts the board's moves, so that boards beside each other do not move together. */
export function GameCard({ game, delay }: { game: CatalogGame; delay: number }) {
  const [busy, run] = useTask();
  const choices = keptChoices(game);
  const play = (): void =>
    run(async () => {
      const made = await api.newGame(request(game, choices));
      go("play", made.id);
    });
  return (
    <article class="game-card" data-game={game.name}>
      {hasDemo(game.name) ? (
        <span class="game-picture">
          <DemoBoard game={game.name} delay={delay} />
        </span>
      ) : null}
      <div class="game-words">
        <h2>{game.title}</h2>
        <p>{game.tagline}</p>
      </div>
      <div class="game-actions">
        <button type="button" class="button primary" disabled={busy} onClick={play}>
          <Icon name="play" /> Play<span class="visually-hidden"> {game.title}</span>
        </button>
        <a class="button quiet" href={href("new", game.name)}>
          Options<span class="visually-hidden"> of {game.title}</span>
        </a>
        <small>
          {opponentWords(game, choices)}
          {game.has_lesson ? (
            <>
              {" · "}
              <a href={href("lesson", game.name)}>
                First steps<span class="visually-hidden"> in {game.title}</span>
              </a>
            </>
          ) : null}
        </small>
      </div>
    </article>
  );
}
