/** "Teach it now": a game, a board and a time, and a network learns the game from its rules. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { TeachingView } from "../../api/types";
import { Segments } from "../../parts/Choices";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { complain } from "../../state/messages";
import { href } from "../../state/route";
import { EvolutionForm } from "./EvolutionForm";
import { OwnGames } from "./OwnGames";
import { SelfPlayForm } from "./SelfPlayForm";

type Kind = "self-play" | "evolution";

const PAUSE = 3000;

export function Teach({ rest }: { rest: string[] }) {
  useTitle("Teach it now");
  const catalog = useCatalog();
  const teaching = useTeaching();
  const [kind, setKind] = useState<Kind>(rest[0] === "evolution" ? "evolution" : "self-play");
  if (catalog === null || teaching === null) return <p class="loading">Loading…</p>;
  const games = catalog.games.filter((game) => teaching.games.includes(game.name));
  return (
    <div class="page narrow teach">
      <p>
        <a href={href("learn")}>← Learn and watch</a>
      </p>
      <header class="hero">
        <h1>Teach it now</h1>
        <p>A network learns a game from its rules alone, on this machine. You watch it, and play it at any time.</p>
      </header>
      {teaching.allowed ? null : (
        <p class="card problem" role="alert">
          Nothing can be taught here: {teaching.problem}.
        </p>
      )}
      {teaching.at_work !== null ? (
        <p class="card" role="status">
          <a href={href("learn", "run", teaching.at_work)}>{teaching.at_work}</a> is learning now. Pause or stop it
          before you teach another one.
        </p>
      ) : null}
      <section class="card" aria-labelledby="teach-title">
        <h2 id="teach-title">What it learns</h2>
        <Segments<Kind>
          legend="How"
          hideLegend
          value={kind}
          onChange={setKind}
          options={[
            { value: "self-play", title: "By self-play" },
            { value: "evolution", title: "By evolution" },
          ]}
        />
        {kind === "self-play" ? (
          <SelfPlayForm games={games} teaching={teaching} picked={rest[0]} />
        ) : (
          <EvolutionForm teaching={teaching} />
        )}
      </section>
      <OwnGames />
    </div>
  );
}

/** What can be taught here, asked for again while the page is open. */
function useTeaching(): TeachingView | null {
  const [teaching, setTeaching] = useState<TeachingView | null>(null);
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      api
        .teaching()
        .then((found) => {
          if (!gone) setTeaching(found);
        })
        .catch(complain)
        .finally(() => {
          if (!gone) timer = setTimeout(look, PAUSE);
        });
    };
    look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return teaching;
}
