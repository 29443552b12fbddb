/** The rules of the games, in prose and on boards. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { RulesText } from "../../api/types";
import { Icon } from "../../parts/Icon";
import { Markdown } from "../../parts/Markdown";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { complain } from "../../state/messages";
import { href } from "../../state/route";
import { gameTitle } from "../../state/spec";
import { Diagram } from "./Diagram";

export function Rules({ rest }: { rest: string[] }) {
  const name = rest[0] ?? "torus";
  useTitle(`Rules of ${gameTitle(name)}`);
  const catalog = useCatalog();
  const [page, setPage] = useState<RulesText | null>(null);
  useEffect(() => {
    setPage(null);
    let gone = false;
    api.rules(name).then(
      (found) => {
        if (!gone) setPage(found);
      },
      (error: unknown) => {
        complain(error);
        if (!gone) setPage({ title: "", markdown: "# There are no such rules", diagrams: [] });
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
        {page === null ? (
          <p class="loading">Loading…</p>
        ) : (
          <Markdown
            key={name}
            text={page.markdown}
            diagram={(number) => {
              const found = page.diagrams?.[number];
              return found ? <Diagram diagram={found} /> : null;
            }}
          />
        )}
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
