/** The rules of the games, in prose. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import { Icon } from "../../parts/Icon";
import { Markdown } from "../../parts/Markdown";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { complain } from "../../state/messages";
import { href } from "../../state/route";
import { gameTitle } from "../../state/spec";

export function Rules({ rest }: { rest: string[] }) {
  const name = rest[0] ?? "torus";
  useTitle(`Rules of ${gameTitle(name)}`);
  const catalog = useCatalog();
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    setText(null);
    let gone = false;
    api.rules(name).then(
      (found) => {
        if (!gone) setText(found.markdown);
      },
      (error: unknown) => {
        complain(error);
        if (!gone) setText("# There are no such rules");
      },
    );
    return () => {
      gone = true;
    };
  }, [name]);
  return (
    <div class="page rules">
      <nav class="rules-nav" aria-label="Games">
        {catalog?.games.map((game) => (
          <a key={game.name} href={href("rules", game.name)} aria-current={game.name === name ? "page" : undefined}>
            {game.title}
          </a>
        ))}
      </nav>
      <article class="card rules-text">
        {text === null ? <p class="loading">Loading…</p> : <Markdown text={text} />}
        <p class="row">
          {catalog?.games.find((game) => game.name === name)?.has_lesson ? (
            <a class="button" href={href("lesson", name)}>
              <Icon name="learn" /> Learn it on the board
            </a>
          ) : null}
          <a class="button primary" href={href("new", name)}>
            <Icon name="play" /> Play {gameTitle(name)}
          </a>
        </p>
      </article>
    </div>
  );
}
