/** Tournaments between engines: those there are, and a new one. */
import { useEffect, useState } from "preact/hooks";
import { api } from "../../api/client";
import type { EngineView, RunSummary, ShippedOpponent, TournamentSummary } from "../../api/types";
import { useTitle } from "../../parts/useTitle";
import { useCatalog } from "../../state/catalog";
import { agoText, plural } from "../../state/format";
import { complain } from "../../state/messages";
import { href } from "../../state/route";
import { specTitle } from "../../state/spec";
import { NewTournament } from "./NewTournament";
import { TournamentPage } from "./TournamentPage";

export function Tournaments({ rest }: { rest: string[] }) {
  return rest[0] === undefined ? <Overview /> : <TournamentPage id={rest[0]} />;
}

function Overview() {
  useTitle("Tournaments");
  const catalog = useCatalog();
  const [known, setKnown] = useState<{
    engines: EngineView[];
    runs: RunSummary[];
    networks: ShippedOpponent[];
  } | null>(null);
  const [tournaments, setTournaments] = useState<TournamentSummary[]>([]);
  useEffect(() => {
    Promise.all([api.engines(), api.runs(), api.opponents(), api.tournaments()]).then(([engines, runs, networks, found]) => {
      setKnown({ engines: engines.engines, runs: runs.runs, networks: networks.opponents });
      setTournaments(found.tournaments);
    }, complain);
  }, []);
  return (
    <div class="page narrow tournaments">
      <h1>Tournaments</h1>
      {tournaments.length > 0 ? (
        <section class="card" aria-labelledby="tournaments-title">
          <h2 id="tournaments-title">Played here</h2>
          <ul class="tournament-list">
            {tournaments.map((each) => (
              <li key={each.id}>
                <a href={href("tournaments", each.id)}>
                  <strong>{specTitle(each.spec)}</strong>
                  <span>{each.names.join(", ")}</span>
                  <small>
                    {each.state} · {each.done} of {plural(each.total, "game")} · {agoText(each.began)}
                  </small>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {catalog && known ? (
        <NewTournament games={catalog.games} {...known} />
      ) : (
        <p class="loading">Loading…</p>
      )}
      <p class="quiet-text">
        Other programs can take part: add them in the <a href={href("settings")}>settings</a>.
      </p>
    </div>
  );
}
